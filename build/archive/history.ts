import type { EditionKey } from '../contract/version.ts';
import { compareEditions } from './edition-order.ts';

/** The history of one document in the archive: which text it had in which editions. */

/** Where the compressed file of a version lies. */
export interface Place {
  pack: string;
  offset: number;
  /** Length of the compressed file in bytes. */
  bytes: number;
}

/** A run of editions in which a document had one text, or did not exist. The first run may be one without the document. */
export interface Run {
  first: EditionKey;
  last: EditionKey;
  /** Null while the document did not exist. */
  version: ArchivedVersion | null;
  /** How many texts of its first day were dropped before it: their names are given to no other text. Absent for none. */
  dropped?: number;
}

export interface ArchivedVersion extends Place {
  /** Identifies the text apart from the days of its edition, see `textDigest`. */
  text: string;
  /** SHA-256 of the corpus file, hexadecimal. It is the file of the earliest edition with the text. */
  sha256: string;
}

/** What an edition has of a document. */
export interface Sighting {
  key: EditionKey;
  /** Null where the edition no longer has the document. */
  text: string | null;
  /** Stores the file, where the archive needs it. Never called for a text of null. */
  store: () => ArchivedVersion;
}

export interface KnownEditions {
  /** All editions of the document's title, in order, this one included. */
  editions: readonly EditionKey[];
  /** Those of them that had all documents of the title, in order: a document that was unknown so far was in none of them. */
  wholes: readonly EditionKey[];
}

/**
 * The name of a run's text, see `VERSION_NAME`: `2021-12-27~1` where it ended on its first day, by another text or by a removal.
 *
 * @param runs those of the document, also those without a text @param run one of them, with a text
 */
export function versionNameOf(runs: readonly Run[], run: Run): string {
  const { day } = run.first;
  if (runs[runs.indexOf(run) + 1]?.first.day !== day) return day;
  const ofDay = runs.filter(other => other.version !== null && other.first.day === day);
  const upToIt = ofDay.slice(0, ofDay.indexOf(run) + 1);
  return `${day}~${upToIt.length + droppedIn(upToIt)}`;
}

const droppedIn = (runs: readonly Run[]): number => runs.reduce((sum, { dropped = 0 }) => sum + dropped, 0);

/** Drops the oldest runs of a document. @param from the first that is kept */
export function runsFrom(runs: readonly Run[], from: number): Run[] {
  const [first, ...others] = runs.slice(from);
  if (!first) return [];
  const ofDay = runs.slice(0, from).filter(run => run.version && run.first.day === first.first.day);
  const dropped = ofDay.length + droppedIn([...ofDay, first]);
  return [dropped > 0 ? { ...first, dropped } : first, ...others];
}

const textOf = ({ version }: Run): string | null => version?.text ?? null;

/**
 * Enters what an edition has of a document. Editions may come in any order of their days.
 *
 * @param isCurrent whether this is the corpus of today: of several texts of one edition, its text is then the last
 * @returns the runs afterwards, in order; the same array where nothing is new
 */
export function withSighting(
  known: readonly Run[],
  sighting: Sighting,
  { editions, wholes }: KnownEditions,
  isCurrent: boolean,
): readonly Run[] {
  const { key, text } = sighting;
  // What never was is not removed.
  if (known.length === 0 && text === null) return known;
  const runs = known.length === 0 ? unknownIn(wholes, key) : known;
  const at = runs.findLastIndex(({ first }) => compareEditions(first, key) <= 0);
  const here = runs.slice(0, at + 1);
  const current = here.pop();
  const later = runs.slice(at + 1);
  if (current && textOf(current) === text) {
    if (compareEditions(current.last, key) >= 0) return runs;
    return [...here, { ...current, last: key }, ...later];
  }
  if (!isCurrent && isKnownIn(here, key, text)) return runs;
  const before = current ? [...here, endedBy(current, key, editions)] : here;
  const rest =
    current && compareEditions(current.last, key) > 0 ? [resumedAfter(current, key, editions)] : [];
  const [next, ...others] = later;
  if (next && rest.length === 0 && textOf(next) === text)
    return [...before, startingAt(next, sighting), ...others];
  return [...before, runOf(sighting), ...rest, ...later];
}

/** The run of a document that was in none of these editions. */
function unknownIn(wholes: readonly EditionKey[], key: EditionKey): Run[] {
  const others = wholes.filter(edition => compareEditions(edition, key) !== 0);
  const [first, last] = [others[0], others.at(-1)];
  return first && last ? [{ first, last, version: null }] : [];
}

/** Whether an earlier text of the same edition is this one. */
const isKnownIn = (runs: readonly Run[], key: EditionKey, text: string | null): boolean =>
  runs.some(run => compareEditions(run.first, key) === 0 && textOf(run) === text);

const runOf = ({ key, text, store }: Sighting): Run => ({
  first: key,
  last: key,
  version: text === null ? null : store(),
});

const startingAt = (run: Run, { key, store }: Sighting): Run => ({
  ...beginningAt(run, key),
  version: run.version && store(),
});

const beginningAt = ({ dropped, ...run }: Run, first: EditionKey): Run => ({
  ...run,
  first,
  ...(dropped !== undefined && first.day === run.first.day && { dropped }),
});

/** The part of a run before an edition with another text. */
function endedBy(run: Run, key: EditionKey, editions: readonly EditionKey[]): Run {
  if (compareEditions(run.last, key) <= 0) return run;
  const last = editions.findLast(edition => compareEditions(edition, key) < 0) ?? run.first;
  return { ...run, last: compareEditions(last, run.first) < 0 ? run.first : last };
}

/** The part of a run behind an edition with another text. Its file is that of the whole run. */
function resumedAfter(run: Run, key: EditionKey, editions: readonly EditionKey[]): Run {
  const { dropped: _, ...rest } = run;
  return { ...rest, first: editions.find(edition => compareEditions(edition, key) > 0) ?? run.last };
}

/** Whether a document had this text already, and has it still. */
export function isStill(runs: readonly Run[] | undefined, key: EditionKey, text: string): boolean {
  const last = runs?.at(-1);
  return last?.version?.text === text && compareEditions(last.first, key) <= 0;
}
