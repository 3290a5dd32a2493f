import path from 'node:path';
import { CatalogBuilder, countBefore } from '../catalog/builder.ts';
import type { OpenCatalog } from '../common/catalog.ts';
import { keywordField } from '../contract/keyword-fields.ts';
import { SOURCES, type Source, type SourceId, sourceOf } from '../contract/sources.ts';
import { Spool } from '../files/spool.ts';
import {
  type CatalogRecord,
  keywordFields,
  type SourceCatalog,
  type StoredCatalog,
} from '../formats/catalog.ts';
import { usualSpellings } from '../formats/keywords.ts';
import { type GroupKey, groupsOfDocument } from '../pages/group.ts';
import type { DocumentState } from '../state/document.ts';
import type { StateStore } from '../state/store.ts';

/** The catalog of a source in the making. */
interface Making {
  builder: CatalogBuilder;
  items: Spool;
}

/**
 * Enters what becomes of each document: into the state, into the catalogs of the coming tree, and into the lists of what has to be
 * made anew. Whatever is neither put nor removed stays as it is.
 */
export class Ledger {
  readonly #store: StateStore;
  /** Whether everything is made afresh, whatever there was before. */
  readonly isAfresh: boolean;
  /** Of the published tree; null where everything is made afresh. */
  #base: { open: OpenCatalog; sources: ReadonlyMap<SourceId, StoredCatalog> } | null;
  readonly #folder: string;
  readonly #makings = new Map<SourceId, Making>();
  /** How many documents more, or fewer, have a spelling of a keyword, by source and field. */
  readonly #spellings = new Map<string, Map<string, number>>();
  /** By part of the manifest the identifiers of documents that were put or removed there. Kept where there is a base. */
  readonly parts = new Map<string, Set<string>>();
  /**
   * Identifiers that may lead to other documents than they did, be it as aliases or not, with the parts whose documents had or have them.
   * Kept where there is a base.
   */
  readonly aliases = new Map<string, Set<string>>();
  /** Groups of pages that have to be made anew. */
  readonly groups = new Set<GroupKey>();
  /** Paths in the corpus of documents that were put. Of interest, and kept, where there is a base. */
  readonly put = new Set<string>();
  /** Identifiers of documents that were removed, or put in place of themselves. */
  readonly removed = new Set<string>();

