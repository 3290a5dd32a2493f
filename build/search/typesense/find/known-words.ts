import { joinedWith, type LooseWord } from '../../query/query-terms.ts';
import { stemOfWord, tellingStems } from '../stems.ts';
import type { TypesenseClient } from './client.ts';
import { countsOfWord, longForms, type Parameters } from './request.ts';
import type { Result } from './result.ts';

/** What the collection knows of a word, by its stem. */
export interface WordFacts {
  /** Documents that hold it anywhere. */
  holding: number;
  /** Documents that hold it in heading or names. */
  labelled: number;
  /** Its long forms if it is an abbreviation, the most frequent first. */
  long: readonly string[];
}

const UNKNOWN: WordFacts = { holding: 0, labelled: 0, long: [] };
/** Kept words, and how long they are kept: collections change once a night, and weights hardly. */
const MOST = 50_000;
const KEPT_MS = 10 * 60_000;

/**
 * The words of queries with the numbers of documents that hold them, which ranking weighs them by. The collection is asked once
 * for each word, and the answer is kept for some minutes.
 */
export class KnownWords {
  readonly #client: TypesenseClient;
  #facts = new Map<string, WordFacts>();
  #since = performance.now();

  constructor(client: TypesenseClient) {
    this.#client = client;
  }

  /** Returns the facts about these words and their compounds. @throws SearchEngineError, and the library's errors */
  async of(words: readonly LooseWord[], signal: AbortSignal): Promise<(stem: string) => WordFacts> {
    this.#forget();
    const facts = this.#facts;
    const joined = words.flatMap((word, i) => joinedWith(word, words[i + 1]) ?? []);
    const stems = [...words.flatMap(({ spellings }) => spellings.map(stemOfText)), ...joined.map(stemOfWord)];
    const asked = [...new Set(stems)].filter(stemmed => stemmed !== '' && !facts.has(stemmed));
    const searches = asked.flatMap((stem): Parameters[] => [...countsOfWord(stem), longForms(stem)]);
    const results = searches.length === 0 ? [] : await this.#client.searchAll(searches, signal);
    for (const [i, stem] of asked.entries()) {
      const [all, labels, spelled] = results.slice(3 * i, 3 * i + 3) as [Result, Result, Result];
      facts.set(stem, { holding: all.found, labelled: labels.found, long: longFormsIn(spelled, stem) });
    }
    return stem => facts.get(stem) ?? UNKNOWN;
  }

  #forget(): void {
    if (this.#facts.size < MOST && performance.now() - this.#since < KEPT_MS) return;
    this.#facts = new Map();
    this.#since = performance.now();
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
