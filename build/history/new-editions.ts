import fs from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type ChangedEdition, EDITION_FIELDS } from '../contract/changes.ts';
import { outerLabelOf } from '../contract/document-levels.ts';
import { shorthandOf } from '../contract/identifier.ts';
import { levelUrl, outerLevel } from '../contract/levels.ts';
import { documentPath, pathOf } from '../contract/paths.ts';
import type { Source } from '../contract/sources.ts';
import { type Frontmatter, parseFrontmatter } from '../corpus/frontmatter.ts';
import { partOfOuter } from '../files/manifest/parts.ts';
import type { Workspace } from '../previous/workspace.ts';
import type { StateStore } from '../state/store.ts';

/** A document of the new tree that is new, or has other bytes than before. */
export interface WrittenDocument {
  source: Source;
  identifier: string;
}

/** A title, and its documents in which only the edition changed. */
export interface MovedTitle {
  line: ChangedEdition;
  identifiers: readonly string[];
}

type Edition = Pick<ChangedEdition, (typeof EDITION_FIELDS)[number]>;

/** Titles with a new edition, whose unchanged texts share one line. Only titles with all documents written are examined. */
export function movedTitles(
  written: Iterable<WrittenDocument>,
  { store, workspace }: { store: StateStore; workspace: Workspace },
): MovedTitle[] {
  const counts = store.documentCounts();
  const titles = new Map<string, WrittenDocument[]>();
  for (const document of written) {
    const label = outerLabelOf(document.source, shorthandOf(document.source, document.identifier));
    if (label === null) continue;
    const part = partOfOuter(document.source, label);
    const documents = titles.get(part) ?? [];
    titles.set(part, documents);
    documents.push(document);
  }
  return [...titles]
    .filter(([part, documents]) => documents.length === counts.get(part))
    .flatMap(([, documents]) => movedTitle(documents, workspace) ?? []);
}

/** Null where the documents are of several editions, or only one document would share the line. */
function movedTitle(documents: readonly WrittenDocument[], workspace: Workspace): MovedTitle | null {
  const { source, identifier } = documents[0] as WrittenDocument;
  const identifiers: string[] = [];
  let edition: Edition | null = null;
  for (const document of documents) {
    const own = newEdition(document, workspace);
    if (own === null) continue;
    if (edition && !isDeepStrictEqual(own, edition)) return null;
    edition = own;
    identifiers.push(document.identifier);
  }
  if (!edition || identifiers.length < 2) return null;
  const label = outerLabelOf(source, shorthandOf(source, identifier)) as string;
  const url = levelUrl(source, Number.parseInt(label, 10));
  const name = `${source.namespace}${outerLevel(source).prefix}${label}`;
  const facts = { path: pathOf(url), url, identifier: name, source: source.id, change: 'edition' } as const;
  return { line: { ...facts, ...edition, documents: identifiers.length }, identifiers };
}

/** The new edition of a document; null where something else changed, too. */
function newEdition({ source, identifier }: WrittenDocument, workspace: Workspace): Edition | null {
  const path = documentPath(source, identifier, 'markdown');
  const [before, after] = [workspace.tree, workspace.staging].map(folder => readMarkdown(join(folder, path)));
  if (!before || !after || before.body !== after.body) return null;
  const text = (field: keyof Edition): string | null => {
    const value = after.data[field];
    return typeof value === 'string' ? value : null;
  };
  if (!isDeepStrictEqual(withoutEdition(before.data), withoutEdition(after.data))) return null;
  return { currency: text('currency'), release_point: text('release_point') };
}

function readMarkdown(file: string): Frontmatter | null {
  if (!fs.existsSync(file)) return null;
  const read = parseFrontmatter(fs.readFileSync(file));
  return 'reason' in read ? null : read;
}

const withoutEdition = (data: Frontmatter['data']): Frontmatter['data'] =>
  Object.fromEntries(
    Object.entries(data).filter(([field]) => !(EDITION_FIELDS as readonly string[]).includes(field)),
  );
