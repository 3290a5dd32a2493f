import { areStems, type VariantKind } from '../query/query-terms.ts';
import { type Signature, wordNumber } from '../text/signature.ts';
import { isFunctionWord, stem } from '../text/tokens.ts';
import type { WeightedTerm } from './weight.ts';

/**
 * What a document is worth for a query. The same for both engines: an engine finds candidates, and tells what it knows of
 * each; this orders them. The weights were found with the judged set's part `develop` (test/bench/relevance/README.md).
 */

/** What an engine knows of a document that it found. */
export interface Candidate {
  signature: Signature;
  /** Popular names of the act that it is, each as word numbers. */
  acts: readonly (readonly number[])[];
  /** How many documents cite it. */
  citedBy: number;
  isInForce: boolean;
  /** Its place in the natural order among the candidates; 0 where that tells nothing, as between notices of one agency. */
  place: number;
  /** The query is its whole name. */
  isNamed: boolean;
  /** What of the query stands anywhere in it: the sum of those terms' weights. */
  found: number;
}

/** What each part of the score gave. */
export interface Score {
  /** What of the query stands anywhere in the document. */
  found: number;
  /** What of it stands in the heading, in the names above it, or in the name of an act. */
  labels: number;
  /** The same, or in the first words of its text. */
  front: number;
  /** How much of the heading is asked for. */
  heading: number;
  /** The query is the whole name. */
  name: number;
  /** How much of the names is asked for. */
  names: number;
  /** How often, in the beginning of the text. */
  text: number;
  /** Terms that follow one another in the query do so in the text. */
  near: number;
  /** The act's popular name is asked for. */
  act: number;
  /** Cited by others. */
  authority: number;
  /** No longer in force. */
  status: number;
  /** The names above it are asked for rather than its heading, and it is among the first under them, see `neighbors.ts`. */
  first: number;
  /** Others under the same names are found, and found well, see `neighbors.ts`. */
  neighbors: number;
  /** Much like others that stand before it, see `diversity.ts`. */
  diversity: number;
}

export const WEIGHTS: Readonly<Omit<Score, 'diversity'>> = {
  found: 1.4,
  labels: 1.2,
  front: 0.3,
  heading: 0.5,
  name: 0.8,
  names: 0.3,
  text: 0.6,
  near: 0.35,
  act: 0.6,
  authority: 0.06,
  status: -0.3,
  first: 0.25,
  neighbors: 0.35,
};

/** Weight of a match, as a share of the weight of what was typed. */
const SHARES: Readonly<Record<VariantKind, number>> = {
  typed: 1,
  beginning: 1,
  joined: 1,
  abbreviation: 1,
  form: 0.7,
  kin: 0.7,
  spelling: 1,
};

/** The same of a longer word, where the typed word stands by itself too. */
const LONGER_SHARE = 0.3;

/** BM25's saturation and length normalisation, for texts of this many words. */
const SATURATION = 1.2;
const LENGTH_SHARE = 0.6;
const USUAL_LENGTH = 150;
/** Words in the beginning of the text that say what it is about. */
const FRONT = 40;
/** Words, from the last one of a term on, among which another one is near it. */
const NEAR = 3;
/** In the other order. */
const REVERSED = 0.7;

/** Where a term stands in a list of words. */
interface Place {
  at: number;
  /** Words. */
  length: number;
  term: number;
  share: number;
}

interface NumberedVariant {
  words: readonly number[];
  term: number;
  share: number;
}

export class Scorer {
  readonly #weights: readonly number[];
  readonly #total: number;
  /** By the number of their first word. */
  readonly #variants = new Map<number, NumberedVariant[]>();
  /** 1 for each such number: most words of a text are none. */
  readonly #isFirst = new Uint8Array(0x10000);

  constructor(terms: readonly WeightedTerm[]) {
    this.#weights = terms.map(({ weight }) => weight);
    this.#total = sum(this.#weights) || 1;
    for (const [i, { term }] of terms.entries()) {
      const isWhole = term.variants.some(({ kind }) => kind === 'typed');
      for (const { kind, words } of term.variants) {
        const share = kind === 'beginning' && isWhole ? LONGER_SHARE : SHARES[kind];
        this.#add({ words: areStems(kind) ? words.map(wordNumber) : numbersOf(words), term: i, share });
      }
    }
  }

