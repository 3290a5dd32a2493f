import type { SearchAnalysis } from '../../query/analyze.ts';
import { joinedWith, type LooseWord } from '../../query/query-terms.ts';
import { completionsOf } from '../../text/tokens.ts';
import { stemOfWord, stemsOf } from '../stems.ts';
import { type Facts, stemOfText } from './known-words.ts';
import type { TextQuery } from './request.ts';

/** Further words cost time and hardly change what is found. */
const MOST_WORDS = 10;
/** A last word that more documents hold is whole: its completions would only bring others. */
const WHOLE = 100;

interface Word {
  stem: string;
  holding: number;
  isBeginning: boolean;
}

/**
 * Returns what Typesense searches for: the rarest words first, since it drops the last ones first if few documents hold all, and
 * words that no document holds at the end. An unfinished word is the very last.
 */
export function textQueryOf(
  { phrases, excluded }: SearchAnalysis,
  loose: readonly LooseWord[],
  facts: Facts,
): TextQuery {
  const words = wordsOf(loose, facts).filter(({ stem }) => stem !== '');
  const rarity = ({ holding, isBeginning }: Word): number =>
    isBeginning ? Number.POSITIVE_INFINITY : holding || Number.MAX_VALUE;
  const sorted = words.toSorted((a, b) => rarity(a) - rarity(b)).slice(0, MOST_WORDS);
  const chosen = sorted.at(-1)?.isBeginning || sorted.at(-1)?.holding === 0 ? sorted : secondLast(sorted);
  return {
    words: chosen.map(({ stem }) => stem),
    phrases: phrases.map(stemsOf).filter(text => text !== ''),
    excluded: excluded.map(stemsOf).filter(text => text !== ''),
    isBeginning: chosen.some(({ isBeginning }) => isBeginning),
    isOdd: words.some(({ holding }) => holding === 0),
  };
}

/** Moves the second word to the end: Typesense drops words from the right, and then from the left. */
const secondLast = ([first, second, ...others]: Word[]): Word[] =>
  [first, ...others, second].filter(word => word !== undefined);

/** Two words that documents write as one are searched as one if one of them is in no document. */
function wordsOf(loose: readonly LooseWord[], facts: Facts): Word[] {
  const words: Word[] = [];
  const holdingOf = ({ spellings }: LooseWord): number => facts(stemOfText(spellings[0]!)).holding;
  for (let i = 0; i < loose.length; i++) {
    const [word, next] = [loose[i]!, loose[i + 1]];
    const joined = joinedWith(word, next);
    const { holding } = facts(stemOfWord(joined ?? ''));
    if (next && holding > 0 && (holdingOf(word) === 0 || holdingOf(next) === 0)) {
      words.push({ stem: stemOfWord(joined!), holding, isBeginning: false });
      i++;
    } else words.push(toWord(word, facts));
  }
  return words;
}

function toWord({ text, spellings, isBeginning }: LooseWord, facts: Facts): Word {
  const stemmed = stemOfText(spellings[0]!) || stemOfWord(text);
  const { holding } = facts(stemmed);
  if (!isBeginning || holding > WHOLE) return { stem: stemmed, holding, isBeginning: false };
  // No stem begins with `reproducin`, but `reproducing` has a shorter one.
  const shorter = completionsOf(text)
    .map(stemOfWord)
    .find(beginning => text.startsWith(beginning));
  return { stem: shorter ?? stemmed, holding, isBeginning: true };
}
