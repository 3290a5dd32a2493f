import { join } from 'node:path';
import type { SearchDocument } from '../../build/search/documents/search-document.ts';
import { listTree } from '../../build/search/documents/tree-documents.ts';
import { realCorpora } from '../helpers/real-corpora.ts';
import { realTree } from '../helpers/real-tree.ts';
import { temporaryFolder } from '../helpers/tree.ts';
import { writeCorpus } from './generator/corpus.ts';
import { described, measuredBuild } from './measured.ts';

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

/** Each so many-th document of a tree, with its text. */
export async function sampleOf(tree: string, step: number): Promise<SearchDocument[]> {
  const documents: SearchDocument[] = [];
  let place = 0;
  for await (const document of listTree(tree)) if (place++ % step === 0) documents.push(document.read());
  return documents;
}

/** The tree of a generated corpus, with its search index. */
export async function generatedTree(documents: number): Promise<string> {
  const folder = temporaryFolder();
  const [corpus, tree] = [join(folder, 'corpus'), join(folder, 'dist')];
  writeCorpus(corpus, { documents, seed: 2026 });
  console.log(`built in ${described(await measuredBuild(corpus, tree))}`);
  return tree;
}
