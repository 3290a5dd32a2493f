import { wordWithStem } from '../text/tokens.ts';
import type { SearchAnalysis } from './analyze.ts';
import type { QueryTerm, VariantKind } from './query-terms.ts';

/** Beside what was typed. */
const MARKED: ReadonlySet<VariantKind> = new Set(['form', 'joined', 'abbreviation', 'spelling']);

/** The analysis of what is marked in hits: the words that were searched for, with other forms and spelled-out abbreviations, without function words. */
export function shownAnalysis(analysis: SearchAnalysis, terms: readonly QueryTerm[]): SearchAnalysis {
  const loose = terms.filter(({ isRequired }) => !isRequired);
  const others = loose
    .flatMap(({ variants }) => variants.filter(({ kind }) => MARKED.has(kind)))
    .map(({ kind, words }) => (kind === 'form' ? (wordWithStem(words[0]!) ?? '') : words.join(' ')));
  return {
    ...analysis,
    // The last of them may go on.
    words: [...others.filter(text => text !== '' && !text.includes(' ')), ...loose.map(({ text }) => text)],
    phrases: [...analysis.phrases, ...others.filter(text => text.includes(' '))],
    prefix: loose.at(-1)?.isBeginning ?? false,
  };
}
