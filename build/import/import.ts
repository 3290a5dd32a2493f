import fs from 'node:fs';
import path from 'node:path';
import v8 from 'node:v8';
import { programVersion } from '../common/code-version.cjs';
import type { Progress } from '../report/progress.ts';
import { WorkerPool } from '../threads/pool.ts';
import { Holders } from './corpus/holders.ts';
import { isComplete, readRecord, readRecordAt } from './corpus/record.ts';
import {
  ecfrRecord,
  heldAgainst,
  isWithoutWholeEcfr,
  type TakenOver,
  takeFromShelf,
} from './corpus/shelf.ts';
import { type Input, listInputs } from './inputs/inputs.ts';
import { type Looked, lookAt } from './read-input.ts';
import type { Edition } from './schema.ts';
import { isAllHeld, type Result, type Task } from './worker.ts';

export interface ImportOptions {
  from: readonly string[];
  corpus: string;
  allowsOlder: boolean;
  /** Compares an existing corpus with the XML, and writes nothing. */
  isCheck: boolean;
}

/** The outcome of an import: each input is in one of the first four lists. */
export interface Report {
  imported: { input: Input; looked: Looked; result: Result }[];
  /** The same as at the last import. */
  unchanged: { input: Input; looked: Looked }[];
  /** Left out because the corpus or another input has a newer edition. */
  older: { input: Input; looked: Looked; than: string; isRefused: boolean }[];
  failed: { input: Input; reason: string }[];
  /** Documents of the printed edition that one input took from another. */
  takenOver: (TakenOver & { input: Input; looked: Looked })[];
}

const WORKER = new URL('./worker.ts', import.meta.url);

/** Brings official XML into a corpus. */
export async function importXml(options: ImportOptions, progress: Progress): Promise<Report> {
  const { from, corpus, allowsOlder, isCheck } = options;
  const report: Report = { imported: [], unchanged: [], older: [], failed: [], takenOver: [] };
  const inputs = await listInputs(from);
  const days = new Map<string, string>();
  const chosen = new Map<string, { input: Input; looked: Looked }>();
  progress.start('Looking', inputs.length);
  for (const input of inputs) {
    try {
      choose(chosen, { input, looked: await lookAt(input, days) }, report);
    } catch (error) {
      report.failed.push({ input, reason: (error as Error).message });
    }
    progress.advance(1);
  }
  const all = [...chosen.values()];
  const isSingle = ({ looked }: Candidate) => looked.edition.single !== undefined;
  const wanted = (candidate: Candidate) => isCheck || isWanted(candidate, corpus, allowsOlder, report);
  const records = new Set(all.map(({ looked }) => looked.edition.record));
  const shared = {
    ...{ corpus, isCheck, days: [...days], records },
    // Of two inputs given together, the newer one wins even where older ones are allowed.
    isNewerHeld: (record: string) => !allowsOlder || records.has(record),
  };
  const taken = withoutReplaced(all, corpus, report);
  for (const round of rounds(taken.filter(candidate => !isSingle(candidate))))
    await importAll(round.filter(wanted), shared, progress, report);
  // Single documents follow the issues that contain them, too.
  const singles = taken.filter(isSingle);
  if (singles.length > 0) {
    const issues = new Holders(corpus);
    const newer = singles.filter(
      candidate => isNewerThanHeld(candidate, issues, report) && wanted(candidate),
    );
    await importAll(newer, shared, progress, report);
    if (!isCheck) for (const { looked } of newer) issues.release(looked.edition.single!);
  }
  progress.stop();
  return report;
}

interface Candidate {
  input: Input;
  looked: Looked;
}

