import { keywordField } from '../contract/keyword-fields.ts';
import { naturalOrderTo, sortNatural } from '../contract/natural-order.ts';
import type { Source } from '../contract/sources.ts';
import { NumberList } from '../files/number-list.ts';
import {
  type CatalogRecord,
  columnFields,
  columnOf,
  keywordFields,
  keywordsOf,
  type SourceCatalog,
  type StoredCatalog,
} from '../formats/catalog.ts';
import { at, type Column, type ColumnValue, partitionPoint } from '../formats/column.ts';
import { mergeColumn, NO_CODE } from './columns.ts';
import { type ItemStore, mergedItems } from './items.ts';
import { mergeKeywords } from './keywords.ts';

/** The usual spelling of each keyword, by field and key. */
type Labels = ReadonlyMap<string, ReadonlyMap<string, string>>;

/**
 * Makes the catalog of one source from records in any order, or from another catalog and what differs. It holds only the
 * identifier and the numbers of a document. A catalog in which few documents change is made by copying runs of numbers and
 * bytes.
 */
export class CatalogBuilder {
  readonly #source: Source;
  readonly #base: StoredCatalog | null;
  readonly #items: ItemStore;
  /** Slots of the documents that are left out; see `#sequence`. */
  readonly #dropped = new Set<number>();
  readonly #identifiers: string[] = [];
  /** For each of `columnFields`, the values of added records as codes. */
  readonly #columns: readonly AddedColumn[];
  /** For each of `keywordFields`, the added records that have a keyword, by its key. */
  readonly #keywords: readonly Map<string, number[]>[];

  /** @param base the catalog to start from; null to start from records alone */
  constructor(source: Source, base: StoredCatalog | null, items: ItemStore) {
    this.#source = source;
    this.#base = base;
    this.#items = items;
    this.#columns = columnFields(source).map(() => ({ codes: new NumberList(), known: new Map() }));
    this.#keywords = keywordFields(source).map(() => new Map());
  }

  /** Leaves a document of the base out. An added record may take its place. */
  drop(ordinal: number): void {
    this.#dropped.add(ordinal);
  }

  /** Leaves all added records with this identifier out. */
  dropAdded(identifier: string): void {
    const first = this.#base?.count ?? 0;
    for (const [i, added] of this.#identifiers.entries())
      if (added === identifier) this.#dropped.add(first + i);
  }

  add({ identifier, item, values, keywords }: CatalogRecord): void {
    const added = this.#identifiers.push(identifier) - 1;
    this.#items.add(item);
    for (const [i, { codes, known }] of this.#columns.entries()) {
      const value = values[i] ?? null;
      codes.push(value === null ? NO_CODE : codeIn(known, value));
    }
    for (const [i, field] of keywordFields(this.#source).entries()) {
      const keys = (keywords[i] ?? []).map(keywordField(field).keyOf);
      addKeywords(this.#keywords[i] as Map<string, number[]>, keys, added);
    }
  }

  /** Builds the catalog. @param labels by field and key, the usual spelling of each keyword that may differ from the base */
  build(labels: Labels): SourceCatalog {
    const base = this.#base;
    const baseCount = base?.count ?? 0;
    const slots = this.#sequence();
    const ordinals = new Uint32Array(baseCount + this.#identifiers.length).fill(NO_CODE);
    for (let ordinal = 0; ordinal < slots.length; ordinal++) ordinals[at(slots, ordinal)] = ordinal;
    const columns = columnFields(this.#source).map((field, i) => [field, this.#column(field, i, slots)]);
    const keywords = keywordFields(this.#source).map((field, i) => [
      field,
      mergeKeywords({
        base: base && keywordsOf(base, field),
        baseCount,
        added: this.#keywords[i] ?? new Map(),
        ordinals,
        keyOf: keywordField(field).keyOf,
        labels: labels.get(field) ?? new Map(),
      }),
    ]);
    return {
      source: this.#source,
      count: slots.length,
      identifier: ordinal => this.#identifierAt(at(slots, ordinal)),
      item: ordinal => this.#itemAt(at(slots, ordinal)),
      itemTable: () => mergedItems(slots, base, this.#items),
      columns: Object.fromEntries(columns),
      keywords: Object.fromEntries(keywords),
    };
  }

  /** Returns the slot of each ordinal. Slots of the base come first, then those of added records. */
  #sequence(): Uint32Array {
    const base = this.#base;
    const baseCount = base?.count ?? 0;
    const added = sortNatural(
      this.#identifiers.map((_, i) => i).filter(i => !this.#dropped.has(baseCount + i)),
      i => this.#identifiers[i] as string,
    );
    const slots = new Uint32Array(baseCount + this.#identifiers.length - this.#dropped.size);
    let [length, next] = [0, 0];
    const copyUpTo = (end: number): void => {
      for (; next < end; next++) if (!this.#dropped.has(next)) slots[length++] = next;
    };
    for (const i of added) {
      if (base) copyUpTo(countBefore(base, this.#identifiers[i] as string));
      slots[length++] = baseCount + i;
    }
    copyUpTo(baseCount);
    return slots;
  }

  #column(field: string, i: number, slots: Uint32Array): Column {
    const { codes, known } = this.#columns[i] as AddedColumn;
    const base = this.#base && { column: columnOf(this.#base, field), count: this.#base.count };
    return mergeColumn(base, { codes: codes.numbers(), values: [...known.keys()] }, slots);
  }

  #identifierAt(slot: number): string {
    const base = this.#base;
    if (base && slot < base.count) return base.identifier(slot);
    return this.#identifiers[slot - (base?.count ?? 0)] as string;
  }

  #itemAt(slot: number): string {
    const base = this.#base;
    return base && slot < base.count ? base.item(slot) : this.#items.at(slot - (base?.count ?? 0));
  }
}

interface AddedColumn {
  /** Per added record, its positions in `known`. */
  codes: NumberList;
  known: Map<ColumnValue, number>;
}

/** @param groups of one field @param added the position of the record among the added ones */
function addKeywords(groups: Map<string, number[]>, keys: readonly string[], added: number): void {
  for (const key of new Set(keys)) {
    const group = groups.get(key);
    if (group) group.push(added);
    else groups.set(key, [added]);
  }
}

function codeIn(known: Map<ColumnValue, number>, value: ColumnValue): number {
  const code = known.get(value) ?? known.size;
  if (code === known.size) known.set(value, code);
  return code;
}

/** Counts the documents before an identifier. This is the identifier's ordinal where the catalog has it. */
export function countBefore(catalog: SourceCatalog, identifier: string): number {
  const order = naturalOrderTo(identifier);
  return partitionPoint(catalog.count, ordinal => order(catalog.identifier(ordinal)) < 0);
}
