import { isDate } from '../contract/dates.ts';
import { type Run, runsFrom } from './history.ts';

/** Which versions an archive keeps: so many of each document, or those that were in force on a day or later (YYYY-MM-DD). */
export type Keep = { versions: number } | { since: string };

/** @returns null for a text that is neither */
export function readKeep(text: string): Keep | null {
  if (/^[1-9]\d{0,5}$/.test(text)) return { versions: Number(text) };
  return isDate(text) ? { since: text } : null;
}

/** Identifies a choice in the archive. */
export const keepText = (keep: Keep): string => ('since' in keep ? keep.since : String(keep.versions));

/**
 * The runs of a document that are kept: always the newest version, unless the document is gone and everything of it is too old.
 *
 * @returns the same array where no version is dropped
 */
export function keptRuns(runs: readonly Run[], keep: Keep): readonly Run[] {
  const from = 'since' in keep ? firstSince(runs, keep.since) : firstOfNewest(runs, keep.versions);
  return runs.slice(0, from).some(({ version }) => version) ? runsFrom(runs, from) : runs;
}

/**
 * Since when all versions of a document are kept that lost some: before that day nobody knows what it said, or whether it was there.
 *
 * @param before its runs, at least one @param now what is left of them
 */
export const keptSince = (before: readonly Run[], now: readonly Run[]): string =>
  (now[0] ?? (before.at(-1) as Run)).first.day;

/** The first run that has a version, and did not end before that day. */
function firstSince(runs: readonly Run[], day: string): number {
  const at = runs.findIndex(({ version }, i) => {
    const next = runs[i + 1];
    return version !== null && (next === undefined || next.first.day > day);
  });
  return at < 0 ? runs.length : at;
}

function firstOfNewest(runs: readonly Run[], count: number): number {
  const versions = runs.flatMap(({ version }, i) => (version ? [i] : []));
  return versions.at(-count) ?? 0;
}
