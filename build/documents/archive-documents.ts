import fs from 'node:fs';
import path from 'node:path';
import { ArchiveAppend, type SeenDocument } from '../archive/append.ts';
import { type ArchiveRoot, archiveDigest } from '../archive/archive.ts';
import { UndatedDocuments, UntoldDay } from '../archive/edition-day.ts';
import type { Keep } from '../archive/keep.ts';
import { NotedDocuments, type NotedPart, partOfHistory } from '../archive/noted-documents.ts';
import { isDated } from '../contract/levels.ts';
import { documentPath } from '../contract/paths.ts';
import type { Source } from '../contract/sources.ts';
import type { Problem } from '../corpus/problems.ts';
import { sourceOfPart } from '../files/manifest/parts.ts';
import type { ArchiveMark, VersionPlaces } from '../state/header.ts';
import type { StateStore } from '../state/store.ts';
import type { Ledger } from './ledger.ts';

export interface ArchiveOptions {
  /** The folder of the archive. */
  folder: string;
  /** The day to which the corpus is current, YYYY-MM-DD; null: documents tell it. */
  asOf: string | null;
  /** Absent: in files. */
  versions?: VersionPlaces;
  /** Which versions are kept; absent or null: all. */
  keep?: Keep | null;
  /** Refuse to enter anything: nobody tells the day of what is new. */
  entersNothing?: boolean;
  /** The last day that a build of the tree was told; absent or null: none was. */
  told?: string | null;
}

/** The documents of a build on their way into the archive. */
export class ArchivedDocuments {
  readonly noted: NotedDocuments;
  readonly options: ArchiveOptions;
  readonly #append: ArchiveAppend;
  /** Identifiers of documents whose files can no longer be read. */
  readonly leftOut = new Set<string>();

  /** @param scratch for files that the build removes @throws LockedError, ArchiveDamage */
  constructor(options: ArchiveOptions, scratch: string) {
    this.options = options;
    this.noted = new NotedDocuments(path.join(scratch, 'archive'));
    this.#append = new ArchiveAppend(options.folder, options.keep ?? null);
  }

  /** Of the archive as it is under the lock, before anything is entered. */
  get digest(): string {
    return archiveDigest(this.#append.root);
  }

  /**
   * Enters what the build has read. It is in the archive after `commit`, and can be read before.
   *
   * A document whose file can no longer be read is not removed. Where nobody knows the document of such a file, none of its source is.
   *
   * @throws UndatedDocuments, UntoldDay
   */
  enter({ ledger, store, staging, problems, formerProblems }: Entering): EnteredDocuments {
    /** Documents that the build has not read, by part: others are noted. */
    const touched = this.#append.bound();
    const removed = removedByPart(ledger, store);
    const { asOf } = this.options;
    const undated: string[] = [];
    const [isSound, wasSound] = [problems, formerProblems].map(soundSources) as [IsSound, IsSound];
    const isMended = (part: string): boolean => !wasSound(sourceOfPart(part)) && isSound(sourceOfPart(part));
    const parts = new Set([
      ...this.noted.parts,
      ...removed.keys(),
      ...[...this.#append.parts].filter(isMended),
    ]);
    for (const part of [...parts].sort()) {
      const source = sourceOfPart(part);
      const noted = this.noted.of(part);
      const seen: SeenDocument[] = [];
      for (const { identifier, text, edition: key, file } of noted.documents()) {
        if (!key) undated.push(file.path);
        const read = () => fs.readFileSync(path.join(staging, documentPath(source, identifier, 'markdown')));
        if (key)
          seen.push({ identifier, text, ...key, isGiven: asOf !== null && key.edition === asOf, read });
      }
      // Nobody says when a document of an issue was removed.
      const isOpen = isDated(source) && asOf === null;
      const isWhole = isSound(source);
      const isAll = (isWhole && ledger.isAfresh) || isMended(part);
      const isGone = (identifier: string): boolean =>
        !isOpen &&
        (isAll || (removed.get(part)?.has(identifier) ?? false)) &&
        !this.leftOut.has(identifier) &&
        !store.withIdentifier(identifier);
      const changed = this.#append.enter({
        ...{ name: part, seen, isGone, isWhole: isWhole && !isDated(source) },
        edition: asOf === null ? null : { day: asOf, edition: asOf },
        isCurrent: true,
      });
      if (changed.size > 0) this.#checkDay(source, seen);
      if (ledger.isAfresh) continue;
      const others = [...changed, ...(removed.get(part) ?? [])].filter(each => !noted.has(each));
      touched.set(part, new Set([...(touched.get(part) ?? []), ...others]));
    }
    if (undated.length > 0) throw new UndatedDocuments(undated);
    const { folder } = this.options;
    const root = this.#append.stage();
    return {
      ...{ folder, root, mark: { folder: path.resolve(folder), digest: archiveDigest(root) } },
      touchedIn: part =>
        ledger.isAfresh
          ? null
          : new Set([...this.noted.of(part).identifiers(), ...(touched.get(part) ?? [])]),
      notedIn: part => this.noted.of(part),
    };
  }

  /** @param seen in a part of which something is new @throws UntoldDay */
  #checkDay(source: Source, seen: readonly SeenDocument[]): void {
    const { folder, asOf, told, entersNothing } = this.options;
    if (entersNothing)
      throw new UntoldDay(
        `Nothing tells the day of what is new in the corpus beside the archive ${folder}: an earlier build of this tree was told its own, ${asOf} (--as-of).`,
      );
    if (!told || asOf !== null || isDated(source)) return;
    const early = seen.find(({ day }) => day < told);
    if (early)
      throw new UntoldDay(
        `Refused: ${early.identifier} would be entered into the archive as of ${early.day}, before ${told}, the day that an earlier build of this tree was told. Tree and archive are as they were. Say the day of the corpus: --as-of DATE, which may be ${early.day}.`,
      );
  }

  /** Makes what was entered part of the archive. */
  commit(): void {
    this.#append.commit();
  }

  close(): void {
    this.#append.close();
  }
}

/** What the versions of documents are made of. */
export interface EnteredDocuments {
  folder: string;
  root: ArchiveRoot;
  mark: ArchiveMark;
  /** Identifiers of the documents of a part whose versions may be other than before; null: all. */
  touchedIn(part: string): ReadonlySet<string> | null;
  /** The documents of a part that the build has read. */
  notedIn(part: string): NotedPart;
}

interface Entering {
  ledger: Ledger;
  store: StateStore;
  /** Has the Markdown of every noted document. */
  staging: string;
  problems: readonly Problem[];
  /** Those of the last build. */
  formerProblems: readonly Problem[];
}

type IsSound = (source: Source) => boolean;

/** Tells the sources of which all files could be read. */
const soundSources = (problems: readonly Problem[]): IsSound => {
  const unsound = new Set(problems.map(({ path: file }) => file.slice(0, file.indexOf('/'))));
  return ({ id }) => !unsound.has(id);
};

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
