import { listTree } from '../../build/search/tree.ts';
import { subjects } from '../search-contract/subjects.ts';
import { openBm25 } from './relevance/bm25.ts';
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
export async function run(args: string[]): Promise<void> {
  const tree = await benchTree(args);
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

const print = (...lines: string[]): void => console.log(lines.join('\n'));
