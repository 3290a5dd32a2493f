import { officialTitle } from '../contract/document-levels.ts';
import { innerLevels, levelUrl, outerLevel } from '../contract/levels.ts';
import { looseKey } from '../contract/loose.ts';
import { compareChapters } from '../contract/natural-order.ts';
import { twoDigits } from '../contract/paths.ts';
import type { Metadata, MetadataValue, Source } from '../contract/sources.ts';
import { columnOf, type SourceCatalog } from '../formats/catalog.ts';
import { spanOf } from '../formats/column.ts';

/** Outermost levels with their divisions: titles with chapters, years with months (build/contract/README.md, Hierarchy). */

/** A value of the outermost level of a source that is browsed by numbers: a title. */
export interface OuterDetail {
  number: number;
  name: string | null;
  /** Null for sources without official titles. */
  isPositiveLaw: boolean | null;
  count: number;
  inner: readonly InnerDetail[];
}

interface InnerDetail {
  number: string;
  name: string | null;
  count: number;
}

export interface YearDetail {
  year: number;
  document_count: number;
  months: { month: number; document_count: number; url: string }[];
}

/** Counts values and finds the most common; of equally common ones the first seen. */
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

interface InnerTally {
  number: string;
  count: number;
  names: Tally<string>;
}

/** The chapters of a title, in the order of their first documents. Chapters with the same number are distinguished by name. */
class InnerTallies {
  readonly #all = new Map<string, InnerTally>();
  /** Numbers of documents without a chapter name, by chapter number. */
  readonly #nameless = new Map<string, number>();

  add(number: MetadataValue | undefined, name: MetadataValue | undefined): void {
    if (typeof number !== 'string') return;
    if (typeof name !== 'string') {
      this.#nameless.set(number, (this.#nameless.get(number) ?? 0) + 1);
      return;
    }
    const tally = this.#at(number, looseKey(name));
    tally.count++;
    tally.names.add(name);
  }

  details(): InnerDetail[] {
    for (const [number, count] of this.#nameless) {
      const named = [...this.#all.values()].filter(tally => tally.number === number);
      const tally = named.length === 1 ? (named[0] as InnerTally) : this.#at(number, '');
      tally.count += count;
    }
    return [...this.#all.values()]
      .sort((a, b) => compareChapters(a.number, b.number))
      .map(({ number, names, count }) => ({ number, name: names.commonest() ?? null, count }));
  }

  #at(number: string, name: string): InnerTally {
    const key = JSON.stringify([number, name]);
    const tally = this.#all.get(key) ?? { number, count: 0, names: new Tally<string>() };
    this.#all.set(key, tally);
    return tally;
  }
}

/** Count 0 for an official title without documents. @param number from 1 on */
export function outerDetail(catalog: SourceCatalog, number: number): OuterDetail {
  const { source } = catalog;
  const outer = outerLevel(source);
  const [inner] = innerLevels(source);
  const official = officialTitle(source, number);
  const names = new Tally<string>();
  const tallies = new InnerTallies();
  const column = columnOf(catalog, outer.field);
  const [from, to] = spanOf(column, 'equals', number);
  for (const ordinal of column.order.subarray(from, to)) {
    const { metadata } = JSON.parse(catalog.item(ordinal)) as { metadata: Metadata };
    const name = metadata[`${outer.name}_name`];
    if (typeof name === 'string') names.add(name);
    if (inner) tallies.add(metadata[inner.field], metadata[`${inner.name}_name`]);
  }
  return {
    number,
    name: official?.name ?? names.commonest() ?? null,
    isPositiveLaw: official?.positiveLaw ?? null,
    count: to - from,
    inner: tallies.details(),
  };
}

/** All official numbers of the outermost level, or those of documents. */
export function outerNumbers(catalog: SourceCatalog): number[] {
  const { official, field } = outerLevel(catalog.source);
  return official.length > 0 ? official.map((_, i) => i + 1) : columnOf(catalog, field).values.map(Number);
}

const positiveLaw = ({ isPositiveLaw }: OuterDetail) =>
  isPositiveLaw === null ? {} : { positive_law: isPositiveLaw };

/** The data of `/api/<source>/titles/<number>`. */
export function outerData(source: Source, detail: OuterDetail) {
  const outer = outerLevel(source);
  const [inner] = innerLevels(source);
  return {
    [outer.field]: detail.number,
    [`${outer.name}_name`]: detail.name,
    document_count: detail.count,
    ...positiveLaw(detail),
    ...(inner && {
      [inner.plural]: detail.inner.map(({ number, name, count }) => ({
        [inner.field]: number,
        [`${inner.name}_name`]: name,
        document_count: count,
      })),
    }),
  };
}

/** An item of `/api/<source>/titles`. */
export function outerSummary(source: Source, detail: OuterDetail) {
  const outer = outerLevel(source);
  const [inner] = innerLevels(source);
  return {
    [outer.field]: detail.number,
    [`${outer.name}_name`]: detail.name,
    document_count: detail.count,
    ...(inner && { [`${inner.name}_count`]: detail.inner.length }),
    ...positiveLaw(detail),
    url: levelUrl(source, detail.number),
  };
}

export type OuterSummary = ReturnType<typeof outerSummary>;

/** Years in reverse chronological order, months in calendar order. */
export function yearDetails(catalog: SourceCatalog): YearDetail[] {
  const { source } = catalog;
  const years = new Map<number, YearDetail>();
  // The column's dates ascend, so months come in calendar order.
  const dates = catalog.columns[outerLevel(source).field];
  dates?.values.forEach((date, code) => {
    const [year = 0, month = 0] = String(date).split('-').map(Number);
    const count = (dates.starts[code + 1] as number) - (dates.starts[code] as number);
    const detail = years.get(year) ?? { year, document_count: 0, months: [] };
    years.set(year, detail);
    detail.document_count += count;
    const last = detail.months.at(-1);
    if (last?.month === month) last.document_count += count;
    else detail.months.push({ month, document_count: count, url: levelUrl(source, year, twoDigits(month)) });
  });
  return [...years.values()].reverse();
}

export const yearSummaries = (catalog: SourceCatalog, details: readonly YearDetail[]) =>
  details.map(({ year, document_count }) => ({ year, document_count, url: levelUrl(catalog.source, year) }));
