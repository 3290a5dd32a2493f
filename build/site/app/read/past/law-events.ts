import type { EventKind } from '../../../../contract/credit-events.ts';
import type { LawEvent } from '../../../../contract/events.ts';
import type { VersionItem } from '../../../../contract/version.ts';
import { longDate } from '../../format.ts';

/** What the law itself tells of the history of a document, in words (build/contract/README.md, Events). */

export const KIND_WORDS: Readonly<Record<EventKind, string>> = {
  enacted: 'Enacted',
  amended: 'Amended',
  effective: 'Takes effect',
  transferred: 'Moved or renumbered',
  repealed: 'Repealed',
};

export const dayWords = ({ date }: Pick<LawEvent, 'date'>): string =>
  date === null ? 'On a day that is not told' : longDate(date);

/** Words that tell of an event. Headings of notes on effective dates do not name the law. */
export function citationWords({ kind, law, citation }: Pick<LawEvent, 'kind' | 'law' | 'citation'>): string {
  const name = kind === 'effective' && law !== null ? lawWords(law) : null;
  return name === null ? citation : `${citation} (${name})`;
}

/** `/us/pl/101/650/tVII` as `Public Law 101-650`, `/us/stat/61/633` as `61 Stat. 633`; null for others. */
function lawWords(law: string): string | null {
  const [, kind, first, second] = /^\/us\/(pl|stat)\/(\d+)\/(\d+)/.exec(law) ?? [];
  if (kind === undefined) return null;
  return kind === 'pl' ? `Public Law ${first}-${second}` : `${first} Stat. ${second}`;
}

/** The first text from an event on, and the one before it; null where none is held. */
export interface EventTexts {
  version: VersionItem;
  older: VersionItem | null;
}

/** @param versions newest first */
export function textsOf(
  { date, in_archive }: Pick<LawEvent, 'date' | 'in_archive'>,
  versions: readonly VersionItem[],
): EventTexts | null {
  const day = in_archive && date !== null ? versions.findLast(({ from }) => from >= date)?.from : undefined;
  // Of several texts of one day the last one stayed.
  const version = versions.find(({ from }) => from === day);
  if (!version) return null;
  return { version, older: versions.find(({ from }) => from < version.from) ?? null };
}
