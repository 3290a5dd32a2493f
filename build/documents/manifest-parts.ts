import { setImmediate } from 'node:timers/promises';
import { documentPath } from '../contract/paths.ts';
import type { Entry } from '../files/entry.ts';
import { sourceOfPart } from '../files/manifest/parts.ts';
import type { PartChanges } from '../files/manifest/patch.ts';
import type { TreeParts } from '../publish/tree-parts.ts';
import { documentEntries, OUTPUTS } from '../state/document.ts';
import type { StateStore } from '../state/store.ts';
import type { Ledger } from './ledger.ts';

/** Makes the parts of the manifest that list documents, from the state and the ledger. */
export async function stageDocumentParts(store: StateStore, ledger: Ledger, parts: TreeParts): Promise<void> {
  for (const part of store.parts()) {
    const touched = ledger.parts.get(part);
    if (!ledger.isAfresh && !touched && parts.published.partOf(part)) {
      parts.keep(part);
      continue;
    }
    const isPatched = touched && parts.patch(part, 'documents', () => changesIn(store, part, touched));
    if (!isPatched) parts.make(part, 'documents', [...entriesIn(store, part)]);
    // Other threads make pages meanwhile and wait for this thread.
    await setImmediate();
  }
}

function* entriesIn(store: StateStore, part: string): Generator<Entry> {
  for (const document of store.inPart(part)) yield* documentEntries(document);
}

/** The changes of these documents' files in a part of the manifest. */
function changesIn(store: StateStore, part: string, identifiers: ReadonlySet<string>): PartChanges {
  const changes = new Map<string, Entry | null>();
  const source = sourceOfPart(part);
  for (const identifier of identifiers) {
    for (const representation of OUTPUTS) changes.set(documentPath(source, identifier, representation), null);
    const document = store.withIdentifier(identifier);
    if (document?.part !== part) continue;
    for (const entry of documentEntries(document)) changes.set(entry.path, entry);
  }
  return changes;
}
