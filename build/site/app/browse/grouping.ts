import { levelsOf } from '../../../contract/document-levels.ts';
import { innerLevels, outerLevel } from '../../../contract/levels.ts';
import type { Source } from '../../../contract/sources.ts';
import { webPathOfPlace } from '../../../contract/web-path.ts';
import type { ListItem } from '../api-types.ts';
import { longDate } from '../format.ts';

/** Neighboring documents of a list under one heading: sections of a title, chapter or part, or documents of a day. */
export interface Group {
  key: string;
  /** `Chapter 1`, or a date; null outside of all groups. */
  heading: string | null;
  name: string | null;
  to: string | null;
  items: ListItem[];
}

/** Name of the level, or `day`, by which a sorted list is grouped; null for no groups. */
export type GroupBy = string | null;

/** The level directly above the documents: the part, or the chapter where there are no parts. */
export const innermostLevel = (source: Source): GroupBy => innerLevels(source).at(-1)?.name ?? null;

export function groupsOf(source: Source, items: readonly ListItem[], by: GroupBy): Group[] {
  const groups: Group[] = [];
  for (const item of items) {
    const group = by === null ? NONE : headingOf(source, item, by);
    const last = groups.at(-1);
    if (last?.key === group.key) last.items.push(item);
    else groups.push({ ...group, items: [item] });
  }
  return groups;
}

type Heading = Omit<Group, 'items'>;
const NONE: Heading = { key: '', heading: null, name: null, to: null };

function headingOf(source: Source, { identifier, metadata }: ListItem, by: string): Heading {
  if (by === 'day') {
    const date = text(metadata[outerLevel(source).field]);
    if (date === null) return { ...NONE, heading: 'Without a date of publication' };
    return { key: date, heading: longDate(date), name: null, to: null };
  }
  const levels = levelsOf({ source: source.id, identifier, metadata });
  const own = levels.find(({ level }) => level.name === by);
  const outer = levels[0]?.number ?? null;
  if (!own || own.number === null) {
    // Laws of an appendix have names but no numbers.
    const name = own?.name ?? null;
    return name === null ? NONE : { ...NONE, key: `${outer} ${name}`, heading: name };
  }
  const above = levels.slice(0, levels.indexOf(own) + 1);
  const numbers = above.flatMap(({ level, number }) =>
    level.shown === 'page' && number !== null ? [[level.name, number]] : [],
  );
  return {
    // Each title has a chapter 1, and some have two.
    key: `${outer} ${own.number} ${own.name}`,
    heading: own.label,
    name: own.name,
    to:
      outer === null
        ? null
        : webPathOfPlace({ view: 'level', source: source.id, numbers: Object.fromEntries(numbers) }),
  };
}

const text = (value: unknown): string | null =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : null;
