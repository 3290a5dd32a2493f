import type { SearchDocument } from '../../../build/search/documents/search-document.ts';
import { Random } from '../../helpers/random.ts';
import { citationForms, nameOf, shareCitation, uniqueNames } from '../../search-contract/known-items.ts';
import type { Retriever } from './retriever.ts';

const DOCUMENTS = 500;
const SEED = 2026;
/** A document that is not among so many hits counts as not found. */
const DEPTH = 10;

/** Documents that a reader asks for by a name that no other has, and by their citations. */
export interface KnownItems {
  /** How they were chosen, in one line. */
  title: string;
  wanted: readonly SearchDocument[];
  all: ReadonlyMap<string, SearchDocument>;
}

export function knownItems(documents: readonly SearchDocument[]): KnownItems {
  const random = new Random(SEED);
  const candidates = uniqueNames(documents);
  return {
    title: `${DOCUMENTS} of ${candidates.length} documents whose name is unique, seed ${SEED}`,
    wanted: Array.from({ length: DOCUMENTS }, () => random.pick(candidates)),
    all: new Map(documents.map(document => [document.identifier, document])),
  };
}

/** The mean reciprocal rank in one line: 1 is always first, 0.5 always second. */
export async function knownItemsLine(retriever: Retriever, { wanted, all }: KnownItems): Promise<string> {
  const byName: number[] = [];
  const byCitation: number[] = [];
  for (const document of wanted) {
    const found = await retriever.find(nameOf(document), DEPTH);
    byName.push(reciprocal(found.indexOf(document.identifier)));
    for (const form of citationForms(document)) {
      const hits = (await retriever.find(form, DEPTH)).flatMap(identifier => all.get(identifier) ?? []);
      byCitation.push(reciprocal(hits.findIndex(hit => shareCitation(hit, document))));
    }
  }
  return `${retriever.name}: by name ${summary(byName)}; by citation ${summary(byCitation)}`;
}

const reciprocal = (place: number): number => (place < 0 ? 0 : 1 / (place + 1));

function summary(reciprocals: readonly number[]): string {
  const mean = reciprocals.reduce((sum, value) => sum + value, 0) / reciprocals.length;
  const first = reciprocals.filter(value => value === 1).length;
  return `${mean.toFixed(4)} (first in ${first} of ${reciprocals.length} queries)`;
}
