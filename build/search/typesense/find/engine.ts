import type { SearchAnswer, SearchQuery } from '../../../contract/search.ts';
import type { SearchEngine } from '../../engine.ts';
import { TypesenseClient, type TypesenseOptions } from './client.ts';
import { asEngineError } from './failure.ts';
import { KnownWords } from './known-words.ts';
import { answerQuery } from './search.ts';

interface EngineOptions extends TypesenseOptions {
  /** The tree that the collection was filled from: passages are read from it. */
  tree: string;
  slots: number;
}

/** Searches a collection that `npm run index` has filled. A query without words would find everything. */
export class TypesenseEngine implements SearchEngine {
  readonly name = 'typesense';
  readonly slots: number;
  readonly #client: TypesenseClient;
  readonly #words: KnownWords;
  readonly #tree: string;

  constructor({ slots, tree, ...options }: EngineOptions) {
    this.slots = slots;
    this.#tree = tree;
    this.#client = new TypesenseClient(options);
    this.#words = new KnownWords(this.#client);
  }

  async search(query: SearchQuery, signal: AbortSignal): Promise<SearchAnswer> {
    try {
      return await answerQuery({
        client: this.#client,
        words: this.#words,
        tree: this.#tree,
        query,
        signal,
      });
    } catch (error) {
      throw asEngineError(error, signal);
    }
  }

  async close(): Promise<void> {
    this.#client.close();
  }
}
