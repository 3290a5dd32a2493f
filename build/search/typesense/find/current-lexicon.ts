import { untilAborted } from '../../../common/until-aborted.ts';
import { SearchEngineError } from '../../engine.ts';
import { LEXICON, type LexiconContent, type LexiconHead, piecesOf } from '../lexicon-format.ts';
import type { TypesenseClient } from './client.ts';
import { CollectionWords } from './collection-words.ts';
import type { Parameters } from './request.ts';
import { type Result, recordsIn } from './result.ts';

/** A collection of a million documents has this many. */
const MOST_PIECES = 500;

/** Reads the head of the collection's lexicon beside other searches, since the collection may have been replaced. */
export const HEAD_SEARCH: Parameters = {
  q: '*',
  query_by: 'heading',
  filter_by: `document:=${LEXICON}`,
  include_fields: 'lexicon',
  per_page: 1,
};

/** @param result of {@link HEAD_SEARCH} @throws SearchEngineError if the collection has no lexicon */
export function headIn(result: Result): LexiconHead {
  const text = recordsIn(result)[0]?.document.lexicon;
  if (text === undefined) throw new SearchEngineError('unavailable', 'The collection has no lexicon');
  return JSON.parse(text) as LexiconHead;
}

/** All searches share one reading of a lexicon, so no single search aborts it. The client bounds it. */
const FOR_ALL = new AbortController().signal;

/** The lexicon was replaced: repeat the search with the new one. */
export class ReplacedLexicon extends Error {}

export class CurrentLexicon {
  readonly #client: TypesenseClient;
  #version = '';
  #words: Promise<CollectionWords> | null = null;

  constructor(client: TypesenseClient) {
    this.#client = client;
  }

  /** Returns the known lexicon, which may be outdated: callers must `check` it. @throws SearchEngineError */
  async get(signal: AbortSignal): Promise<CollectionWords> {
    if (this.#words === null) {
      const [head] = await this.#client.searchAll([HEAD_SEARCH], signal);
      if (this.#words === null) this.#take(headIn(head!));
    }
    const words = this.#words as Promise<CollectionWords> | null;
    return Promise.race([words!, untilAborted(signal)]);
  }

  /** @throws ReplacedLexicon if the collection has another lexicon than the known one; it is read then */
  check(head: LexiconHead): void {
    if (head.version === this.#version) return;
    this.#take(head);
    throw new ReplacedLexicon();
  }

  #take(head: LexiconHead): void {
    const words = this.#read(head);
    this.#version = head.version;
    this.#words = words;
    words.catch(() => {
      if (this.#words === words) this.#words = null;
    });
  }

  async #read({ version, pieces }: LexiconHead): Promise<CollectionWords> {
    if (!/^[0-9a-f]+$/.test(version) || !(pieces <= MOST_PIECES))
      throw new SearchEngineError('unavailable', 'The collection has a lexicon that is none');
    const texts: string[] = [];
    for (let i = 1; i <= pieces; i++) {
      const search = {
        ...HEAD_SEARCH,
        filter_by: `document:=${piecesOf(version)}`,
        sort_by: 'part:desc',
        page: i,
      };
      const [result] = await this.#client.searchAll([search], FOR_ALL);
      texts.push(recordsIn(result!)[0]?.document.lexicon ?? '');
    }
    return new CollectionWords(JSON.parse(texts.join('')) as LexiconContent);
  }
}
