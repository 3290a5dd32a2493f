import type { SearchAnalysis } from './analyze.ts';
import type { QueryTerm } from './terms.ts';

/** Marked is what was looked for: no function words, but other forms and what abbreviations stand for. */
export function shownAnalysis(analysis: SearchAnalysis, terms: readonly QueryTerm[]): SearchAnalysis {
  const loose = terms.filter(({ isRequired }) => !isRequired);
  const variants = loose.flatMap(({ variants }) => variants.filter(({ kind }) => kind !== 'beginning'));
  const others = variants.filter(({ kind }) => kind !== 'typed').map(({ words }) => words.join(' '));
  const isSearched = (word: string) => loose.some(({ text }) => word.toLowerCase().includes(text));
  const words = analysis.words.filter(
    (word, i) => isSearched(word) || (analysis.prefix && i === analysis.words.length - 1),
  );
  return {
    ...analysis,
    words: [...others.filter(text => !text.includes(' ')), ...words],
    phrases: [...analysis.phrases, ...others.filter(text => text.includes(' '))],
  };
}
