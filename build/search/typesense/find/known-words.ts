import { LRUCache } from 'lru-cache';
import { joinedWith, type LooseWord } from '../../query/query-terms.ts';
import { baseStems } from '../../text/tokens.ts';
import { stemOfWord, tellingStems } from '../stems.ts';
import type { TypesenseClient } from './client.ts';
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

/** Tells the facts about a stem. */
export type Facts = (stem: string) => WordFacts;

const UNKNOWN: WordFacts = { holding: 0, labelled: 0, long: [] };
/** Kept words, and how long they are kept, in milliseconds: collections change once a night, and weights hardly. */
const KEPT = { max: 50_000, ttl: 10 * 60_000 };

/**
 * The words of queries with the numbers of documents that hold them, which ranking weighs them by. The collection is asked once
 * for each word, and the answer is kept for some minutes.
 */
export class KnownWords {
  readonly #client: TypesenseClient;
  readonly #kept = new LRUCache<string, WordFacts>(KEPT);

  constructor(client: TypesenseClient) {
    this.#client = client;
  }

  /** Returns the facts about these words and their compounds. @throws SearchEngineError, and the library's errors */
  async of(words: readonly LooseWord[], signal: AbortSignal): Promise<Facts> {
    const joined = words.flatMap((word, i) => joinedWith(word, words[i + 1]) ?? []);
    const typed = [...words.flatMap(({ spellings }) => spellings.map(stemOfText)), ...joined.map(stemOfWord)];
    const stems = [...typed, ...typed.flatMap(baseStems)];
    const facts = new Map(stems.map(stem => [stem, this.#kept.get(stem) ?? UNKNOWN]));
    const asked = [...facts].flatMap(([stem, known]) => (stem === '' || known !== UNKNOWN ? [] : [stem]));
    const results = await this.#client.searchAll(asked.flatMap(factsOfWord), signal);
    for (const [i, stem] of asked.entries()) {
      const [all, labels, spelled] = results.slice(3 * i, 3 * i + 3) as [Result, Result, Result];
      const long = longFormsIn(spelled, stem);
      facts.set(stem, { holding: all.found, labelled: labels.found, long });
      this.#kept.set(stem, facts.get(stem));
    }
    return stem => facts.get(stem) ?? UNKNOWN;
  }
}

/** Returns the one stem of a spelling; '' for several words or a function word. */
export function stemOfText(text: string): string {
  const stems = tellingStems(text.split(' '));
  return stems.length === 1 ? stems[0]! : '';
}

const longFormsIn = ({ facet_counts = [] }: Result, short: string): string[] =>
  (facet_counts[0]?.counts ?? []).flatMap(({ value }) =>
    value.startsWith(`${short} `) ? [value.slice(short.length + 1)] : [],
  );
