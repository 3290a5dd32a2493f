import { join } from 'node:path';
import { build } from '../../build/build.ts';
import { silent } from '../../build/progress.ts';
import type { SearchDocument } from '../../build/search/document.ts';
import { listTree } from '../../build/search/tree.ts';
import { realCorpora } from '../helpers/real-corpora.ts';
import { temporaryFolder } from '../helpers/tree.ts';
import { typesenseBinary } from '../helpers/typesense-server.ts';
import { embedded, type Subject } from '../search-contract/subject.ts';
import { typesense } from '../shim/search/typesense/subject.ts';

/** Both engines; Typesense only where its server is there. */
export function subjects(): Subject[] {
  const binary = typesenseBinary();
  return binary ? [embedded, typesense(binary)] : [embedded];
}

/** The tree that the first argument names, or that of the real corpora, built for this run. */
export async function benchTree([named]: string[]): Promise<string> {
  if (named) return named;
  const corpus = realCorpora();
  if (!corpus) throw new Error('There are no real corpora here. Name a tree: npm run bench -- NAME DIST');
  const out = join(temporaryFolder(), 'dist');
  await build({
    corpus,
    out,
    keepGoing: true,
    cold: true,
    search: false,
    version: 'bench',
    progress: silent,
    notice: () => undefined,
    now: Date.now,
  });
  return out;
}

/** All documents of a tree, without their texts. */
export async function documentsOf(tree: string): Promise<SearchDocument[]> {
  const documents: SearchDocument[] = [];
  for await (const document of listTree(tree)) documents.push({ ...document.read(), body: '' });
  return documents;
}
