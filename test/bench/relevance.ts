import { Params } from '../../build/contract/params.ts';
import { parseSearchQuery } from '../../build/contract/search.ts';
import type { SearchDocument } from '../../build/search/document.ts';
import type { SearchEngine } from '../../shim/search/engine.ts';
import { Random } from '../helpers/random.ts';
import { citationForms, nameOf, shareCitation, uniqueNames } from '../search-contract/known-items.ts';
import { hitsIn } from '../search-contract/subject.ts';
import { subjects } from '../search-contract/subjects.ts';
import { benchTree, documentsOf } from './search-tree.ts';

const DOCUMENTS = 500;
const SEED = 2026;
/** A document that is not among so many hits counts as not found. */
const DEPTH = 10;
const PATIENCE = 60_000;

type Documents = ReadonlyMap<string, SearchDocument>;

/**
 * Known-item search: 500 documents, each asked for by its name, which no other document has, and by its citations. Prints the
 * mean reciprocal rank for each engine: 1 is always first, 0.5 always second.
 * @param args the tree to search; that of the real corpora where it is not given
 */
export async function run(args: string[]): Promise<void> {
  const tree = await benchTree(args);
  const documents = await documentsOf(tree);
  const all: Documents = new Map(documents.map(document => [document.identifier, document]));
  const random = new Random(SEED);
  const candidates = uniqueNames(documents);
  const wanted = Array.from({ length: DOCUMENTS }, () => random.pick(candidates));
  console.log(`${DOCUMENTS} of ${candidates.length} documents whose name is unique, seed ${SEED}`);
  for (const subject of subjects()) {
    const engine = await subject.open(tree);
    await report(subject.name, engine, wanted, all);
    await engine.close();
  }
}

async function report(
  name: string,
  engine: SearchEngine,
  wanted: readonly SearchDocument[],
  all: Documents,
): Promise<void> {
  const byName: number[] = [];
  const byCitation: number[] = [];
  for (const document of wanted) {
    const found = await search(engine, nameOf(document));
    byName.push(reciprocal(found.indexOf(document.identifier)));
    for (const form of citationForms(document)) {
      const hits = (await search(engine, form)).flatMap(identifier => all.get(identifier) ?? []);
      byCitation.push(reciprocal(hits.findIndex(hit => shareCitation(hit, document))));
    }
  }
  console.log(`${name}: by name ${summary(byName)}; by citation ${summary(byCitation)}`);
}

async function search(engine: SearchEngine, q: string): Promise<string[]> {
  const params = new Params(`q=${encodeURIComponent(q)}&limit=${DEPTH}&facets=&highlight=false`);
  const answer = await engine.search(parseSearchQuery(params), AbortSignal.timeout(PATIENCE));
  return hitsIn(answer).map(({ identifier }) => identifier);
}

const reciprocal = (place: number): number => (place < 0 ? 0 : 1 / (place + 1));

function summary(reciprocals: readonly number[]): string {
  const mean = reciprocals.reduce((sum, value) => sum + value, 0) / reciprocals.length;
  const first = reciprocals.filter(value => value === 1).length;
  return `${mean.toFixed(4)} (first in ${first} of ${reciprocals.length} queries)`;
}
