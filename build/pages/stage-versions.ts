import fs from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import type { ArchiveRoot } from '../archive/archive.ts';
import { compareEditions } from '../archive/edition-order.ts';
import { heldText } from '../archive/held-text.ts';
import type { Run } from '../archive/history.ts';
import { IndexFile } from '../archive/index-file.ts';
import type { NotedDocument, NotedPart } from '../archive/noted-documents.ts';
import { ArchiveDamage, PackReader } from '../archive/packs.ts';
import { textDigest } from '../archive/text-digest.ts';
import { readVersion, versionContent } from '../archive/version-content.ts';
import { timestampOf } from '../contract/envelope.ts';
import { identifierProblem } from '../contract/identifier.ts';
import { isDated } from '../contract/levels.ts';
import type { Source } from '../contract/sources.ts';
import type { DocumentHistory, LevelDoubles } from '../contract/title-history.ts';
import {
  type EditionKey,
  editionOf,
  type VersionItem,
  versionFile,
  versionsFile,
} from '../contract/version.ts';
import { versionsBody } from '../contract/versions.ts';
import { readDocument } from '../corpus/document.ts';
import { fsPathOf } from '../corpus/file.ts';
import { HISTORY_FILE, subjectOfVersionFile } from '../files/document-file.ts';
import { partOfVersions, sourceOfPart } from '../files/manifest/parts.ts';
import { type Output, StagingWriter } from '../files/staging.ts';
import type { TreeParts } from '../publish/tree-parts.ts';
import type { DocumentState } from '../state/document.ts';
import type { VersionPlaces } from '../state/header.ts';
import type { StateStore } from '../state/store.ts';
import type { LevelTrees } from './level-trees.ts';
import {
  amendedIn,
  type KnownText,
  publishedHistories,
  TitleHistories,
  type TitleInput,
} from './title-histories.ts';
import { versionItems } from './version-items.ts';
import { wordsDigests } from './words-digest.ts';

export interface VersionsInput {
  /** Where the texts of former versions are, and where the last build left them. */
  places: { now: VersionPlaces; before: VersionPlaces | null };
  corpus: string;
  /** The published tree. */
  tree: string;
  staging: string;
  store: StateStore;
  treeParts: TreeParts;
  /** By part of the archive, of all that may be other than before: the levels that have the number of another one. */
  doubles: ReadonlyMap<string, LevelDoubles>;
  archive: {
    folder: string;
    root: ArchiveRoot;
    touchedIn(part: string): ReadonlySet<string> | null;
    notedIn(part: string): NotedPart;
  };
}

/** The parts of the manifest with versions. */
export interface StagedVersions {
  parts: {
    /** The part of the archive, `usc/t17`, and that of the manifest, `usc/versions/t17`. */
    archived: string;
    part: string;
    /** Whether it may be other than before. */
    isTouched: boolean;
  }[];
}

/** Returns the documents of a part whose versions may be other than before; null: all of them. */
const touchedIn = (
  part: string,
  archive: VersionsInput['archive'],
  { now, before }: VersionsInput['places'],
): ReadonlySet<string> | null => (now === before ? archive.touchedIn(part) : null);

/** Returns the doubles of all parts that may be other than before. */
export function doublesOf(
  trees: LevelTrees,
  archive: VersionsInput['archive'],
  places: VersionsInput['places'],
): VersionsInput['doubles'] {
  const touched = archive.root.parts.filter(({ name }) => touchedIn(name, archive, places)?.size !== 0);
  return new Map(touched.map(({ name }) => [name, trees.doublesIn(name)]));
}

/** Stages the former versions of documents and their lists, and their parts of the manifest: one for each part of the archive. */
export async function stageVersions(input: VersionsInput): Promise<StagedVersions> {
  const staged: StagedVersions = { parts: [] };
  const { treeParts, archive, places } = input;
  const packs = new PackReader(archive.folder);
  try {
    for (const entry of archive.root.parts) {
      // Other threads make pages meanwhile and wait for this thread.
      await setImmediate();
      const part = partOfVersions(entry.name);
      const touched = touchedIn(entry.name, archive, places);
      const isThere = treeParts.published.partOf(part) !== null;
      if (touched?.size === 0) {
        if (isThere) treeParts.keep(part);
        if (isThere) staged.parts.push({ archived: entry.name, part, isTouched: false });
        continue;
      }
      staged.parts.push({ archived: entry.name, part, isTouched: true });
      const index = new IndexFile(archive.folder, entry);
      const noted = archive.notedIn(entry.name);
      const doubles = input.doubles.get(entry.name) ?? [];
      const known = touched && knownHistories(input, entry.name, doubles);
      const keptSince = index.head.kept_since ?? null;
      const title = { part: entry.name, index, noted, doubles, keptSince };
      const versions = new VersionFiles(input, title, packs, known);
      const writer = new StagingWriter(input.staging);
      const isTouched = (file: string): boolean =>
        HISTORY_FILE.test(file) || (touched?.has(subjectOfVersionFile(file)?.identifier ?? '') ?? false);
      const outputs = () => versions.ofAll(touched);
      const isUsable = known !== null || isDated(sourceOfPart(entry.name));
      if (touched && isUsable && treeParts.restage(part, 'pages', { isTouched, outputs, writer })) continue;
      // Documents of a part without files had one version each.
      const all = versions.ofAll(!isThere && isUsable ? touched : null);
      treeParts.stage(part, 'pages', all, writer);
    }
  } finally {
    packs.close();
  }
  return staged;
}

