import { columnOf, type SourceCatalog } from '../contract/catalog.ts';
import { spanOf } from '../contract/column.ts';
import { compareChapters } from '../contract/identifier.ts';
import { monthUrl, titleUrl, yearUrl } from '../contract/paths.ts';
import type { Metadata, Source } from '../contract/sources.ts';
import type { OfficialTitle } from '../corpus/sources/entry.ts';
import { corpusOf } from '../corpus/sources.ts';

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

class ChapterTally {
  count = 0;
  readonly names = new Tally<string>();
}

class TitleTally {
  count = 0;
  readonly names = new Tally<string>();
  readonly positiveLaw = new Tally<boolean>();
  readonly chapters = new Map<string, ChapterTally>();

  add(metadata: Metadata, isOfTitleItself: boolean): void {
    this.count++;
    if (isOfTitleItself) {
      if (typeof metadata.title_name === 'string') this.names.add(metadata.title_name);
      if (typeof metadata.positive_law === 'boolean') this.positiveLaw.add(metadata.positive_law);
    }
    if (typeof metadata.chapter_number === 'string') {
      const chapter = this.chapters.get(metadata.chapter_number) ?? new ChapterTally();
      this.chapters.set(metadata.chapter_number, chapter);
      chapter.count++;
      if (typeof metadata.chapter_name === 'string') chapter.names.add(metadata.chapter_name);
    }
  }

  detail(title_number: number, official: OfficialTitle): TitleDetail {
    const chapters = [...this.chapters].sort(([a], [b]) => compareChapters(a, b));
    return {
      title_number,
      title_name: this.names.commonest() ?? official.name,
      document_count: this.count,
      positive_law: this.positiveLaw.commonest() ?? official.positiveLaw,
      chapters: chapters.map(([chapter_number, { names, count }]) => ({
        chapter_number,
        chapter_name: names.commonest() ?? null,
        document_count: count,
      })),
    };
  }
}

/** An official title of a source, count 0 where the catalog has no documents of it. @param number from 1 on */
export function titleDetail(catalog: SourceCatalog, number: number): TitleDetail {
  const { source } = catalog;
  const column = columnOf(catalog, 'title_number');
  const [from, to] = spanOf(column, 'equals', number);
  const tally = new TitleTally();
  for (const ordinal of column.order.subarray(from, to)) {
    const metadata: Metadata = JSON.parse(catalog.item(ordinal)).metadata;
    // An appendix (/us/usc/t5a/…) counts for its title but is a poor witness of the title's name.
    tally.add(metadata, catalog.identifier(ordinal).startsWith(`${source.namespace}t${number}/`));
  }
  return tally.detail(number, corpusOf(source.id).titles[number - 1] as OfficialTitle);
}

/** The numbers of all official titles of a source. */
export const titleNumbers = ({ id }: Source): number[] => corpusOf(id).titles.map((_, i) => i + 1);

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
