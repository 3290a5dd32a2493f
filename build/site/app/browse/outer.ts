import { innerLevels, outerLevel } from '../../../contract/levels.ts';
import type { Source } from '../../../contract/sources.ts';

/** Answers of the API about outermost levels, such as titles. The source's levels name their fields. */

/** `data` of one level's answer, or an item of the list. */
export type OuterData = Readonly<Record<string, unknown>>;

export interface Outer {
  number: number;
  name: string | null;
  count: number;
  /** Null for sources without official titles. */
  isPositiveLaw: boolean | null;
  innerCount: number;
  /** Empty in the list of all. */
  inner: readonly Inner[];
}

export interface Inner {
  number: string;
  name: string | null;
  count: number;
}

export function outerOf(source: Source, data: OuterData): Outer {
  const outer = outerLevel(source);
  const [inner] = innerLevels(source);
  const all = inner ? ((data[inner.plural] ?? []) as readonly OuterData[]) : [];
  return {
    number: Number(data[outer.field]),
    name: textOf(data[`${outer.name}_name`]),
    count: Number(data.document_count),
    isPositiveLaw: typeof data.positive_law === 'boolean' ? data.positive_law : null,
    innerCount: inner ? Number(data[`${inner.name}_count`] ?? all.length) : 0,
    inner: inner
      ? all.map(each => ({
          number: String(each[inner.field]),
          name: textOf(each[`${inner.name}_name`]),
          count: Number(each.document_count),
        }))
      : [],
  };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
