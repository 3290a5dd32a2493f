import { partOfHistory } from '../../archive/noted-documents.ts';
import { innerLevels, levelNumber } from '../../contract/levels.ts';
import type { Metadata, Source } from '../../contract/sources.ts';
import { columnOf, type SourceCatalog } from '../../formats/catalog.ts';
import { groupsOf, groupValue } from '../../formats/column.ts';

/** The documents of a title, and the chapter or part of each. */

/** What a feed tells of a document. A title may have a hundred thousand: the metadata of few are held. */
export interface Known {
  metadata: () => Metadata;
  /** Of its chapter or part; null without one. */
  number: string | null;
}

/** @param part of the archive, `usc/t17` */
export function knownIn(catalog: SourceCatalog, part: string): Map<string, Known> {
  const known = new Map<string, Known>();
  const { byPart, numbers } = groupingOf(catalog);
  for (const ordinal of byPart.get(part) ?? []) {
    const metadata = (): Metadata => (JSON.parse(catalog.item(ordinal)) as { metadata: Metadata }).metadata;
    known.set(catalog.identifier(ordinal), { metadata, number: numbers[ordinal] ?? null });
  }
  return known;
}

/** The number of a document's chapter or part; null without one. */
export function numberIn(source: Source, metadata: Metadata): string | null {
  const level = innerLevels(source).at(-1);
  return level ? levelNumber(level, metadata[level.field]) : null;
}

interface Grouping {
  /** The documents of each title, by their part of the archive. */
  byPart: ReadonlyMap<string, readonly number[]>;
  numbers: readonly (string | null)[];
}

const GROUPINGS = new WeakMap<SourceCatalog, Grouping>();

/** Reads a catalog once, however many titles have feeds to make. */
function groupingOf(catalog: SourceCatalog): Grouping {
  const known = GROUPINGS.get(catalog);
  if (known) return known;
  const grouping = { byPart: ordinalsByPart(catalog), numbers: numbersIn(catalog) };
  GROUPINGS.set(catalog, grouping);
  return grouping;
}

function ordinalsByPart(catalog: SourceCatalog): Map<string, number[]> {
  const byPart = new Map<string, number[]>();
  for (let ordinal = 0; ordinal < catalog.count; ordinal++) {
    const part = partOfHistory(catalog.source, catalog.identifier(ordinal));
    const ordinals = byPart.get(part) ?? [];
    ordinals.push(ordinal);
    byPart.set(part, ordinals);
  }
  return byPart;
}

/** Of each document by its ordinal: as {@link numberIn}, without parsing its metadata. */
function numbersIn(catalog: SourceCatalog): (string | null)[] {
  const numbers = new Array<string | null>(catalog.count).fill(null);
  const level = innerLevels(catalog.source).at(-1);
  if (!level) return numbers;
  const column = columnOf(catalog, level.field);
  for (let code = 0; code < groupsOf(column); code++) {
    const number = levelNumber(level, groupValue(column, code));
    for (const ordinal of column.order.subarray(column.starts[code], column.starts[code + 1]))
      numbers[ordinal] = number;
  }
  return numbers;
}
