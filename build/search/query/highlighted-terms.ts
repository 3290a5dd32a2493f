import { wordWithStem } from '../text/tokens.ts';
import type { SearchAnalysis } from './analyze.ts';
import type { QueryTerm, VariantKind } from './query-terms.ts';

const MARKED: ReadonlySet<VariantKind> = new Set(['form', 'joined', 'abbreviation', 'spelling']);

/** Returns the analysis for highlights: searched words with other and long forms, without function words. */
export function shownAnalysis(analysis: SearchAnalysis, terms: readonly QueryTerm[]): SearchAnalysis {
  const loose = terms.filter(({ isRequired }) => !isRequired);
  const others = loose
    .flatMap(({ variants }) => variants.filter(({ kind }) => MARKED.has(kind)))
    .map(({ kind, words }) => (kind === 'form' ? (wordWithStem(words[0]!) ?? '') : words.join(' ')));
  return {
    ...analysis,
    // Only the last word may be incomplete.
    words: [...others.filter(text => text !== '' && !text.includes(' ')), ...loose.map(({ text }) => text)],
    phrases: [...analysis.phrases, ...others.filter(text => text.includes(' '))],
    prefix: loose.at(-1)?.isBeginning ?? false,
  };
}
