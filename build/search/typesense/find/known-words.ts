import { LRUCache } from 'lru-cache';
import { joinedWith, type LooseWord } from '../../query/query-terms.ts';
import { baseStems } from '../../text/tokens.ts';
import { stemOfWord, tellingStems } from '../stems.ts';
import type { SearchAll } from './client.ts';
import { factsOfWord } from './request.ts';
import type { Result } from './result.ts';

/** What the collection knows of a word, by its stem. */
interface WordFacts {
  /** Documents that hold it anywhere. */
  holding: number;
  /** Documents that hold it in heading or names. */
  labelled: number;
  /** Its long forms if it is an abbreviation, the most frequent first. */
  long: readonly string[];
}

export type Facts = (stem: string) => WordFacts;

const UNKNOWN: WordFacts = { holding: 0, labelled: 0, long: [] };
/** Documents that must spell out an abbreviation: one alone may be mistaken. */
const SPELLING = 2;
/** In milliseconds. Collections change once a night, and weights hardly; but they may get a word that no document held. */
const TIME_KEPT = { known: 60 * 60_000, unknown: 10 * 60_000 };

/**
 * Returns what tells the facts about words and their compounds. The collection is asked once for each word, and the answer is
 * kept for some time. It throws SearchEngineError, and the library's errors.
 */
export function knownWords() {
  const kept = new LRUCache<string, WordFacts>({ max: 50_000 });
  return async (words: readonly LooseWord[], searchAll: SearchAll): Promise<Facts> => {
    const facts = new Map<string, WordFacts>();
    const know = async (stems: readonly string[]): Promise<void> => {
      for (const stem of stems) facts.set(stem, kept.get(stem) ?? UNKNOWN);
      const asked = [...facts].flatMap(([stem, known]) => (stem === '' || known !== UNKNOWN ? [] : [stem]));
      const results = await searchAll(asked.flatMap(factsOfWord));
      for (const [i, stem] of asked.entries()) {
        const [all, labels, spelled] = results.slice(3 * i, 3 * i + 3) as [Result, Result, Result];
        const counted = spelled.facet_counts?.[0]?.counts ?? [];
        const own = counted.filter(({ value, count }) => count >= SPELLING && value.startsWith(`${stem} `));
        const long = own.map(({ value }) => value.slice(stem.length + 1));
        facts.set(stem, { holding: all.found, labelled: labels.found, long });
        kept.set(stem, facts.get(stem), { ttl: all.found > 0 ? TIME_KEPT.known : TIME_KEPT.unknown });
      }
    };
    const joined = words.flatMap((word, i) => joinedWith(word, words[i + 1]) ?? []);
    const typed = words.flatMap(({ spellings }) => spellings.map(stemOfText));
    await know([...typed, ...joined.map(stemOfWord)]);
    // Headings that do not hold a word may hold one that it is made of.
    await know(typed.filter(stem => facts.get(stem)?.labelled === 0).flatMap(baseStems));
    return stem => facts.get(stem) ?? UNKNOWN;
  };
}

/** Returns the one stem of a spelling; '' for several words or a function word. */
export function stemOfText(text: string): string {
  const stems = tellingStems(text.split(' '));
  return stems.length === 1 ? stems[0]! : '';
}
