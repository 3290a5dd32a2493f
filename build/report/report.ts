import { describeProblems, formatProblem, type Problem } from '../corpus/problems.ts';
import type { Totals } from '../state/header.ts';

/**
 * How the tree came about: what varies from build to build of one corpus, and is not part of the API. A build that
 * changes nothing leaves it alone. Relative to the tree.
 */
export const REPORT = 'build.json';

export interface BuildReport {
  began: string;
  /** Until the publication began. */
  seconds: number;
  node: string;
  /** Documents by source. */
  documents: Record<string, number>;
  /** Published documents that were read and rendered anew. */
  rendered: number;
  /** All that the manifest lists: documents, pages, dumps. */
  files: number;
  bytes: number;
  /** Bytes of the embedded search index; null where there is none. */
  index: number | null;
  /** Those of them that this build wrote, and what it removed. */
  changes: { written: number; removed: number };
  problems: readonly Problem[];
  /** How many of them the report does not have that was there before. */
  new_problems: number;
}

export interface ReportInput {
  totals: Totals;
  problems: readonly Problem[];
  /** Those that the report of the last build has. */
  known: readonly Problem[];
  rendered: number;
  changes: BuildReport['changes'];
  /** Milliseconds since the epoch. */
  began: number;
  seconds: number;
}

export const NO_CHANGES: BuildReport['changes'] = { written: 0, removed: 0 };

export function makeReport({
  totals,
  problems,
  known,
  rendered,
  changes,
  began,
  seconds,
}: ReportInput): BuildReport {
  return {
    began: new Date(began).toISOString(),
    seconds,
    node: process.version,
    documents: totals.documents,
    rendered,
    files: totals.files,
    bytes: totals.bytes,
    index: totals.index,
    changes,
    problems,
    new_problems: newProblems(problems, known).length,
  };
}

/** Those that are not known. */
export function newProblems(problems: readonly Problem[], known: readonly Problem[]): Problem[] {
  const lines = new Set(known.map(formatProblem));
  return problems.filter(problem => !lines.has(formatProblem(problem)));
}

/** With commas. (`toLocaleString` loads the locales first, and an unchanged build is over before that.) */
const count = (number: number): string => String(number).replace(/\B(?=(\d{3})+$)/g, ',');

/** The report for a person, problems first. */
export function formatReport(report: BuildReport): string {
  const { documents, rendered, files, bytes, index, changes, problems, new_problems, seconds } = report;
  const sources = Object.entries(documents).map(([id, number]) => `${id} ${count(number)}`);
  const published = Object.values(documents).reduce((sum, number) => sum + number, 0);
  return [
    ...problems.map(problem => `left out: ${formatProblem(problem)}`),
    `documents  ${count(published)}: ${sources.join(', ')}; ${count(rendered)} of them rendered anew`,
    `files      ${count(files)}, ${(bytes / 1e6).toFixed(1)} MB; ${count(changes.written)} written, ${count(changes.removed)} removed`,
    ...(index === null ? [] : [`search     ${(index / 1e6).toFixed(1)} MB of index`]),
    `problems   ${problems.length === 0 ? '0' : `${describeProblems(problems, count)}, left out; ${count(new_problems)} new`}`,
    `seconds    ${seconds.toFixed(1)}`,
  ].join('\n');
}
