import type { Variant, VariantKind } from '../../../build/search/query/query-terms.ts';
import { type Candidate, numbersOf, type Score, Scorer } from '../../../build/search/ranking/score.ts';
import type { WeightedTerm } from '../../../build/search/ranking/weight.ts';
import { readSignature } from '../../../build/search/text/signature.ts';
import { writeSignature } from '../../helpers/signature.ts';

/** Terms and candidates, as texts. */

export interface CandidateTexts {
  heading?: string;
  names?: string;
  text?: string;
  acts?: string[];
  citedBy?: number;
  isInForce?: boolean;
  isNamed?: boolean;
  ordinal?: number;
  found?: number;
}

export const candidate = ({
  heading = '',
  names = '',
  text = '',
  acts = [],
  ...known
}: CandidateTexts): Candidate => ({
  signature: readSignature(writeSignature(heading, names, text)),
  acts: acts.map(name => numbersOf(name.split(' '))),
  citedBy: 0,
  isInForce: true,
  ordinal: 0,
  isNamed: false,
  found: 0,
  ...known,
});

export const variant = (kind: VariantKind, words: string): Variant => ({ kind, words: words.split(' ') });

export const termOf = (variants: readonly Variant[], weight = 1): WeightedTerm => ({
  term: {
    text: variants[0]?.words.join(' ') ?? '',
    isRequired: false,
    isBeginning: false,
    variants,
  },
  weight,
});

/** Typed words, each worth 1. */
export const typed = (words: string): WeightedTerm[] =>
  words.split(' ').map(word => termOf([variant('typed', word)]));

export const scoreOf = (terms: readonly WeightedTerm[], texts: CandidateTexts): Score =>
  new Scorer(terms).score(candidate(texts));
