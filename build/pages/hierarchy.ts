import { compareChapters } from '../contract/identifier.ts';
import { looseKey } from '../contract/loose.ts';
import { monthUrl, titleUrl, yearUrl } from '../contract/paths.ts';
import type { OfficialTitle } from '../contract/sources/entry.ts';
import type { Metadata, Source } from '../contract/sources.ts';
import { officialTitle } from '../contract/titles.ts';
import { columnOf, type SourceCatalog } from '../formats/catalog.ts';
import { spanOf } from '../formats/column.ts';

/** Titles and chapters, years and months (build/contract/README.md, Hierarchy). */

export interface TitleDetail {
  title_number: number;
  title_name: string;
  document_count: number;
  positive_law: boolean;
  chapters: { chapter_number: string; chapter_name: string | null; document_count: number }[];
}

export interface YearDetail {
  year: number;
  document_count: number;
  months: { month: number; document_count: number; url: string }[];
}

/** Counts values and tells the commonest; of equally common ones the first seen. */
class Tally<T> {
  readonly #counts = new Map<T, number>();

  add(value: T): void {
    this.#counts.set(value, (this.#counts.get(value) ?? 0) + 1);
  }

  commonest(): T | undefined {
    let best: T | undefined;
    let bestCount = 0;
    for (const [value, count] of this.#counts) {
      if (count > bestCount) [best, bestCount] = [value, count];
    }
    return best;
  }
}

interface ChapterTally {
  number: string;
  count: number;
  names: Tally<string>;
}

/** The chapters of a title, in the order of their first documents. Several may have one number: they are told apart by their names. */
class ChapterTallies {
  readonly #chapters = new Map<string, ChapterTally>();
  /** By number those that documents without a name of their chapter belong to, as far as that can be told. */
  readonly #nameless = new Map<string, number>();

  add({ chapter_number: number, chapter_name: name }: Metadata): void {
    if (typeof number !== 'string') return;
    if (typeof name !== 'string') {
      this.#nameless.set(number, (this.#nameless.get(number) ?? 0) + 1);
      return;
    }
    const chapter = this.#at(number, looseKey(name));
    chapter.count++;
    chapter.names.add(name);
  }

  detail(): TitleDetail['chapters'] {
    for (const [number, count] of this.#nameless) {
      const named = [...this.#chapters.values()].filter(chapter => chapter.number === number);
      const chapter = named.length === 1 ? (named[0] as ChapterTally) : this.#at(number, '');
      chapter.count += count;
    }
    return [...this.#chapters.values()]
      .sort((a, b) => compareChapters(a.number, b.number))
      .map(({ number, names, count }) => ({
        chapter_number: number,
        chapter_name: names.commonest() ?? null,
        document_count: count,
      }));
  }

  #at(number: string, name: string): ChapterTally {
    const key = JSON.stringify([number, name]);
    const chapter = this.#chapters.get(key) ?? { number, count: 0, names: new Tally<string>() };
    this.#chapters.set(key, chapter);
    return chapter;
  }
}

/** An official title of a source, count 0 where the catalog has no documents of it. @param number from 1 on */
export function titleDetail(catalog: SourceCatalog, number: number): TitleDetail {
  const { name, positiveLaw } = officialTitle(catalog.source, number) as OfficialTitle;
  const column = columnOf(catalog, 'title_number');
  const [from, to] = spanOf(column, 'equals', number);
  const chapters = new ChapterTallies();
  for (const ordinal of column.order.subarray(from, to))
    chapters.add(JSON.parse(catalog.item(ordinal)).metadata);
  return {
    title_number: number,
    title_name: name,
    document_count: to - from,
    positive_law: positiveLaw,
    chapters: chapters.detail(),
  };
}

/** The numbers of all official titles of a source. */
export const titleNumbers = ({ titles }: Source): number[] => titles.map((_, i) => i + 1);

export const titleDetails = (catalog: SourceCatalog): TitleDetail[] =>
  titleNumbers(catalog.source).map(number => titleDetail(catalog, number));

/** An item of `/api/<source>/titles`. */
export const titleSummary = (
  source: Source,
  { title_number, title_name, document_count, positive_law, chapters }: TitleDetail,
) => ({
  title_number,
  title_name,
  document_count,
  chapter_count: chapters.length,
  positive_law,
  url: titleUrl(source, title_number),
});

export type TitleSummary = ReturnType<typeof titleSummary>;

/** Years in reverse chronological order, months in calendar order. */
export function yearDetails(catalog: SourceCatalog): YearDetail[] {
  const { source } = catalog;
  const years = new Map<number, YearDetail>();
  // The column's dates ascend, so months come in calendar order.
  const dates = catalog.columns.publication_date;
  dates?.values.forEach((date, code) => {
    const [year = 0, month = 0] = String(date).split('-').map(Number);
    const count = (dates.starts[code + 1] as number) - (dates.starts[code] as number);
    const detail = years.get(year) ?? { year, document_count: 0, months: [] };
    years.set(year, detail);
    detail.document_count += count;
    const last = detail.months.at(-1);
    if (last?.month === month) last.document_count += count;
    else detail.months.push({ month, document_count: count, url: monthUrl(source, year, month) });
  });
  return [...years.values()].reverse();
}

export const yearSummaries = (catalog: SourceCatalog, details: readonly YearDetail[]) =>
  details.map(({ year, document_count }) => ({ year, document_count, url: yearUrl(catalog.source, year) }));
