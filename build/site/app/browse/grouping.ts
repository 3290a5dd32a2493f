import type { Source } from '../../../contract/sources.ts';
import { nameOfTitle, titleLabel, titleWords } from '../../../contract/titles.ts';
import { webPathOfPlace } from '../../../contract/web-path.ts';
import type { ListItem } from '../api-types.ts';
import { label, longDate } from '../format.ts';

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

/** What documents of a list are grouped by, given its order; null where neighbors have nothing in common. */
export type GroupBy = 'title' | 'chapter' | 'part' | 'day' | null;

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

function headingOf(source: Source, { identifier, metadata }: ListItem, by: Exclude<GroupBy, null>): Heading {
  if (by === 'day') {
    const date = String(metadata.publication_date ?? '');
    if (date === '') return { ...NONE, heading: 'Without a date of publication' };
    return { key: date, heading: longDate(date), name: null, to: null };
  }
  const title = titleLabel({ source: source.id, identifier, metadata }) ?? undefined;
  const chapter = text(metadata.chapter_number);
  const number = text(metadata[`${by}_number`]);
  const ownName = text(metadata[`${by}_name`]);
  // The laws of an appendix have names and no numbers.
  if (number === null)
    return ownName === null ? NONE : { ...NONE, key: `${title} ${ownName}`, heading: ownName };
  const name = by === 'title' && title !== undefined ? nameOfTitle(source, title) : ownName;
  const word = by === 'title' && title !== undefined ? titleWords(title) : `${label(by)} ${number}`;
  return {
    // Each title has a chapter 1, and some have two.
    key: `${title} ${number} ${name}`,
    heading: word,
    name,
    to:
      title === undefined
        ? null
        : webPathOfPlace({
            view: by,
            source: source.id,
            title,
            ...(by !== 'title' && chapter !== null && { chapter }),
            ...(by === 'part' && { part: number }),
          }),
  };
}

const text = (value: unknown): string | null =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : null;
