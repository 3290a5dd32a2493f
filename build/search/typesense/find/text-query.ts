import type { SearchAnalysis } from '../../query/analyze.ts';
import { joinedWith, type LooseWord, looseWords, MOST } from '../../query/query-terms.ts';
import { frequentNumber } from '../../text/frequent-words.ts';
import { baseStems, completionsOf } from '../../text/tokens.ts';
import { stemOfWord, stemsOf, tellingStems } from '../stems.ts';
import { type Facts, stemOfText } from './known-words.ts';
import type { TextQuery } from './request.ts';

/** Further words cost time and hardly change what is found. */
const MOST_WORDS = 10;
/** The server takes a filter of a hundred conditions, brackets and signs between them: 14 for each of these, two for each filter of the query. */
const MOST_FILTERED = 5;
/** A last word that more documents hold is whole: its completions would only bring others. */
const WHOLE = 100;
/** Of words that are all in more documents the server weighs none, or the rarest one: to look where words stand takes it long. */
const FREQUENT = 20_000;

/** A word with how many documents hold it, anywhere and in heading or names. */
interface Word {
  stem: string;
  /** The same, or what headings and names are searched for in its place: its long form, or one of its family that they hold. */
  label: string;
  /** What it stands for, as stems, if it is an abbreviation. */
  long: readonly string[];
  holding: number;
  labelled: number;
  isBeginning: boolean;
}

/**
 * Returns what Typesense searches for. A word that no heading or name holds is not looked for in these, unless it is misspelled.
 * @param isFiltered whether other filters leave fewer documents to look at
 */
export function textQueryOf(analysis: SearchAnalysis, facts: Facts, isFiltered: boolean): TextQuery {
  const { phrases, excluded } = analysis;
  const words = wordsOf(looseWords(analysis), facts).filter(({ stem }) => stem !== '');
  const isShort = ({ long }: Word): boolean => long.length > 0;
  const inLabels = words.filter(
    word => word.labelled > 0 || word.holding === 0 || word.isBeginning || isShort(word),
  );
  const chosen = chosenOf(
    words.filter(word => !isShort(word)),
    ({ holding }) => holding,
  );
  const isFrequent = phrases.length === 0 && chosen.every(({ holding }) => holding > FREQUENT);
  const weighed = isFrequent ? Number(isFiltered) : chosen.length;
  return {
    words: chosen.slice(0, weighed).map(({ stem }) => stem),
    filtered: [...chosen.slice(weighed), ...words.filter(isShort)]
      .sort((a, b) => a.holding - b.holding)
      .slice(0, MOST_FILTERED)
      .map(({ stem, long }) => [stem, ...long]),
    labels: chosenOf(inLabels, ({ labelled }) => labelled).map(({ label }) => label),
    phrases: phrases.map(stemsOf).filter(text => text !== ''),
    excluded: excluded.map(stemsOf).filter(text => text !== ''),
    isBeginning: chosen.some(({ isBeginning }) => isBeginning),
    isOdd: words.some(({ holding }) => holding === 0),
  };
}

/**
 * Returns the rarest words, the rarest first: where few documents hold all words Typesense drops them from the right, and then from
 * the left, so that the second one is last. Behind it come words that no document holds, and an unfinished word is the very last.
 */
function chosenOf(words: readonly Word[], count: (word: Word) => number): Word[] {
  const rarity = (word: Word): number =>
    word.isBeginning ? Number.POSITIVE_INFINITY : count(word) || Number.MAX_VALUE;
  const sorted = words.toSorted((a, b) => rarity(a) - rarity(b)).slice(0, MOST_WORDS);
  const [first, second, ...others] = sorted;
  if (!first || !second || rarity(sorted.at(-1)!) >= Number.MAX_VALUE) return sorted;
  return [first, ...others, second];
}

/** Two words are searched as one if documents write them so, and one of them is in no document or both are rarer in headings. */
function wordsOf(loose: readonly LooseWord[], facts: Facts): Word[] {
  const words: Word[] = [];
  const known = loose.map(({ spellings }) => facts(stemOfText(spellings[0]!)));
  for (let i = 0; i < loose.length; i++) {
    const both = known.slice(i, i + 2);
    const stem = stemOfWord(joinedWith(loose[i]!, loose[i + 1]) ?? '');
    const { holding, labelled } = facts(stem);
    const isOne = both.some(word => word.holding === 0) || both.every(word => word.labelled < labelled);
    if (holding > 0 && isOne) {
      words.push({ stem, label: stem, long: [], holding, labelled, isBeginning: false });
      i++;
    } else words.push(toWord(loose[i]!, facts));
  }
  return words;
}

function toWord({ text, spellings, isBeginning }: LooseWord, facts: Facts): Word {
  const telling = stemOfText(spellings[0]!);
  const typed = telling || stemOfWord(text);
  // Function words, which are searched for only where there are no others, count as if every document held them.
  const { holding, labelled } =
    telling === '' ? { holding: Number.MAX_SAFE_INTEGER, labelled: 0 } : facts(typed);
  const long = longFormsOf(telling, facts);
  const isWhole = !isBeginning || holding > WHOLE;
  // No stem begins with `reproducin`, but `reproducing` has a shorter one.
  const completions = isWhole ? [] : completionsOf(text).map(stemOfWord);
  const stem = completions.find(beginning => text.startsWith(beginning)) ?? typed;
  const ofFamily = () => baseStems(stem).find(base => facts(base).labelled > 0);
  const label = labelled > 0 ? stem : (long[0] ?? ofFamily() ?? stem);
  return { stem, label, long, holding, labelled: facts(label).labelled, isBeginning: !isWhole };
}

/** Returns what an abbreviation stands for, as stems. `act` is an ordinary word. */
function longFormsOf(short: string, facts: Facts): string[] {
  if (frequentNumber(short) > 0) return [];
  const long = facts(short).long.slice(0, MOST.expansions);
  return long.map(text => tellingStems(text.split(' ')).join(' ')).filter(text => text !== '');
}
