import fs from 'node:fs';
import path from 'node:path';
import v8 from 'node:v8';
import { compareEditions } from '../archive/edition-order.ts';
import { programVersion } from '../common/code-version.cjs';
import type { EditionKey } from '../contract/version.ts';
import type { Progress } from '../report/progress.ts';
import { WorkerPool } from '../threads/pool.ts';
import {
  claimsAgainst,
  ecfrRecord,
  isWithoutWholeEcfr,
  type TakenOver,
  takeFromShelf,
} from './corpus/annual-overlaps.ts';
import { IssueIndex } from './corpus/fr-overlaps.ts';
import { isComplete, readRecord, readRecordAt } from './corpus/record.ts';
import { type Input, listInputs } from './inputs/inputs.ts';
import { type InputSummary, summarise } from './read-input.ts';
import type { Edition } from './schema.ts';
import { isAllKeptByOthers, type Result, type Task } from './worker.ts';

export interface ImportOptions {
  from: readonly string[];
  corpus: string;
  allowsOlder: boolean;
  /** Compares an existing corpus with the XML, and writes nothing. */
  isCheck: boolean;
  /** Is called once the editions of all inputs are known, before anything is written. What it throws ends the import. */
  begin?: (inputs: readonly Candidate[]) => void;
}

/** An input, and its edition. */
export interface Candidate {
  input: Input;
  summary: InputSummary;
}

/** The outcome of an import: each input is in one of the first four lists. */
export interface Report {
  imported: { input: Input; summary: InputSummary; result: Result }[];
  /** The same as at the last import. */
  unchanged: { input: Input; summary: InputSummary }[];
  /** Left out because the corpus or another input has a newer edition. */
  older: { input: Input; summary: InputSummary; than: string; isRefused: boolean }[];
  failed: { input: Input; reason: string }[];
  /** Documents of the printed edition that one input took from another. */
  takenOver: (TakenOver & { input: Input; summary: InputSummary })[];
}

const WORKER = new URL('./worker.ts', import.meta.url);

/** Brings official XML into a corpus. */
export const importXml = async (options: ImportOptions, progress: Progress): Promise<Report> =>
  importInputs(await listInputs(options.from), options, progress);

export async function importInputs(
  inputs: readonly Input[],
  { corpus, allowsOlder, isCheck, begin }: Omit<ImportOptions, 'from'>,
  progress: Progress,
): Promise<Report> {
  const report: Report = { imported: [], unchanged: [], older: [], failed: [], takenOver: [] };
  const days = new Map<string, string>();
  const chosen = new Map<string, Candidate>();
  progress.start('Looking', inputs.length);
  for (const input of inputs) {
    try {
      choose(chosen, { input, summary: await summarise(input, days) }, report);
    } catch (error) {
      report.failed.push({ input, reason: (error as Error).message });
    }
    progress.advance(1);
  }
  const all = [...chosen.values()];
  begin?.(all);
  const isSingle = ({ summary }: Candidate) => summary.edition.single !== undefined;
  const wanted = (candidate: Candidate) => isCheck || isWanted(candidate, corpus, allowsOlder, report);
  const records = new Set(all.map(({ summary }) => summary.edition.record));
  const shared = {
    ...{ corpus, isCheck, days: [...days], records },
    // The newer of two inputs given together wins, even where older ones are allowed.
    hasPriority: (record: string) => !allowsOlder || records.has(record),
  };
  const taken = withoutReplaced(all, corpus, report);
  for (const round of rounds(taken.filter(candidate => !isSingle(candidate))))
    await importAll(round.filter(wanted), shared, progress, report);
  // Single documents follow the issues that contain them, too.
  const singles = taken.filter(isSingle);
  if (singles.length > 0) {
    const issues = new IssueIndex(corpus);
    const newer = singles.filter(
      candidate => isNewerThanIssue(candidate, issues, report) && wanted(candidate),
    );
    await importAll(newer, shared, progress, report);
    if (!isCheck) for (const { summary } of newer) issues.release(summary.edition.single!);
  }
  progress.stop();
  return report;
}

/** The printed edition appears once a year. It is left out if the corpus, or another input, has the eCFR of its title. */
function withoutReplaced(candidates: readonly Candidate[], corpus: string, report: Report): Candidate[] {
  const current = new Set(
    candidates
      .filter(({ summary: { edition } }) => !edition.isAnnual && edition.part === undefined)
      .map(({ summary }) => summary.edition.folder),
  );
  return candidates.filter(candidate => {
    const { isAnnual, folder } = candidate.summary.edition;
    if (!isAnnual || (!current.has(folder) && isWithoutWholeEcfr(corpus, folder))) return true;
    report.older.push({ ...candidate, than: 'the eCFR', isRefused: false });
    return false;
  });
}

/**
 * Separates inputs that may write into the same folders. Volumes of the printed edition follow each other by day, the newest
 * last; then parts of titles follow, one by one.
 */
function rounds(candidates: readonly Candidate[]): Candidate[][] {
  const isPart = ({ summary }: Candidate) => summary.edition.part !== undefined;
  const isAnnual = ({ summary }: Candidate) => summary.edition.isAnnual === true;
  const days = new Set(candidates.filter(isAnnual).map(({ summary }) => summary.edition.day));
  return [
    candidates.filter(one => !isPart(one) && !isAnnual(one)),
    ...[...days]
      .sort()
      .map(day => candidates.filter(one => isAnnual(one) && one.summary.edition.day === day)),
    ...candidates.filter(isPart).map(one => [one]),
  ];
}

