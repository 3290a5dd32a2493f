import { areStems, type VariantKind } from '../query/query-terms.ts';
import { type Signature, wordNumber } from '../text/signature.ts';
import { isFunctionWord, stem } from '../text/tokens.ts';
import type { WeightedTerm } from './weight.ts';

/**
 * The score of a document for a query, the same for both engines: an engine finds candidates, this orders them. The weights
 * were tuned on the judged set's part `develop` (test/bench/relevance/README.md).
 */

/** A found document with the data for its score. */
export interface Candidate {
  signature: Signature;
  acts: readonly (readonly number[])[];
  citedBy: number;
  isInForce: boolean;
  /** Its position in the natural order among the candidates; 0 if that means nothing, as for notices of one agency. */
  ordinal: number;
  /** The query equals the whole name. */
  isNamed: boolean;
  /** Sum of the weights of the terms that occur anywhere in it. */
  found: number;
}

export interface Score {
  /** Terms anywhere in the document. */
  found: number;
  /** Terms in the heading, in the names above it, or in the name of an act. */
  labels: number;
  /** The same, or in the first words of the text. */
  front: number;
  /** Share of the heading that the query covers. */
  heading: number;
  name: number;
  /** Share of the names that the query covers. */
  names: number;
  /** Frequency of the terms in the beginning of the text. */
  text: number;
  /** Adjacent terms of the query are adjacent in the text. */
  near: number;
  /** The query has the act's popular name. */
  act: number;
  authority: number;
  status: number;
  /** One of the first under its names, which the query asks for rather than its heading, see `neighbors.ts`. */
  first: number;
  /** Good candidates under the same names, see `neighbors.ts`. */
  neighbors: number;
  /** Loss for similar documents before it, see `diversity.ts`. */
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

/** Weight of a match relative to the typed word. */
const SHARES: Readonly<Record<VariantKind, number>> = {
  typed: 1,
  beginning: 1,
  joined: 1,
  abbreviation: 1,
  form: 0.7,
  kin: 0.7,
  spelling: 1,
};

/** The same for a longer word, if the typed word also occurs by itself. */
const LONGER_SHARE = 0.3;

/** BM25's saturation and length normalisation, for texts of this many words. */
const SATURATION = 1.2;
const LENGTH_SHARE = 0.6;
const USUAL_LENGTH = 150;
/** Words at the beginning of the text that introduce its subject. */
const FRONT = 40;
/** Words after the end of a term within which another term is near. */
const NEAR = 3;
const REVERSED = 0.7;

interface Occurrence {
  at: number;
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
  readonly #variants = new Map<number, NumberedVariant[]>();
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

  /** Returns the score without what depends on other candidates; `first` is that of the first under its names. */
  score({ signature, acts, citedBy, isInForce, isNamed, found }: Candidate): Score {
    const heading = this.#occurrences(signature.heading);
    const names = this.#occurrences(signature.names);
    const text = this.#occurrences(signature.text);
    const inActs = acts.map(act => this.#occurrences(act));
    const labels = [...heading, ...names];
    const act = inActs.map(
      (occurrences, i) => coverage(occurrences, acts[i]!.length) * this.#worthOf(occurrences),
    );
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

  /** Returns positions in order; at each position the longest match of each term. */
  #occurrences(words: ArrayLike<number>): Occurrence[] {
    const occurrences: Occurrence[] = [];
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
        occurrences.push({ at, length, term, share });
      }
    }
    return occurrences;
  }

  #worthOf(occurrences: readonly Occurrence[]): number {
    const shares = this.#weights.map(() => 0);
    for (const { term, share } of occurrences) shares[term] = Math.max(shares[term]!, share);
    return sum(shares.map((share, term) => share * this.#weights[term]!)) / this.#total;
  }

  #frequency(occurrences: readonly Occurrence[], length: number): number {
    const counts = this.#weights.map(() => 0);
    for (const { term, share } of occurrences) counts[term]! += share;
    const saturation = SATURATION * (1 - LENGTH_SHARE + (LENGTH_SHARE * length) / USUAL_LENGTH);
    return (
      sum(counts.map((count, term) => (this.#weights[term]! * count) / (count + saturation))) / this.#total
    );
  }

  /** Returns how closely the query's adjacent terms are adjacent in the text. */
  #nearness(occurrences: readonly Occurrence[]): number {
    const best = this.#weights.map(() => 0);
    for (const [i, { at, length, term }] of occurrences.entries()) {
      for (let j = i + 1; j < occurrences.length && occurrences[j]!.at < at + length + NEAR - 1; j++) {
        const other = occurrences[j]!.term;
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

/** Returns word numbers without function words, as signatures hold them. */
export const numbersOf = (words: readonly string[]): number[] =>
  words.filter(word => !isFunctionWord(word)).map(word => wordNumber(stem(word)));

export const totalOf = (score: Score): number => sum(Object.values(score));

function coverage(occurrences: readonly Occurrence[], length: number): number {
  let covered = 0;
  let end = 0;
  for (const { at, length: words } of occurrences) {
    covered += Math.max(0, at + words - Math.max(at, end));
    end = Math.max(end, at + words);
  }
  return length === 0 ? 0 : covered / length;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
