import fs from 'node:fs';
import path from 'node:path';
import { SEARCH_INDEX } from '../../../contract/paths.ts';
import type { Ledger } from '../../../documents/ledger.ts';
import { digestBeside } from '../../../files/digest.ts';
import type { Entry } from '../../../files/entry.ts';
import type { Workspace } from '../../../previous/workspace.ts';
import { readSubject, subjectOfDocument } from '../../../references/subjects.ts';
import type { Progress } from '../../../report/progress.ts';
import { documentEntries } from '../../../state/document.ts';
import { MOST_TOUCHED, type SpareIndex } from '../../../state/spare-index.ts';
import type { StateStore } from '../../../state/store.ts';
import { documentsOf } from '../../documents/tree-documents.ts';
import { type ContentChanges, type Spare, updateSearchIndex } from './update.ts';

export interface SearchIndexInput {
  workspace: Workspace;
  /** Documents of the next tree. */
  store: StateStore;
  /** Changes since the published tree. */
  ledger: Ledger;
  counts: Readonly<Record<string, number>>;
  /** Digest of the next tree's documents, see `documentsDigest`. */
  content: Promise<string>;
  /** Digest of the published tree; null if that tree cannot be trusted. */
  from: string | null;
  cold: boolean;
  progress: Progress;
}

export interface StagedIndex {
  bytes: number;
  sha256: string;
}

/** Stages the embedded search index of the next tree: an updated earlier one, or one made afresh. */
export async function stageSearchIndex(input: SearchIndexInput): Promise<StagedIndex> {
  const { workspace, store, ledger, counts, content, from, cold, progress } = input;
  const { tree, staging } = workspace;
  const locate = (file: string): string => {
    const staged = path.join(staging, file);
    return fs.existsSync(staged) ? staged : path.join(tree, file);
  };
  const all = Object.values(counts).reduce((sum, number) => sum + number, 0);
  const isWhole = from === null && (cold || !store.spare());
  // A full index may hold a million documents, and no caller needs the touched ones then.
  const touched = isWhole ? new Set<string>() : touchedBy(ledger);
  const count = from === null ? all : touched.size;
  if (count > 0) progress.start('search index', count);
  const out = path.join(staging, SEARCH_INDEX);
  const { bytes } = await updateSearchIndex({
    out,
    previous: cold ? null : path.join(tree, SEARCH_INDEX),
    spare: cold ? null : spareOf(input, touched, locate),
    content,
    changes: from === null ? null : changesIn(store, touched, locate, from),
    documents: () => documentsOf(allEntries(store), locate, citedByIn(store)),
    onProgress: () => progress.advance(1),
  });
  return { bytes, sha256: await digestBeside(out) };
}

/** Returns the next build's record of the index that this one replaces; null if it would be useless. */
export function nextSpare(ledger: Ledger, from: string | null): SpareIndex | null {
  if (from === null) return null;
  const touched = touchedBy(ledger);
  return touched.size > MOST_TOUCHED ? null : { content: from, touched: [...touched] };
}

/** The replaced index lacks the changes of the last build and of this one. */
function spareOf(
  { workspace, store }: SearchIndexInput,
  touched: ReadonlySet<string>,
  locate: (file: string) => string,
): Spare | null {
  const known = store.spare();
  if (!known) return null;
  const all = new Set([...known.touched, ...touched]);
  return { file: workspace.spare, changes: changesIn(store, all, locate, known.content) };
}

/** Identifiers of documents that were put or removed, or that others may cite more or less often. */
function touchedBy({ parts, references }: Ledger): Set<string> {
  const touched = new Set(Array.from(parts.values(), identifiers => [...identifiers]).flat());
  for (const subject of references.touched) {
    const read = readSubject(subject);
    if (read?.resource === 'references') touched.add(read.identifier);
  }
  return touched;
}

/** @param touched identifiers of all documents that may have changed */
const changesIn = (
  store: StateStore,
  touched: ReadonlySet<string>,
  locate: (file: string) => string,
  from: string,
): ContentChanges => ({
  from,
  put: documentsOf(entriesOf(store, touched), locate, citedByIn(store)),
  removed: gone(store, touched),
});

/** The tree may still have references that are gone, so the state tells how many cite a document. */
const citedByIn =
  ({ references }: StateStore) =>
  (json: string): number =>
    references.citedByCount(subjectOfDocument(json));

/** Yields one manifest part at a time, since the caller queries the store meanwhile. */
function* allEntries(store: StateStore): Generator<Entry> {
  for (const part of store.parts())
    for (const document of [...store.inPart(part)]) yield* documentEntries(document);
}

function* entriesOf(store: StateStore, identifiers: Iterable<string>): Generator<Entry> {
  for (const identifier of identifiers) {
    const document = store.withIdentifier(identifier);
    if (document) yield* documentEntries(document);
  }
}

function* gone(store: StateStore, identifiers: Iterable<string>): Generator<string> {
  for (const identifier of identifiers) if (!store.outputsOf(identifier)) yield identifier;
}
