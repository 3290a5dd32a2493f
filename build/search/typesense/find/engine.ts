import type { SearchAnswer, SearchQuery } from '../../../contract/search.ts';
import type { SearchEngine } from '../../engine.ts';
import { lookUpQuery } from './citation-lookup.ts';
import { TypesenseClient, type TypesenseOptions } from './client.ts';
import { CurrentLexicon, ReplacedLexicon } from './current-lexicon.ts';
import { asEngineError } from './failure.ts';
import { Search } from './search.ts';

interface EngineOptions extends TypesenseOptions {
  slots: number;
  frequent?: number;
}

/** Typesense sorts about two thousand documents a millisecond by a string: for more, asking again is faster. */
const FREQUENT = 100_000;

/** Searches a collection that `npm run index` has filled. A query without words would find everything. */
export class TypesenseEngine implements SearchEngine {
  readonly name = 'typesense';
  readonly slots: number;
  readonly #client: TypesenseClient;
  readonly #lexicon: CurrentLexicon;
  readonly #frequent: number;

  constructor({ slots, frequent = FREQUENT, ...options }: EngineOptions) {
    this.slots = slots;
    this.#frequent = frequent;
    this.#client = new TypesenseClient(options);
    this.#lexicon = new CurrentLexicon(this.#client);
  }

  async search(query: SearchQuery, signal: AbortSignal): Promise<SearchAnswer> {
    const answer = async () => {
      const words = await this.#lexicon.get(signal);
      const context = { client: this.#client, lexicon: this.#lexicon, frequent: this.#frequent };
      const cited = await lookUpQuery(this.#client, query.q, signal);
      return (await Search.of({ ...context, ...cited, words, query, signal })).answer();
    };
    try {
      // A collection is replaced once a night, so one repetition is enough.
      return await answer().catch(error => {
        if (error instanceof ReplacedLexicon) return answer();
        throw error;
      });
    } catch (error) {
      throw asEngineError(error, signal);
    }
  }

  async close(): Promise<void> {
    this.#client.close();
  }
}
