import type { SearchDocument } from '../../build/search/document.ts';
import { listTree } from '../../build/search/tree.ts';
import { realCorpora } from '../helpers/real-corpora.ts';
import { realTree } from '../helpers/real-tree.ts';

/** The tree that the first argument names, or that of the real corpora. */
export async function benchTree([named]: string[]): Promise<string> {
  if (named) return named;
  if (!realCorpora())
    throw new Error('There are no real corpora here. Name a tree: npm run bench -- NAME DIST');
  return (await realTree()).dist;
}

/** All documents of a tree, without their texts. */
export async function documentsOf(tree: string): Promise<SearchDocument[]> {
  const documents: SearchDocument[] = [];
  for await (const document of listTree(tree)) documents.push({ ...document.read(), body: '' });
  return documents;
}