  /** @returns what each part of the score gives, but for what other candidates tell: `first` is that of the first under its names */
  score({ signature, acts, citedBy, isInForce, isNamed, found }: Candidate): Score {
    const heading = this.#places(signature.heading);
    const names = this.#places(signature.names);
    const text = this.#places(signature.text);
    const inActs = acts.map(act => this.#places(act));
    const labels = [...heading, ...names];
    const act = inActs.map((places, i) => coverage(places, acts[i]!.length) * this.#worthOf(places));
    return {
      found: WEIGHTS.found * (found / this.#total),
      labels: WEIGHTS.labels * this.#worthOf([...labels, ...inActs.flat()]),
      front: WEIGHTS.front * this.#worthOf([...labels, ...text.filter(({ at }) => at < FRONT)]),
      heading: WEIGHTS.heading * coverage(heading, signature.heading.length),
      name: isNamed ? WEIGHTS.name : 0,
      names: WEIGHTS.names * coverage(names, signature.names.length),
      text: WEIGHTS.text * this.#frequency(text, signature.text.length),
      near: WEIGHTS.near * this.#nearness(text),
      act: WEIGHTS.act * Math.max(0, ...act),
      authority: WEIGHTS.authority * Math.log1p(citedBy),
      status: isInForce ? 0 : WEIGHTS.status,
      first: WEIGHTS.first * Math.max(0, this.#worthOf(names) - this.#worthOf(heading)),
      neighbors: 0,
      diversity: 0,
    };
  }

  #add(variant: NumberedVariant): void {
    const [first] = variant.words;
    if (first === undefined) return;
    this.#isFirst[first] = 1;
    this.#variants.set(first, [...(this.#variants.get(first) ?? []), variant]);
  }

  /** In order; of several at one place, the longest, for each term that it counts for. */
  #places(words: ArrayLike<number>): Place[] {
    const places: Place[] = [];
    for (let at = 0; at < words.length; at++) {
      if (!this.#isFirst[words[at]!]) continue;
      const here = this.#variants
        .get(words[at]!)!
        .filter(({ words: wanted }) => wanted.every((word, i) => words[at + i] === word));
      const length = Math.max(0, ...here.map(({ words }) => words.length));
      const counted = new Set<number>();
      for (const { words: wanted, term, share } of here) {
        if (wanted.length < length || counted.has(term)) continue;
        counted.add(term);
        places.push({ at, length, term, share });
      }
    }
    return places;
  }

  /** Weight of the matched terms divided by the weight of all terms. */
  #worthOf(places: readonly Place[]): number {
    const shares = this.#weights.map(() => 0);
    for (const { term, share } of places) shares[term] = Math.max(shares[term]!, share);
    return sum(shares.map((share, term) => share * this.#weights[term]!)) / this.#total;
  }

  #frequency(places: readonly Place[], length: number): number {
    const counts = this.#weights.map(() => 0);
    for (const { term, share } of places) counts[term]! += share;
    const saturation = SATURATION * (1 - LENGTH_SHARE + (LENGTH_SHARE * length) / USUAL_LENGTH);
    return (
      sum(counts.map((count, term) => (this.#weights[term]! * count) / (count + saturation))) / this.#total
    );
  }

  /** How well neighbors of the query are neighbors of the text. */
  #nearness(places: readonly Place[]): number {
    const best = this.#weights.map(() => 0);
    for (const [i, { at, length, term }] of places.entries()) {
      for (let j = i + 1; j < places.length && places[j]!.at < at + length + NEAR - 1; j++) {
        const other = places[j]!.term;
        if (other === term + 1) best[term] = 1;
        else if (other === term - 1) best[other] = Math.max(best[other]!, REVERSED);
      }
    }
    const pairs = best.map(
      (near, term) => (near * (this.#weights[term]! + (this.#weights[term + 1] ?? 0))) / 2,
    );
    return sum(pairs) / this.#total;
  }
}

/** Word numbers without function words: what signatures hold. */
export const numbersOf = (words: readonly string[]): number[] =>
  words.filter(word => !isFunctionWord(word)).map(word => wordNumber(stem(word)));

export const totalOf = (score: Score): number => sum(Object.values(score));

/** The share of the words that terms take up. */
function coverage(places: readonly Place[], length: number): number {
  let covered = 0;
  let end = 0;
  for (const { at, length: words } of places) {
    covered += Math.max(0, at + words - Math.max(at, end));
    end = Math.max(end, at + words);
  }
  return length === 0 ? 0 : covered / length;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