/** The published part of the manifest is held no longer than its histories are looked up. @param archived a part of the archive */
function knownHistories(
  { tree, treeParts }: VersionsInput,
  archived: string,
  doubles: LevelDoubles,
): Iterable<DocumentHistory> | null {
  const published = treeParts.published.textOf(partOfVersions(archived));
  return published && publishedHistories(tree, archived, published, doubles);
}

type VersionedTitle = Omit<TitleInput, 'bodyOn'> & { index: IndexFile; noted: NotedPart };

/** Makes the files of a part's documents. */
class VersionFiles {
  readonly #source: Source;
  readonly #store: StateStore;
  readonly #corpus: string;
  readonly #index: IndexFile;
  readonly #packs: PackReader;
  readonly #noted: NotedPart;
  /** Null for documents of issues. */
  readonly #histories: TitleHistories | null;
  readonly #hasTexts: boolean;

  constructor(
    { corpus, store, places }: VersionsInput,
    { part, index, noted, doubles, keptSince }: VersionedTitle,
    packs: PackReader,
    known: Iterable<DocumentHistory> | null,
  ) {
    this.#source = sourceOfPart(part);
    this.#store = store;
    this.#corpus = corpus;
    this.#index = index;
    this.#packs = packs;
    this.#noted = noted;
    const bodyOn = (identifier: string, day: string): string => {
      const run = index.get(identifier)?.findLast(({ first }) => first.day === day) as Run;
      const subject = { source: this.#source, identifier };
      return readVersion(subject, packs.read(run.version as NonNullable<Run['version']>), day).body;
    };
    this.#histories = isDated(this.#source)
      ? null
      : new TitleHistories({ part, doubles, keptSince, bodyOn }, known);
    this.#hasTexts = places.now === 'files';
  }

  /** @param identifiers null: all documents */
  *ofAll(identifiers: ReadonlySet<string> | null): Generator<Output> {
    const left = new Set(identifiers);
    for (const line of this.#index) {
      if (identifiers && !left.delete(line.identifier)) continue;
      // An archive may come from elsewhere, and files are named by this.
      const reason = identifierProblem(this.#source, line.identifier);
      if (reason !== null) throw new ArchiveDamage(`${line.place}: ${line.identifier} ${reason}`);
      yield* this.#of(line.identifier, line.runs);
    }
    for (const identifier of left) yield* this.#of(identifier, []);
    if (this.#histories && !this.#histories.isEmpty) yield this.#histories.output();
  }

  /** None where a document's only version is the one that its own metadata tell. */
  *#of(identifier: string, all: readonly Run[]): Generator<Output> {
    // Editions before the first text tell nothing of it.
    const runs = all.slice(all[0]?.version === null ? 1 : 0);
    const own = this.#store.withIdentifier(identifier);
    const noted = own && (this.#noted.get(identifier) ?? this.#readAgain(own));
    const texts = new Map<Run, KnownText>();
    const held = (run: Run): KnownText => texts.get(run) ?? (noted as NotedDocument);
    if (noted?.own && isOnly(runs, noted.own)) {
      this.#histories?.put(identifier, all, held);
      return;
    }
    const subject = { source: this.#source, identifier };
    const list = versionItems(subject, runs, noted?.text ?? null, this.#hasTexts);
    let newest = own?.date ?? '';
    for (const { run, name, item } of list) {
      if (!run.version || name === null) continue;
      const document = readVersion(subject, this.#packs.read(run.version), item.from);
      const { metadata, body } = document;
      const date = String(metadata.last_updated);
      if (date > newest) newest = date;
      const named = { source: this.#source.id, identifier, metadata };
      texts.set(run, { held: heldText(named), words: wordsDigests(body) });
      if (!this.#hasTexts) continue;
      const { json, markdown, timestamp } = versionContent(subject, document, item);
      yield { path: versionFile(subject, name, 'json'), content: json, timestamp };
      yield { path: versionFile(subject, name, 'markdown'), content: markdown, timestamp };
    }
    this.#histories?.put(identifier, all, held);
    const timestamp = timestampOf(newest || null);
    const items = list.map(({ run, item: { url, ...facts } }, i): VersionItem => {
      const before = list[i - 1];
      return { ...facts, amended: before ? amendedIn(held(before.run), held(run)) : null, url };
    });
    const content = versionsBody(items.reverse(), timestamp);
    if (list.length > 0) yield { path: versionsFile(subject), content, timestamp };
  }

  /** A document that this build has not read, but whose versions have to be made again. */
  #readAgain({ file, identifier }: DocumentState): Pick<NotedDocument, 'text' | 'own' | 'held' | 'words'> {
    const bytes = fs.readFileSync(fsPathOf(this.#corpus, file.path));
    const read = readDocument(file, bytes);
    const metadata = 'document' in read ? read.document.metadata : {};
    return {
      text: textDigest(bytes),
      own: editionOf(this.#source, metadata),
      held: heldText({ source: this.#source.id, identifier, metadata }),
      words: wordsDigests('document' in read ? read.document.body : ''),
    };
  }
}

const isOnly = ([run, ...others]: readonly Run[], edition: EditionKey): boolean =>
  run !== undefined &&
  others.length === 0 &&
  compareEditions(run.first, edition) === 0 &&
  compareEditions(run.last, edition) === 0;
