import { SOURCES } from './contract/sources.ts';
import { formatProblem, type Problem } from './corpus/problems.ts';
import { entriesOf, type State } from './state.ts';
import type { Changes } from './tree/publish-tree.ts';

/** What varies from build to build of one corpus; not part of the API. Relative to the tree. */
export const REPORT = 'build.json';

export interface BuildReport {
  began: string;
  seconds: number;
  node: string;
  /** Documents by source. */
  documents: Record<string, number>;
  /** Documents that were read and rendered anew. */
  rendered: number;
  /** Everything under `api/`. */
  files: number;
  bytes: number;
  /** Files that this build wrote, and removed. */
  changes: Changes;
  problems: readonly Problem[];
}

export interface ReportInput {
  state: State;
  problems: readonly Problem[];
  rendered: number;
  changes: Changes;
  /** Milliseconds since the epoch. */
  began: number;
  seconds: number;
}

export function makeReport({ state, problems, rendered, changes, began, seconds }: ReportInput): BuildReport {
  const entries = entriesOf(state);
  const files = [...state.documents.values()].map(({ file }) => file);
  return {
    began: new Date(began).toISOString(),
    seconds,
    node: process.version,
    documents: Object.fromEntries(
      SOURCES.map(({ id }) => [id, files.filter(({ source }) => source === id).length]),
    ),
    rendered,
    files: entries.length,
    bytes: entries.reduce((sum, { bytes }) => sum + bytes, 0),
    changes,
    problems,
  };
}

const count = (number: number): string => number.toLocaleString('en-US');

/** The report for a person, problems first. */
export function formatReport(report: BuildReport): string {
  const { documents, rendered, files, bytes, changes, problems, seconds } = report;
  const sources = Object.entries(documents).map(([id, number]) => `${id} ${count(number)}`);
  return [
    ...problems.map(problem => `left out: ${formatProblem(problem)}`),
    `documents  ${sources.join(', ')}; ${count(rendered)} of them rendered`,
    `files      ${count(files)}, ${(bytes / 1e6).toFixed(1)} MB; ${count(changes.written)} written, ${count(changes.removed)} removed`,
    `problems   ${count(problems.length)}`,
    `seconds    ${seconds.toFixed(1)}`,
  ].join('\n');
}
