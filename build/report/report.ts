import { describeProblems, formatProblem, type Problem } from '../corpus/problems.ts';
import type { Totals } from '../state/header.ts';

/** The report of a build, relative to the tree. It may differ between builds of one corpus and is no part of the API. */
export const REPORT = 'build.json';

export interface BuildReport {
  began: string;
  /** Seconds until the publication began. */
  seconds: number;
  node: string;
  documents: Record<string, number>;
  rendered: number;
  files: number;
  bytes: number;
  /** Bytes of the embedded search index; null where there is none. */
  index: number | null;
  changes: { written: number; removed: number };
  problems: readonly Problem[];
  new_problems: number;
}

export interface ReportInput {
  totals: Totals;
  problems: readonly Problem[];
  known: readonly Problem[];
  rendered: number;
  changes: BuildReport['changes'];
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

export function newProblems(problems: readonly Problem[], known: readonly Problem[]): Problem[] {
  const lines = new Set(known.map(formatProblem));
  return problems.filter(problem => !lines.has(formatProblem(problem)));
}

/** Prints a number with commas. `toLocaleString` would load the locales, which takes longer than an unchanged build. */
const count = (number: number): string => String(number).replace(/\B(?=(\d{3})+$)/g, ',');

/** Prints the report for a person, problems first. */
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