export const keyOf = ({ edition: { day, label } }: InputSummary): EditionKey => ({ day, edition: label });

/** Takes the newer of two inputs of one title or issue. */
function choose(chosen: Map<string, Candidate>, candidate: Candidate, report: Report): void {
  const { record, part } = candidate.summary.edition;
  const key = part === undefined ? record : `${record} ${part}`;
  const other = chosen.get(key);
  const isNewer = !other || compareEditions(keyOf(candidate.summary), keyOf(other.summary)) > 0;
  if (isNewer) chosen.set(key, candidate);
  const left = isNewer ? other : candidate;
  const taken = chosen.get(key)!;
  if (left && left.summary.sha256 !== taken.summary.sha256) {
    report.older.push({ ...left, than: taken.summary.edition.label, isRefused: false });
  }
}

/** A document of an issue is replaced only by an input of a later day. An input without a day replaces nothing. */
function isNewerThanIssue(candidate: Candidate, issues: IssueIndex, report: Report): boolean {
  const { single, day } = candidate.summary.edition;
  const issueDay = issues.dayOf(single!);
  if (issueDay === null || day > issueDay) return true;
  report.older.push({ ...candidate, than: `the issue of ${issueDay}`, isRefused: false });
  return false;
}

function isWanted(candidate: Candidate, corpus: string, allowsOlder: boolean, report: Report): boolean {
  const { edition, sha256 } = candidate.summary;
  const record = readRecord(corpus, edition);
  const isOlder = record !== null && compareEditions(keyOf(candidate.summary), record) < 0;
  // Equal bytes may be of a later day, which must be recorded then.
  const isSame = record?.input === sha256 && record.program === programVersion() && record.day >= edition.day;
  if (record && isSame && isComplete(corpus, record)) {
    report.unchanged.push(candidate);
    return false;
  }
  if (!record || record.input === sha256 || !isOlder || allowsOlder) return true;
  report.older.push({ ...candidate, than: record.edition, isRefused: true });
  return false;
}

/**
 * How much the heap may grow before a collection, in percent. Nearly all of a large file is garbage soon after it was read.
 * Without this bound a file of 220 MB takes a third more memory, and no less time. 0 leaves the choice to V8.
 */
const HEAP_GROWTH = 20;

interface Shared extends Pick<Task, 'corpus' | 'isCheck' | 'days'> {
  /** Records of all inputs. */
  records: ReadonlySet<string>;
  hasPriority: (record: string) => boolean;
}

const NOTHING: Task['claims'] = { documents: [], parts: [] };

const claimsOf = (edition: Edition, { corpus, isCheck, hasPriority }: Shared): Task['claims'] =>
  edition.isAnnual && !isCheck ? claimsAgainst(corpus, edition, hasPriority) : NOTHING;

/**
 * Settles overlaps of volumes and parts of the printed edition: shared documents belong to the newer one, and those of the eCFR
 * to the eCFR.
 */
function settle(done: Report['imported'], { corpus, isCheck, records }: Shared, report: Report): void {
  for (const { input, summary, result } of done) {
    const { edition } = summary;
    if (isAllKeptByOthers(result)) {
      const { by } = result.keptByOthers;
      const isByEcfr = by === ecfrRecord(edition.folder);
      const than = isByEcfr ? 'the eCFR' : (readRecordAt(corpus, by)?.edition ?? by);
      // An input given together with a newer one is not refused; the same holds for two inputs of one title.
      report.older.push({ input, summary, than, isRefused: !isByEcfr && !records.has(by) });
      continue;
    }
    report.imported.push({ input, summary, result });
    if (isCheck || (!edition.isAnnual && edition.part === undefined)) continue;
    for (const taken of takeFromShelf(corpus, edition)) report.takenOver.push({ input, summary, ...taken });
  }
}

async function importAll(
  candidates: readonly Candidate[],
  shared: Shared,
  progress: Progress,
  report: Report,
): Promise<void> {
  if (candidates.length === 0) return;
  const { corpus, isCheck, days } = shared;
  const staging = path.join(corpus, `.import-${process.pid}`);
  const pool = new WorkerPool(WORKER);
  const bytes = candidates.reduce((sum, { input }) => sum + input.size, 0);
  progress.start('Importing', candidates.length, bytes);
  const tasks = candidates.map(({ input, summary }, i) => ({
    ...{ input, summary, corpus, isCheck, days, staging: path.join(staging, String(i)) },
    ...{ program: programVersion(), claims: claimsOf(summary.edition, shared) },
  }));
  const done: Report['imported'] = [];
  v8.setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH}`);
  try {
    await pool.run<Task, Result | { reason: string }>(
      tasks,
      candidates.length,
      (result, { input, summary }) => {
        if ('reason' in result) report.failed.push({ input, reason: result.reason });
        else done.push({ input, summary, result });
        progress.advance(1, input.size);
      },
    );
  } finally {
    v8.setFlagsFromString('--heap-growing-percent=0');
    await pool.close();
    fs.rmSync(staging, { recursive: true, force: true });
  }
  settle(done, shared, report);
}
