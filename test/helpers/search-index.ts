import { join } from 'node:path';
import Database from 'libsql';
import { listTree } from '../../build/search/documents/tree-documents.ts';
import { SearchIndex } from '../../build/search/embedded/find/open-index.ts';
import { updateSearchIndex } from '../../build/search/embedded/index/update.ts';
import { SEARCH_MEMORY } from '../../shim/search/configure.ts';
import { type FixtureDocument, FixtureTree } from './fixture-tree.ts';
import { temporaryFolder } from './tree.ts';

/** What the build takes: an index made of all documents of a tree. */
export const allOf = (tree: string) => ({ content: '', changes: null, documents: () => listTree(tree) });

/**
 * A search index of these documents, made by the build.
 * @param sql what is changed in it afterwards, in terms of its tables
 * @param citedBy how many documents cite which
 */
export async function openIndex(
  documents: readonly FixtureDocument[],
  sql = '',
  citedBy: readonly (readonly [FixtureDocument | undefined, number])[] = [],
): Promise<SearchIndex> {
  const file = join(temporaryFolder(), 'search.sqlite');
  const { directory } = new FixtureTree(documents);
  await updateSearchIndex({ ...allOf(directory), out: file, previous: null });
  const db = new Database(file);
  db.exec(sql);
  for (const [document, count] of citedBy) setCitedBy(db, document?.identifier ?? '', count);
  db.close();
  return SearchIndex.open(file, SEARCH_MEMORY);
}

function setCitedBy(db: Database.Database, identifier: string, count: number): void {
  const rows = (sql: string, parameters: unknown[]) => db.prepare(sql).raw().all(parameters) as unknown[][];
  const [[id]] = rows('SELECT id FROM documents WHERE identifier = ?', [identifier]) as [[number]];
  const [[numbers]] = rows('SELECT numbers FROM columns WHERE name = ?', ['cited_by']) as [[Buffer]];
  numbers.writeUInt32LE(count, id * 4);
  db.prepare('UPDATE columns SET numbers = ? WHERE name = ?').run([numbers, 'cited_by']);
}

/** For SQL: the row of a document. */
export const rowOf = ({ identifier }: Pick<FixtureDocument, 'identifier'>): string =>
  `(SELECT id FROM documents WHERE identifier = '${identifier}')`;

/** The identifiers of documents, in the order of their rows. */
export async function identifiersOf(index: SearchIndex, ids: readonly number[]): Promise<string[]> {
  const hits = await index.hits(ids, false);
  return hits.map(({ hit }) => JSON.parse(hit).identifier);
}
