import { levelsOf } from '../../../contract/document-levels.ts';
import { innerLevels, outerLevel } from '../../../contract/levels.ts';
import type { Source } from '../../../contract/sources.ts';
import { webPathOfPlace } from '../../../contract/web-path.ts';
import type { ListItem } from '../api-types.ts';
import { longDate } from '../format.ts';

/** Neighbors of a list that stand under one heading: sections of a title, chapter or part, documents of a day. */
export interface Group {
  key: string;
  /** `Chapter 1`, a date; null for those that belong to nothing. */
  heading: string | null;
  /** What it is called. */
  name: string | null;
  /** A web path. */
  to: string | null;
  items: ListItem[];
}

/** What documents of a list are grouped by, given its order: the name of a level, or the day. Null: neighbors have nothing in common. */
export type GroupBy = string | null;

/** The level that the documents of an outermost level stand under: the part, or the chapter where there are no parts. */
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
    // The laws of an appendix have names and no numbers.
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