  /**
   * @param base the published catalog, which is closed with the ledger; null where everything is made afresh
   * @param folder where items may wait until the catalogs are written
   */
  constructor(store: StateStore, base: OpenCatalog | null, folder: string) {
    this.#store = store;
    this.isAfresh = base === null;
    this.#base = base && {
      open: base,
      sources: new Map(base.sources.map(catalog => [catalog.source.id, catalog])),
    };
    this.#folder = folder;
  }

  /** @param before what the document at this path was; null where there was none */
  enter(document: DocumentState, record: CatalogRecord, before: DocumentState | null): void {
    const source = sourceOf(document.file.source);
    if (before) this.#store.remove(before);
    this.#store.put(document);
    this.#touchPart(document);
    this.#touchAliases(document);
    if (this.#base) this.put.add(document.file.path);
    if (before) this.#forget(before, document);
    if (before && this.#isRecorded(source, before, record)) return;
    if (before) this.#takeOut(source, before);
    this.#makingOf(source).builder.add(record);
    this.#count(source, record.keywords, 1);
    this.#touchGroups(source, record);
  }

  remove(document: DocumentState): void {
    this.#store.remove(document);
    this.#takeOut(sourceOf(document.file.source), document);
    this.#forget(document, null);
  }

  /** Takes documents out that were put by this build, or before it, whichever of several with one identifier they are. */
  removeAll(documents: readonly DocumentState[]): void {
    for (const document of documents) {
      this.#makings.get(document.file.source)?.builder.dropAdded(document.identifier);
      this.remove(document);
    }
  }

  /** @returns the catalogs of the coming tree; null where they are those of the published one */
  catalogs(): SourceCatalog[] | null {
    if (this.#base && this.#makings.size === 0) return null;
    return SOURCES.map(source => {
      const base = this.#base?.sources.get(source.id);
      if (base && !this.#makings.has(source.id)) return base;
      return this.#makingOf(source).builder.build(this.#labelsOf(source));
    });
  }

  /** Lets the catalogs go: they cannot be read any more, and nothing can be entered. What was entered is still told. */
  async close(): Promise<void> {
    for (const { items } of this.#makings.values()) items.close();
    this.#makings.clear();
    this.#spellings.clear();
    const open = this.#base?.open;
    this.#base = null;
    await open?.close();
  }

  #forget(before: DocumentState, after: DocumentState | null): void {
    this.#touchPart(before);
    this.#touchAliases(before);
    if (after?.identifier !== before.identifier) this.removed.add(before.identifier);
  }

  #touchPart({ part, identifier }: DocumentState): void {
    if (!this.#base) return;
    const identifiers = this.parts.get(part) ?? new Set();
    this.parts.set(part, identifiers.add(identifier));
  }

  /** Its own identifier may be one that another document claims. */
  #touchAliases({ part, identifier, aliases }: DocumentState): void {
    if (!this.#base) return;
    for (const alias of [identifier, ...aliases]) {
      const parts = this.aliases.get(alias) ?? new Set();
      this.aliases.set(alias, parts.add(part));
    }
  }

  #touchGroups(source: Source, record: Pick<CatalogRecord, 'values' | 'keywords'>): void {
    // Where everything is made afresh, there is no need to know what.
    if (this.#base) for (const group of groupsOfDocument(source, record)) this.groups.add(group);
  }

  #takeOut(source: Source, document: DocumentState): void {
    const base = this.#base?.sources.get(source.id);
    if (base) {
      const ordinal = countBefore(base, document.identifier);
      if (ordinal < base.count && base.identifier(ordinal) === document.identifier)
        this.#makingOf(source).builder.drop(ordinal);
    }
    this.#count(source, document.keywords, -1);
    this.#touchGroups(source, document);
  }

  /** Whether a document's record is in the published catalog as it is. */
  #isRecorded(
    source: Source,
    before: DocumentState,
    { identifier, item, values, keywords }: CatalogRecord,
  ): boolean {
    const base = this.#base?.sources.get(source.id);
    if (!base || before.identifier !== identifier) return false;
    if (JSON.stringify([before.values, before.keywords]) !== JSON.stringify([values, keywords])) return false;
    const ordinal = countBefore(base, identifier);
    return ordinal < base.count && base.identifier(ordinal) === identifier && base.item(ordinal) === item;
  }

  #makingOf(source: Source): Making {
    let making = this.#makings.get(source.id);
    if (!making) {
      const items = new Spool(path.join(this.#folder, `items-${source.id}`));
      making = {
        items,
        builder: new CatalogBuilder(source, this.#base?.sources.get(source.id) ?? null, items),
      };
      this.#makings.set(source.id, making);
    }
    return making;
  }

  #count(source: Source, keywords: CatalogRecord['keywords'], by: number): void {
    for (const [i, field] of keywordFields(source).entries()) {
      const counts = this.#spellingsOf(source, field);
      for (const spelling of new Set(keywords[i])) counts.set(spelling, (counts.get(spelling) ?? 0) + by);
    }
  }

  #spellingsOf({ id }: Source, field: string): Map<string, number> {
    const name = `${id}/${field}`;
    const counts = this.#spellings.get(name) ?? new Map<string, number>();
    this.#spellings.set(name, counts);
    return counts;
  }

  /** By field and key the usual spelling of every keyword that documents more, or fewer, have. */
  #labelsOf(source: Source): Map<string, Map<string, string>> {
    return new Map(
      keywordFields(source).map(field => {
        const counts = this.#spellingsOf(source, field);
        const name = `${source.id}/${field}`;
        const { keyOf } = keywordField(field);
        for (const [spelling, by] of counts) this.#store.countSpelling(name, keyOf(spelling), spelling, by);
        if (!this.#base) return [field, usualSpellings(counts, keyOf)];
        const keys = Array.from(counts.keys(), keyOf);
        return [field, new Map(keys.map(key => [key, this.#store.usualSpelling(name, key) ?? '']))];
      }),
    );
  }
}
