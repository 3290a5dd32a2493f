import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SEARCH_INDEX } from '../../build/contract/paths.ts';
import { listTree } from '../../build/search/documents/tree-documents.ts';
import { SearchIndex } from '../../build/search/embedded/find/open-index.ts';
import { updateSearchIndex } from '../../build/search/embedded/index/update.ts';
import { SEARCH_MEMORY } from '../../shim/search/configure.ts';
import { subjects } from '../search-contract/subjects.ts';
import type { BenchmarkFlags } from './main.ts';
import { openBm25 } from './relevance/bm25.ts';
import { explain } from './relevance/explain.ts';
import { judgedQueries } from './relevance/judged.ts';
import { knownItems, knownItemsLine } from './relevance/known-items.ts';
import { fromEngine } from './relevance/retriever.ts';
import { askAll, table, worst } from './relevance/topical.ts';
import { benchTree, documentsOf } from './search-tree.ts';

/**
 * How well documents are found: by what their readers know of them, and by topic, with the judged set of queries. Plain
 * BM25 is asked by topic in the same run.
 * @param args the tree to search; that of the real corpora where it is not given
 */
export async function run(args: string[], { explain: query }: BenchmarkFlags): Promise<void> {
  const tree = await benchTree(args);
  if (query !== undefined) return explainIn(tree, query);
  const items = knownItems(await documentsOf(tree));
  const queries = judgedQueries();
  console.log(items.title);
  console.log(`${queries.length} judged queries`);
  const bm25 = await openBm25(listTree(tree));
  for (const retriever of bm25.retrievers)
    print('', ...table(retriever.name, await askAll(retriever, queries)));
  bm25.close();
  for (const subject of subjects()) {
    const engine = await subject.open(tree);
    const retriever = fromEngine(engine);
    const outcomes = await askAll(retriever, queries);
    print('', ...table(retriever.name, outcomes));
    print('', `${retriever.name}, the worst to develop with:`, ...(await worst(retriever, outcomes)));
    print('', await knownItemsLine(retriever, items));
    await engine.close();
  }
}

async function explainIn(tree: string, query: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'pandect-explain-'));
  const file = join(folder, 'search.sqlite');
  const built = join(tree, SEARCH_INDEX);
  await updateSearchIndex({
    content: '',
    changes: null,
    documents: () => listTree(tree),
    out: file,
    previous: existsSync(built) ? built : null,
  });
  const index = await SearchIndex.open(file, SEARCH_MEMORY);
  print(...(await explain(index, query)));
  index.close();
  rmSync(folder, { recursive: true });
}

const print = (...lines: string[]): void => console.log(lines.join('\n'));
