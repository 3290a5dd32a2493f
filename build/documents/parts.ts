import { setImmediate } from 'node:timers/promises';
import { documentPath } from '../contract/paths.ts';
import { type SourceId, sourceOf } from '../contract/sources.ts';
import type { Entry } from '../files/entry.ts';
import type { PartChanges } from '../files/manifest/patch.ts';
import type { ManifestWriter } from '../files/manifest/write.ts';
import { documentEntries, OUTPUTS } from '../state/document.ts';
import type { StateStore } from '../state/store.ts';
import type { PublishedFiles } from '../tree/published-files.ts';
import type { Ledger } from './ledger.ts';

export interface PartsInput {
  store: StateStore;
  ledger: Ledger;
  published: PublishedFiles;
  manifest: ManifestWriter;
}

/** Makes the parts of the manifest that list documents: what has become of each is in the state and in the ledger. */
export async function stageDocumentParts({ store, ledger, published, manifest }: PartsInput): Promise<void> {
  for (const part of store.parts()) {
    const touched = ledger.parts.get(part);
    if (!ledger.isAfresh && !touched && published.partOf(part)) {
      published.keep(part);
      manifest.keepPart(part);
      continue;
    }
    const text = touched ? published.textOf(part) : null;
    if (touched && text) {
      const changes = changesIn(store, part, touched);
      published.compareChanges(part, 'documents', text, changes);
      manifest.patchPart(part, text, changes);
    } else {
      const entries = store.inPart(part).flatMap(documentEntries);
      published.compare(part, 'documents', entries);
      manifest.stagePart(part, entries);
    }
    // Other threads make pages meanwhile, and wait for this one.
    await setImmediate();
  }
}

/** What has become of the files of these documents in a part of the manifest. */
function changesIn(store: StateStore, part: string, identifiers: ReadonlySet<string>): PartChanges {
  const changes = new Map<string, Entry | null>();
  const source = sourceOf(part.slice(0, part.indexOf('/')) as SourceId);
  for (const identifier of identifiers) {
    for (const representation of OUTPUTS) changes.set(documentPath(source, identifier, representation), null);
    const document = store.withIdentifier(identifier);
    if (document?.part !== part) continue;
    for (const entry of documentEntries(document)) changes.set(entry.path, entry);
  }
  return changes;
}
