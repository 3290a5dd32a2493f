import { join } from 'node:path';
import Database from 'libsql';
import { updateSearchIndex } from '../../build/search/embedded.ts';
import { listTree } from '../../build/search/tree.ts';
import { SearchIndex } from '../../shim/search/embedded/index.ts';
import { type FixtureDocument, FixtureTree } from '../search/typesense/fixture.ts';
import { temporaryFolder } from './tree.ts';

/**
 * A search index of these documents, made by the build.
 * @param sql what is changed in it afterwards, in terms of its tables
 */
export async function openIndex(documents: readonly FixtureDocument[], sql = ''): Promise<SearchIndex> {
  const file = join(temporaryFolder(), 'search.sqlite');
  const { directory } = new FixtureTree(documents);
  await updateSearchIndex({
    content: '',
    changes: null,
    documents: () => listTree(directory),
    out: file,
    previous: null,
  });
  const db = new Database(file);
  db.exec(sql);
  db.close();
  return SearchIndex.open(file);
}

/** For SQL: the row of a document. */
export const rowOf = ({ identifier }: Pick<FixtureDocument, 'identifier'>): string =>
  `(SELECT id FROM documents WHERE identifier = '${identifier}')`;

/** The identifiers of documents, in the order of their rows. */
export async function identifiersOf(index: SearchIndex, ids: readonly number[]): Promise<string[]> {
  const hits = await index.hits(ids, false);
  return hits.map(({ hit }) => JSON.parse(hit).identifier);
}
