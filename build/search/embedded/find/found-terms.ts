import { type Bitmap, countMembers, intersect, unite } from '../../../formats/bitmap.ts';
import type { SearchAnalysis } from '../../query/analyze.ts';
import { areStems, isSearched, type QueryTerm, queryTerms } from '../../query/query-terms.ts';
import { type WeightedTerm, weightOf } from '../../ranking/weight.ts';
import { completionsOf, stem } from '../../text/tokens.ts';
import { lexiconOf } from './lexicon.ts';
import type { SearchIndex } from './open-index.ts';
import { phraseBits } from './phrases.ts';
import type { Words } from './word-rows.ts';

/** A term and its documents: for words, matches anywhere and in labels; for phrases, in heading or text and in the heading. */
export interface FoundTerm extends WeightedTerm {
  text: Bitmap;
  labels: Bitmap;
}

/** Returns the terms of a query with their weights. A term that no document holds has weight 0 and is not searched. */
export async function foundTerms(
  index: SearchIndex,
  words: Words,
  analysis: SearchAnalysis,
): Promise<FoundTerm[]> {
  const terms = await queryTerms(analysis, lexiconOf(index, words));
  await words.load(
    terms.flatMap(({ variants }) => variants.filter(({ kind }) => kind !== 'beginning').flatMap(stemsOf)),
  );
  const found: FoundTerm[] = [];
  for (const term of terms) {
    if (!term.isBeginning && !term.variants.some(isSearched)) continue;
    const { text, labels } = await bitsOf(index, words, term);
    intersect(text, index.columns.alive);
    intersect(labels, index.columns.alive);
    const weight = weightOf(term, index.columns.documents, countMembers(text), countMembers(labels));
    if (weight > 0 || term.isRequired) found.push({ term, weight, text, labels });
  }
  return found;
}

const stemsOf = ({ kind, words }: QueryTerm['variants'][number]): string[] =>
  areStems(kind) ? [...words] : words.map(stem);

async function bitsOf(
  index: SearchIndex,
  words: Words,
  { text: typed, isRequired, isBeginning, variants }: QueryTerm,
): Promise<{ text: Bitmap; labels: Bitmap }> {
  const [text, labels] = [index.columns.none(), index.columns.none()];
  if (isBeginning) {
    await words.addBeginning(stem(typed), text, labels);
    const shorter = completionsOf(typed).map(stem);
    await words.load(shorter);
    for (const other of shorter) words.add(other, text, labels);
  }
  for (const variant of variants.filter(isSearched)) {
    const stems = stemsOf(variant);
    if (stems.length === 1 && !isRequired) {
      words.add(stems[0]!, text, labels);
      continue;
    }
    unite(text, await phraseBits(index, words, variant.words, isRequired ? 'phrases' : 'text'));
    unite(labels, await phraseBits(index, words, variant.words, isRequired ? 'heading' : 'labels'));
  }
  for (const { words: stems } of variants.filter(({ kind }) => kind === 'kin')) {
    unite(text, words.bits(stems[0]!, 'heading'));
    unite(labels, words.bits(stems[0]!, 'heading'));
  }
  return { text, labels };
}
