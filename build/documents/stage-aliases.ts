import { compareNatural } from '../contract/natural-order.ts';
import { documentPath } from '../contract/paths.ts';
import { sourceOf } from '../contract/sources.ts';
import type { Entry } from '../files/entry.ts';
import { LinkWriter } from '../files/link-writer.ts';
import { aliasedPart, partOfAliases, sourceOfPart } from '../files/manifest/parts.ts';
import type { PartChanges } from '../files/manifest/patch.ts';
import type { Workspace } from '../previous/workspace.ts';
import type { TreeParts } from '../publish/tree-parts.ts';
import { type DocumentState, documentEntries, OUTPUTS } from '../state/document.ts';
import type { StateStore } from '../state/store.ts';
import type { Ledger } from './ledger.ts';

export interface AliasesInput {
  workspace: Workspace;
  store: StateStore;
  ledger: Ledger;
  treeParts: TreeParts;
  notice(message: string): void;
}

/** Stages aliases as links to documents' files, and their parts. An own identifier wins, then the first claiming identifier. */
export function stageAliases({ workspace, store, ledger, treeParts, notice }: AliasesInput): void {
  const writer = new LinkWriter(workspace);
  const touched = touchedAliases(store, ledger);
  const published = [...treeParts.published.parts].flatMap(name => aliasedPart(name) ?? []);
  for (const part of new Set([...store.aliases.parts(), ...published])) {
    const name = partOfAliases(part);
    const aliases = touched.get(part);
    if (!ledger.isAfresh && !aliases && treeParts.published.partOf(name)) {
      treeParts.keep(name);
      continue;
    }
    const changes = () => changesIn(store, part, aliases ?? [], writer);
    if (ledger.isAfresh || !treeParts.patch(name, 'aliases', changes))
      treeParts.make(name, 'aliases', entriesIn(store, part, writer));
  }
  reportShared(store, notice);
}

/** All aliases of a part's documents, staged. */
const entriesIn = (store: StateStore, part: string, writer: LinkWriter): Entry[] =>
  store.aliases
    .inPart(part)
    .flatMap(document =>
      document.aliases
        .filter(alias => ownerOf(store, alias) === document.identifier)
        .flatMap(alias => staged(document, alias, writer)),
    );

/** The changes of these aliases' files in a part of the manifest. Existing files are staged. */
function changesIn(
  store: StateStore,
  part: string,
  aliases: Iterable<string>,
  writer: LinkWriter,
): PartChanges {
  const changes = new Map<string, Entry | null>();
  const owners = new Map<string, DocumentState | null>();
  const source = sourceOfPart(part);
  for (const alias of aliases) {
    for (const representation of OUTPUTS) changes.set(documentPath(source, alias, representation), null);
    const identifier = ownerOf(store, alias);
    if (identifier === null) continue;
    const owner = owners.get(identifier) ?? store.withIdentifier(identifier);
    owners.set(identifier, owner);
    if (owner?.part !== part) continue;
    for (const entry of staged(owner, alias, writer)) changes.set(entry.path, entry);
  }
  return changes;
}

/** The identifier of the document to which an alias leads; null where it is a document's own identifier, or unclaimed. */
function ownerOf(store: StateStore, alias: string): string | null {
  const claiming = store.aliases.claiming(alias).map(({ identifier }) => identifier);
  if (claiming.length === 0 || store.withIdentifier(alias)) return null;
  return claiming.reduce((a, b) => (compareNatural(a, b) <= 0 ? a : b));
}

/** Stages the files of an alias. Their entries name the document's identifier, which tells the canonical address. */
function staged(document: DocumentState, alias: string, writer: LinkWriter): Entry[] {
  const source = sourceOf(document.file.source);
  return documentEntries(document).map((entry, i) => {
    const path = documentPath(source, alias, OUTPUTS[i] as (typeof OUTPUTS)[number]);
    writer.link(entry, path);
    return { ...entry, path };
  });
}

/** By part: aliases that may lead to other documents than before. A new or removed identifier may be an alias of others. */
function touchedAliases(store: StateStore, ledger: Ledger): Map<string, Set<string>> {
  const touched = new Map<string, Set<string>>();
  for (const [alias, parts] of ledger.aliases) {
    const claiming = store.aliases.claiming(alias).map(({ part }) => part);
    for (const part of [...parts, ...claiming])
      touched.set(part, (touched.get(part) ?? new Set()).add(alias));
  }
  return touched;
}

/** How many aliases are named in messages. */
const MOST_NAMED = 5;

function reportShared(store: StateStore, notice: AliasesInput['notice']): void {
  const shared = store.aliases.shared();
  for (const alias of shared.slice(0, MOST_NAMED)) {
    const names = store.aliases.claiming(alias).map(({ identifier }) => identifier);
    notice(`${names.sort(compareNatural).join(' and ')} claim the alias ${alias}, which leads to the first.`);
  }
  if (shared.length > MOST_NAMED)
    notice(`${shared.length - MOST_NAMED} more aliases are claimed by several documents.`);
}
