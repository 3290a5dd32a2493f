import type { Random } from '../../helpers/random.ts';
import { rankAt } from './vocabulary.ts';
import { scatter } from './word-forms.ts';

/** Words of ranks before this one are used whatever a text is about. */
const GENERAL = 48;
/**
 * Each topic prefers one word of so many that are about as frequent, as a power of two. As every word is the favourite of
 * some topics, all together are as frequent as ever.
 */
const choicesOf = (rank: number): number => (rank < 256 ? 2 : rank < 1024 ? 4 : rank < 4096 ? 5 : 6);

/** How many of the words that could be the topic's own are its document's, its topic's, or anybody's: shares of 1. */
const OF_DOCUMENT = 0.6;
const OF_TOPIC = 0.3;

/** What a document is about: words cluster in documents, and in chapters or agencies of several documents. */
export class Topic {
  readonly #topic: number;
  readonly #document: number;

  constructor(topic: number, document: number) {
    this.#topic = scatter(topic);
    this.#document = scatter(document + 0x5bd1e995);
  }

  /** The rank of a word of a text. */
  word(random: Random): number {
    const place = random.next();
    const rank = rankAt(place);
    if (rank < GENERAL) return rank;
    // Digits far behind those that gave the rank are another draw, which costs nothing.
    const digits = place * 2 ** 24;
    const whose = digits - Math.floor(digits);
    if (whose < OF_DOCUMENT) return favourite(rank, this.#document);
    return whose < OF_DOCUMENT + OF_TOPIC ? favourite(rank, this.#topic) : rank;
  }

  /** The rank of a word that tells what the text is about, for headings and names. */
  name(random: Random): number {
    for (;;) {
      const rank = rankAt(random.next());
      if (rank >= GENERAL) return favourite(rank, random.chance(0.3) ? this.#document : this.#topic);
    }
  }
}

function favourite(rank: number, seed: number): number {
  const bits = choicesOf(rank);
  const group = rank >>> bits;
  return Math.max(GENERAL, (group << bits) + (scatter(group ^ seed) >>> (32 - bits)));
}
