import path from 'node:path';
import { CatalogBuilder, countBefore } from '../catalog/builder.ts';
import type { OpenCatalog } from '../common/catalog.ts';
import { keywordField } from '../contract/keyword-fields.ts';
import { SOURCES, type Source, type SourceId, sourceOf } from '../contract/sources.ts';
import type { CorpusFile } from '../corpus/file.ts';
import type { CorpusLevel } from '../corpus/level.ts';
import type { Timestamps } from '../corpus/timestamps.ts';
import { partOfLevels, partOfTitle } from '../files/manifest/structure-parts.ts';
import { Spool } from '../files/spool.ts';
import {
  type CatalogRecord,
  keywordFields,
  type SourceCatalog,
  type StoredCatalog,
} from '../formats/catalog.ts';
import { usualSpellings } from '../formats/keywords.ts';
import { type GroupKey, groupsOfDocument } from '../pages/group.ts';
import { ReferenceChanges } from '../references/changes.ts';
import type { DocumentState } from '../state/document.ts';
import type { StateStore } from '../state/store.ts';
import type { WrittenReference } from '../state/written-reference.ts';

/** The unfinished catalog of a source. */
interface Making {
  builder: CatalogBuilder;
  items: Spool;
}

/** Enters new, changed and removed documents into the state, the catalogs, and the lists of things to make again. */
export class Ledger {
  readonly #store: StateStore;
  readonly isAfresh: boolean;
  /** The published catalog; null where everything is made anew. */
  #base: { open: OpenCatalog; sources: ReadonlyMap<SourceId, StoredCatalog> } | null;
  readonly #folder: string;
  readonly #makings = new Map<SourceId, Making>();
  /** By source and field: how many more, or fewer, documents have a spelling of a keyword. */
  readonly #spellings = new Map<string, Map<string, number>>();
  /** By part of the manifest: identifiers of documents that were put or removed. Filled only where there is a base. */
  readonly parts = new Map<string, Set<string>>();
  /** Identifiers and aliases that may lead elsewhere than before, with the parts concerned. Empty without a base. */
  readonly aliases = new Map<string, Set<string>>();
  readonly groups = new Set<GroupKey>();
  /** Parts of the manifest with levels that may be other than before. Empty without a base. */
  readonly structures = new Set<string>();
  readonly references: ReferenceChanges;
  /** Corpus paths of documents that were put. Filled only where there is a base. */
  readonly put = new Set<string>();
  /** Identifiers of documents that were removed or replaced. */
  readonly removed = new Set<string>();

  /** @param base the published catalog, which the ledger closes; null for a cold build @param folder for waiting items */
  constructor(store: StateStore, base: OpenCatalog | null, folder: string) {
    this.#store = store;
    this.isAfresh = base === null;
    this.references = new ReferenceChanges(store.references, this.isAfresh);
    this.#base = base && {
      open: base,
      sources: new Map(base.sources.map(catalog => [catalog.source.id, catalog])),
    };
    this.#folder = folder;
  }

  /** @param before the earlier document of this path; null where there was none */
  enter(
    document: DocumentState,
    record: CatalogRecord,
    references: readonly WrittenReference[],
    before: DocumentState | null,
  ): void {
    const source = sourceOf(document.file.source);
    const isRecorded = before !== null && this.#isRecorded(source, before, record);
    this.references.enter(document, references, before, !isRecorded);
    if (before) this.#store.remove(before);
    this.#store.put(document);
    this.#touchPart(document);
    this.#touchAliases(document);
    if (this.#base) this.put.add(document.file.path);
    if (before) this.#forget(before, document);
    if (isRecorded) return;
    if (before) this.#takeOut(source, before);
    this.#makingOf(source).builder.add(record);
    this.#count(source, record.keywords, 1);
    this.#touchGroups(source, record);
  }

  remove(document: DocumentState): void {
    this.references.remove(document);
    this.#store.remove(document);
    this.#takeOut(sourceOf(document.file.source), document);
    this.#forget(document, null);
  }

  /** @param level what the file tells; null for one that describes no level */
  enterLevel(file: CorpusFile, timestamps: Timestamps, level: CorpusLevel | null): void {
    const before = this.isAfresh ? undefined : this.#store.levels.get(file.path);
    this.#store.levels.put(file, timestamps, level);
    if (JSON.stringify(before) !== JSON.stringify(level)) this.#touchLevels(before, level);
  }

  removeLevel(path: string): void {
    this.#touchLevels(this.#store.levels.get(path));
    this.#store.levels.remove(path);
  }

  #touchLevels(...levels: readonly (CorpusLevel | null | undefined)[]): void {
    if (!this.#base) return;
    for (const level of levels)
      if (level) this.structures.add(partOfTitle(sourceOf(level.source), level.path[0] ?? level));
  }

  /** Removes documents with colliding identifiers, whether this build or an earlier one put them. */
  removeAll(documents: readonly DocumentState[]): void {
    for (const document of documents) {
      this.#makings.get(document.file.source)?.builder.dropAdded(document.identifier);
      this.remove(document);
    }
  }

  /** @returns the catalogs of the new tree; null where they did not change */
  catalogs(): SourceCatalog[] | null {
    if (this.#base && this.#makings.size === 0) return null;
    return SOURCES.map(source => {
      const base = this.#base?.sources.get(source.id);
      if (base && !this.#makings.has(source.id)) return base;
      return this.#makingOf(source).builder.build(this.#labelsOf(source));
    });
  }

  /** Frees the catalogs. Nothing can be entered afterwards; the lists stay. */
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

  /** A document's own identifier may be an alias of another document. */
  #touchAliases({ part, identifier, aliases }: DocumentState): void {
    if (!this.#base) return;
    for (const alias of [identifier, ...aliases]) {
      const parts = this.aliases.get(alias) ?? new Set();
      this.aliases.set(alias, parts.add(part));
    }
  }

  #touchGroups(source: Source, record: Pick<CatalogRecord, 'values' | 'keywords'>): void {
    // Without a base all groups are made.
    if (!this.#base) return;
    for (const group of groupsOfDocument(source, record)) this.groups.add(group);
    const structure = partOfLevels(source, record.values);
    if (structure !== null) this.structures.add(structure);
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

  /** Whether the published catalog has the same record. */
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

  /** By field and key: the usual spelling of each keyword whose count changed. */
  #labelsOf(source: Source): Map<string, Map<string, string>> {
    return new Map(
      keywordFields(source).map(field => {
        const counts = this.#spellingsOf(source, field);
        const name = `${source.id}/${field}`;
        const { keyOf } = keywordField(field);
        for (const [spelling, by] of counts) this.#store.spellings.count(name, keyOf(spelling), spelling, by);
        if (!this.#base) return [field, usualSpellings(counts, keyOf)];
        const keys = Array.from(counts.keys(), keyOf);
        return [field, new Map(keys.map(key => [key, this.#store.spellings.usual(name, key) ?? '']))];
      }),
    );
  }
}
