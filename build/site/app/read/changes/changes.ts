import type { ChangeKind, LevelChange } from '../../../../contract/level-changes.ts';
import type { SourceId } from '../../../../contract/sources.ts';
import { webPathOf } from '../../../../contract/web-path.ts';
import { CHANGES } from '../../changes-tab.ts';
import { count, counted, longDate } from '../../format.ts';

/** What changed in a level: its days, its words and its links (build/contract/README.md, Changes of a level). */

/** `data` of the file of a title, as far as this view reads it. */
export interface TitleHistory {
  /** The day of the first edition that is held. */
  from: string;
  /** Lists of identifiers of levels, to which rows refer. */
  levels: string[][];
  changed: [identifier: string, ...runs: Run[]][];
}

type Run = [day: string, title?: string, status?: string, levels?: number, was?: string];

/** Editions of a title. */
export interface Editions {
  /** The days of those that changed anything in a level, newest first. */
  days: readonly string[];
  /** The day of the first one. */
  first: string;
}

export function editionsOf(history: TitleHistory | null, identifier: string): Editions | null {
  if (!history) return null;
  const { from, levels, changed } = history;
  const isIn = (run: Run | undefined): boolean => levels[run?.[3] ?? -1]?.includes(identifier) ?? false;
  const days = changed.flatMap(([, ...runs]) =>
    runs.flatMap((run, i) => (i > 0 && (isIn(run) || isIn(runs[i - 1])) ? [run[0]] : [])),
  );
  return { days: [...new Set(days)].sort().reverse(), first: from };
}

/** Changes after one day and until another; `to` is null for today. */
export interface Days {
  from: string;
  to: string | null;
}

/**
 * The days that are shown: those of the address, else those of the newest edition that changed anything.
 *
 * @param edition null while it is loading, and where none is held
 * @returns null where there are none to ask for
 */
export function daysShown(search: string, edition: Editions | null): Days | null {
  const params = new URLSearchParams(search);
  const [from, to] = [params.get('from') || null, params.get('to') || null];
  if (from !== null) return { from, to };
  if (!edition) return null;
  const last = to ?? edition.days[0];
  if (last === undefined || last <= edition.first) return null;
  return { from: edition.days.find(day => day < last) ?? edition.first, to: last };
}

/** The address of the view. @param level the web path of its page @param query days, and where a further page begins */
export const changesPath = (level: string, query: Readonly<Record<string, string | null>>): string =>
  level +
  CHANGES +
  Object.entries(query)
    .map(([name, value]) => (value === null ? '' : `&${name}=${value}`))
    .join('');

const KINDS: Readonly<Record<ChangeKind, string>> = {
  added: 'Added',
  amended: 'Amended',
  renumbered: 'Renumbered',
  removed: 'Removed or repealed',
};

export const changeWords = ({ change, amended }: Pick<LevelChange, 'change' | 'amended'>): string =>
  amended === 'notes' ? 'Notes amended' : KINDS[change];

/** `3 changes after May 1, 2019, until today: 2 amended, 1 added.` */
export function summaryOf({ from, to }: Days, counts: Readonly<Record<ChangeKind, number>>): string {
  const kinds = (Object.keys(KINDS) as ChangeKind[]).filter(kind => counts[kind] > 0);
  const total = kinds.reduce((sum, kind) => sum + counts[kind], 0);
  const time = `after ${longDate(from)}, until ${to === null ? 'today' : longDate(to)}`;
  if (total === 0) return `Nothing changed ${time}.`;
  const each = kinds.map(kind => `${count(counts[kind])} ${KINDS[kind].toLowerCase()}`);
  return `${counted(total, 'change')} ${time}: ${each.join(', ')}.`;
}

const NOT_HELD = 'No edition of this title is held here, so nobody knows what changed.';

/** Why there are no days to show. */
export const nothingWords = (editions: Editions | null): string =>
  editions
    ? `No edition that is held here changed anything until then; the first is that of ${longDate(editions.first)}.`
    : NOT_HELD;

/** What nobody knows of these days; null where all is known. @param known the day of the first edition that is held */
export function unknownOf({ from }: Days, known: string | null): string | null {
  if (known === null) return NOT_HELD;
  if (from >= known) return null;
  return `The first edition that is held here is of ${longDate(known)}: what changed before that day is not known.`;
}

/** Web paths of a change; null where there is nothing. */
export interface ChangeLinks {
  /** Of the document, or of its last text. */
  document: string;
  /** The text before, where no comparison has it. */
  former: string | null;
  redline: string | null;
}

export function linksOf(source: SourceId, change: LevelChange): ChangeLinks {
  const { identifier, was, from_version: before, to_version: after, diff_url } = change;
  const pathOf = (name: string): string => webPathOf({ source, identifier: name, metadata: {} });
  const path = pathOf(identifier);
  const former = before === null ? null : `${pathOf(was ?? identifier)}?on=${before}`;
  return {
    document: after === null && former !== null ? former : path,
    former: was === null ? null : former,
    redline: diff_url === null ? null : `${path}?from=${before}&to=${after}`,
  };
}
