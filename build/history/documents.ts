import type { Change, ChangedDocument } from '../contract/changes.ts';
import { etagOfDigest } from '../contract/etag.ts';
import { documentPath, documentUrl, type Representation } from '../contract/paths.ts';
import { documentOfFile } from '../files/document-file.ts';
import { OUTPUTS, type OutputDigest } from '../state/document.ts';
import type { StateStore } from '../state/store.ts';
import type { FileChanges } from '../tree/changes.ts';

/**
 * What becomes of documents, in the order of paths: one whose representations change is told once. Only what changes is asked for.
 *
 * @param store of the coming tree
 */
export function* changedDocuments(changes: FileChanges, store: StateStore): Generator<ChangedDocument> {
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
      // The last word counts: what lacked only some of its files was there.
      added.set(json, isAdded);
    }
  for (const path of [...added.keys()].sort()) yield changedDocument(path, added.get(path) === true, store);
}

function changedDocument(path: string, isAdded: boolean, store: StateStore): ChangedDocument {
  const { source, identifier } = documentOfFile(path) as NonNullable<ReturnType<typeof documentOfFile>>;
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

/** As HTTP has them, by representation. */
const etagsOf = (outputs: readonly OutputDigest[]): Record<Representation, string> =>
  Object.fromEntries(
    outputs.map(({ sha256 }, i) => [OUTPUTS[i], etagOfDigest(Buffer.from(sha256, 'hex'))]),
  ) as Record<Representation, string>;
