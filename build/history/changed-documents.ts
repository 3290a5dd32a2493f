import type { Change, ChangedDocument, ChangedEdition } from '../contract/changes.ts';
import { etagOfDigest } from '../contract/etag.ts';
import { documentPath, documentUrl, type Representation } from '../contract/paths.ts';
import { type DocumentFile, documentOfFile } from '../files/document-file.ts';
import type { FileChanges } from '../previous/file-changes.ts';
import type { Workspace } from '../previous/workspace.ts';
import { OUTPUTS, type OutputDigest } from '../state/document.ts';
import type { StateStore } from '../state/store.ts';
import { movedTitles, type WrittenDocument } from './new-editions.ts';

interface NewTree {
  store: StateStore;
  workspace: Workspace;
}

/** The changed documents by path: one line for all representations, and one for a title that only changed its edition. */
export function* changedDocuments(
  changes: FileChanges,
  { store, workspace }: NewTree,
): Generator<ChangedDocument | ChangedEdition> {
  const added = new Map<string, boolean>();
  for (const [paths, isAdded] of [
    [changes.added, true],
    [changes.changed, false],
    [changes.removed, false],
  ] as const)
    for (const path of paths) {
      const file = documentOfFile(path);
      if (!file) continue;
      const json = documentPath(file.source, file.identifier, 'json');
      // The last entry counts: a document that lacked only some files was there before.
      added.set(json, isAdded);
    }
  const titles = movedTitles(writtenDocuments(added.keys(), store), { store, workspace });
  const together = new Set(titles.flatMap(({ identifiers }) => identifiers));
  const lines = new Map(titles.map(({ line }) => [`${line.path} ${line.identifier}`, line]));
  for (const key of [...added.keys(), ...lines.keys()].sort()) {
    const line = lines.get(key) ?? changedDocument(key, added.get(key) === true, store);
    if (line.change === 'edition' || !together.has(line.identifier)) yield line;
  }
}

/** The documents that still exist. @param paths of their JSON */
function* writtenDocuments(paths: Iterable<string>, store: StateStore): Generator<WrittenDocument> {
  for (const path of paths) {
    const { source, identifier } = documentOfFile(path) as DocumentFile;
    if (store.outputsOf(identifier)) yield { source, identifier };
  }
}

function changedDocument(path: string, isAdded: boolean, store: StateStore): ChangedDocument {
  const { source, identifier } = documentOfFile(path) as DocumentFile;
  const outputs = store.outputsOf(identifier);
  const change: Change = !outputs ? 'removed' : isAdded ? 'added' : 'changed';
  return {
    path,
    url: documentUrl(source, identifier),
    identifier,
    source: source.id,
    change,
    etag: outputs && etagsOf(outputs),
  };
}

/** ETags as in HTTP, by representation. */
const etagsOf = (outputs: readonly OutputDigest[]): Record<Representation, string> =>
  Object.fromEntries(
    outputs.map(({ sha256 }, i) => [OUTPUTS[i], etagOfDigest(Buffer.from(sha256, 'hex'))]),
  ) as Record<Representation, string>;
