import fs from 'node:fs';
import path from 'node:path';
import { ArchiveAppend } from '../archive/append.ts';
import { type ArchiveRoot, archiveDigest } from '../archive/archive.ts';
import { type NotedDocument, NotedDocuments, partOfHistory } from '../archive/noted-documents.ts';
import { UsageError } from '../common/command-line.ts';
import { isDated } from '../contract/levels.ts';
import { documentPath } from '../contract/paths.ts';
import { sourceOf } from '../contract/sources.ts';
import type { EditionKey } from '../contract/version.ts';
import { sourceOfPart } from '../files/manifest/parts.ts';
import type { Making } from '../state/header.ts';
import type { StateStore } from '../state/store.ts';
import type { Ledger } from './ledger.ts';

export interface ArchiveOptions {
  /** The folder of the archive. */
  folder: string;
  /** The day to which the corpus is current, YYYY-MM-DD; null: documents tell it. */
  asOf: string | null;
}

/** The documents of a build on their way into the archive. */
export class ArchivedDocuments {
  readonly noted: NotedDocuments;
  readonly #options: ArchiveOptions;
  readonly #append: ArchiveAppend;

  /** @param scratch for files that the build removes @throws LockedError, ArchiveDamage */
  constructor(options: ArchiveOptions, scratch: string) {
    this.#options = options;
    this.noted = new NotedDocuments(path.join(scratch, 'archive'));
    this.#append = new ArchiveAppend(options.folder);
  }

  /**
   * Enters what the build has read. It is in the archive after `commit`, and can be read before.
   *
   * @param hasProblems some files could not be read: no document counts as removed
   * @throws UsageError for undated documents
   */
  enter({ ledger, store, staging, hasProblems }: Entering): EnteredDocuments {
    const touched = new Map<string, Set<string>>();
    const removed = hasProblems ? new Map<string, Set<string>>() : removedByPart(ledger, store);
    const undated: string[] = [];
    const parts = new Set([...this.noted.parts, ...removed.keys()]);
    for (const part of [...parts].sort()) {
      const source = sourceOfPart(part);
      const noted = this.noted.of(part);
      const seen = Array.from(noted.values()).flatMap(document => {
        const key = this.#editionOf(document);
        if (!key) undated.push(document.file.path);
        const markdown = documentPath(source, document.identifier, 'markdown');
        const read = () => fs.readFileSync(path.join(staging, markdown));
        return key ? [{ identifier: document.identifier, text: document.text, ...key, read }] : [];
      });
      // Nobody says when a document of an issue was removed.
      const isOpen = hasProblems || (isDated(source) && this.#options.asOf === null);
      const gone = isOpen ? [] : ledger.isAfresh ? 'all' : (removed.get(part) ?? []);
      const changed = this.#append.enter({
        ...{ name: part, seen, gone, edition: this.#givenEdition, isCurrent: true },
      });
      touched.set(part, new Set([...changed, ...noted.keys(), ...(removed.get(part) ?? [])]));
    }
    if (undated.length > 0) throw new UsageError(undatedText(undated));
    const { folder } = this.#options;
    const root = this.#append.stage();
    return {
      ...{ folder, root, mark: { folder: path.resolve(folder), digest: archiveDigest(root) } },
      touched: ledger.isAfresh ? null : touched,
      notedIn: part => this.noted.of(part),
    };
  }

  /** Makes what was entered part of the archive. */
  commit(): void {
    this.#append.commit();
  }

  close(): void {
    this.#append.close();
  }

  get #givenEdition(): EditionKey | null {
    const { asOf } = this.#options;
    return asOf === null ? null : { day: asOf, edition: asOf };
  }

  /** A document of an issue keeps its day. */
  #editionOf({ file, edition }: NotedDocument): EditionKey | null {
    if (edition && isDated(sourceOf(file.source))) return edition;
    return this.#givenEdition ?? edition;
  }
}

/** What the versions of documents are made of. */
export interface EnteredDocuments {
  folder: string;
  root: ArchiveRoot;
  mark: NonNullable<Making['archive']>;
  /** By part of the archive: identifiers of documents whose versions may be other than before; null: all. */
  touched: ReadonlyMap<string, ReadonlySet<string>> | null;
  /** The documents of a part that the build has read, by identifier: all that are touched and in the corpus. */
  notedIn(part: string): ReadonlyMap<string, NotedDocument>;
}

interface Entering {
  ledger: Ledger;
  store: StateStore;
  /** Has the Markdown of every noted document. */
  staging: string;
  hasProblems: boolean;
}

/** By part of the archive: identifiers of documents that are gone since the last build. */
function removedByPart(ledger: Ledger, store: StateStore): Map<string, Set<string>> {
  const parts = new Map<string, Set<string>>();
  for (const [part, identifiers] of ledger.parts)
    for (const identifier of identifiers) {
      if (store.withIdentifier(identifier)) continue;
      const name = partOfHistory(sourceOfPart(part), identifier);
      parts.set(name, (parts.get(name) ?? new Set()).add(identifier));
    }
  return parts;
}

const undatedText = ([first, ...others]: readonly string[]): string =>
  `Nothing tells the day to which ${first}${others.length > 0 ? ` and ${others.length} other documents are` : ' is'} current: say --as-of DATE.`;