/** The printed edition appears once a year. It is left out if the corpus, or another input, has the eCFR of its title. */
function withoutReplaced(candidates: readonly Candidate[], corpus: string, report: Report): Candidate[] {
  const current = new Set(
    candidates
      .filter(({ looked: { edition } }) => !edition.isAnnual && edition.part === undefined)
      .map(({ looked }) => looked.edition.folder),
  );
  return candidates.filter(candidate => {
    const { isAnnual, folder } = candidate.looked.edition;
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
  const isPart = ({ looked }: Candidate) => looked.edition.part !== undefined;
  const isAnnual = ({ looked }: Candidate) => looked.edition.isAnnual === true;
  const days = new Set(candidates.filter(isAnnual).map(({ looked }) => looked.edition.day));
  return [
    candidates.filter(one => !isPart(one) && !isAnnual(one)),
    ...[...days].sort().map(day => candidates.filter(one => isAnnual(one) && one.looked.edition.day === day)),
    ...candidates.filter(isPart).map(one => [one]),
  ];
}

/** Of two inputs of one title or issue, the newer one is taken. */
function choose(chosen: Map<string, Candidate>, candidate: Candidate, report: Report): void {
  const { record, part } = candidate.looked.edition;
  const key = part === undefined ? record : `${record} ${part}`;
  const other = chosen.get(key);
  const isNewer = !other || candidate.looked.edition.day > other.looked.edition.day;
  if (isNewer) chosen.set(key, candidate);
  const left = isNewer ? other : candidate;
  const taken = chosen.get(key)!;
  if (left && left.looked.sha256 !== taken.looked.sha256) {
    report.older.push({ ...left, than: taken.looked.edition.label, isRefused: false });
  }
}

/** A document of an issue is replaced only by an input of a later day. An input without a day replaces nothing. */
function isNewerThanHeld(candidate: Candidate, issues: Holders, report: Report): boolean {
  const { single, day } = candidate.looked.edition;
  const held = issues.dayOf(single!);
  if (held === null || day > held) return true;
  report.older.push({ ...candidate, than: `the issue of ${held}`, isRefused: false });
  return false;
}

function isWanted(candidate: Candidate, corpus: string, allowsOlder: boolean, report: Report): boolean {
  const { edition, sha256 } = candidate.looked;
  const record = readRecord(corpus, edition);
  // Equal bytes may be of a later day, which must be recorded then.
  const isSame = record?.input === sha256 && record.program === programVersion() && record.day >= edition.day;
  if (record && isSame && isComplete(corpus, record)) {
    report.unchanged.push(candidate);
    return false;
  }
  if (!record || record.input === sha256 || record.day <= edition.day || allowsOlder) return true;
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
  isNewerHeld: (record: string) => boolean;
}

const NOTHING: Task['held'] = { documents: [], parts: [] };

const heldFrom = (edition: Edition, { corpus, isCheck, isNewerHeld }: Shared): Task['held'] =>
  edition.isAnnual && !isCheck ? heldAgainst(corpus, edition, isNewerHeld) : NOTHING;

/**
 * Settles overlaps of volumes and parts of the printed edition: shared documents belong to the newer one, and those of the eCFR
 * to the eCFR.
 */
function settle(done: Report['imported'], { corpus, isCheck, records }: Shared, report: Report): void {
  for (const { input, looked, result } of done) {
    const { edition } = looked;
    if (isAllHeld(result)) {
      const { by } = result.held;
      const isByEcfr = by === ecfrRecord(edition.folder);
      const than = isByEcfr ? 'the eCFR' : (readRecordAt(corpus, by)?.edition ?? by);
      // An input given together with a newer one is not refused; the same holds for two inputs of one title.
      report.older.push({ input, looked, than, isRefused: !isByEcfr && !records.has(by) });
      continue;
    }
    report.imported.push({ input, looked, result });
    if (isCheck || (!edition.isAnnual && edition.part === undefined)) continue;
    for (const taken of takeFromShelf(corpus, edition)) report.takenOver.push({ input, looked, ...taken });
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
  const tasks = candidates.map(({ input, looked }, i) => ({
    ...{ input, looked, corpus, isCheck, days, staging: path.join(staging, String(i)) },
    ...{ program: programVersion(), held: heldFrom(looked.edition, shared) },
  }));
  const done: Report['imported'] = [];
  v8.setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH}`);
  try {
    await pool.run<Task, Result | { reason: string }>(
      tasks,
      candidates.length,
      (result, { input, looked }) => {
        if ('reason' in result) report.failed.push({ input, reason: result.reason });
        else done.push({ input, looked, result });
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
