import { sortNatural } from '../../../contract/natural-order.ts';
import type { SearchHit } from '../../../contract/search.ts';
import type { Lexicon, QueryTerm } from '../../query/query-terms.ts';
import { nearestAmong } from '../../query/typos.ts';
import { rank } from '../../ranking/rank.ts';
import { type WeightedTerm, weightOf } from '../../ranking/weight.ts';
import { nameOf } from '../../text/name.ts';
import { nameNumber, readNumbers, readSignature, type Signature, wordNumber } from '../../text/signature.ts';
import { isFunctionWord } from '../../text/tokens.ts';
import { readCombined } from '../encoding.ts';
import { tellingStems } from '../stems.ts';
import { type Facts, stemOfText } from './known-words.ts';
import type { ReturnedRecord } from './request.ts';

interface Candidate {
  record: ReturnedRecord;
  signature: Signature;
  /** The numbers of the words of its text, in two lists: looking for a few is faster than making a set. */
  numbers: readonly Uint16Array[];
  /** Stems of heading, popular names and the names above it. */
  labels: ReadonlySet<string>;
}

/**
 * The best documents of a search, which ranking puts in order. They serve as the lexicon of its query: other forms, corrections
 * and completions of its words are those that the server found it with.
 */
export class Candidates implements Lexicon {
  readonly documents: number;
  readonly #facts: Facts;
  readonly #candidates: readonly Candidate[];
  /** Candidates by the stems of their labels. */
  readonly #labels = new Map<string, number>();

  /** @param documents records in the collection: long texts have one of their own @param facts about the words of the query */
  constructor(records: readonly ReturnedRecord[], documents: number, facts: Facts) {
    this.documents = documents;
    this.#facts = facts;
    this.#candidates = records.map(record => {
      const named = [record.heading, record.names, ...(record.acts ?? [])].join(' ');
      const labels = new Set(named.split(' '));
      for (const stem of labels) this.#labels.set(stem, (this.#labels.get(stem) ?? 0) + 1);
      const signature = readSignature(Buffer.from(record.signature, 'base64'));
      return {
        record,
        labels,
        signature,
        numbers: [signature.text, readNumbers(Buffer.from(record.numbers, 'base64'))],
      };
    });
  }

  /** A function word counts as if every document held it. */
  async documentsWith(texts: readonly string[]): Promise<Map<string, number>> {
    const holding = (stem: string) => (stem === '' ? this.documents : this.#facts(stem).holding);
    return new Map(texts.map(text => [text, holding(stemOfText(text))]));
  }

  async inLabels(stems: readonly string[]): Promise<string[]> {
    return this.#byFrequency([...new Set(stems)].filter(stem => this.#labels.has(stem)));
  }

  async spelledOut(abbreviations: readonly string[]): Promise<Map<string, readonly string[]>> {
    return new Map(abbreviations.map(short => [short, this.#facts(stemOfText(short)).long]));
  }

  async startingWith(beginning: string, most: number): Promise<string[]> {
    const found = [...this.#labels.keys()].filter(stem => stem.startsWith(beginning));
    return this.#byFrequency(found).slice(0, most);
  }

  async nearest(word: string, isBeginning: boolean): Promise<string | null> {
    if (isBeginning && (await this.startingWith(word, 1)).length > 0) return null;
    return nearestAmong(word, initial =>
      this.#byFrequency([...this.#labels.keys()].filter(stem => stem.startsWith(initial))),
    );
  }

  #byFrequency = (stems: string[]): string[] =>
    stems.sort((a, b) => this.#labels.get(b)! - this.#labels.get(a)! || (a < b ? -1 : 1));

  /** Returns the terms that some document holds, with their weights. */
  weighted(terms: readonly QueryTerm[]): WeightedTerm[] {
    return terms
      .map(term => ({ term, weight: this.#weightOf(term) }))
      .filter(({ term, weight }) => weight > 0 || term.isRequired);
  }

  #weightOf(term: QueryTerm): number {
    const typed = term.variants.filter(({ kind }) => kind === 'typed' || kind === 'joined');
    const known = typed.map(({ words }) => this.#facts(stemOfText(words.join(' '))));
    // Completions and corrections are counted among the candidates.
    const held = this.#candidates.filter(candidate => holds(candidate, term)).length;
    const holding = Math.max(held, ...known.map(({ holding }) => holding));
    return weightOf(term, this.documents, holding, Math.max(0, ...known.map(({ labelled }) => labelled)));
  }

  /** Returns the records in order. @param q the query's text, which may equal a whole name */
  ranked(terms: readonly WeightedTerm[], q: string): ReturnedRecord[] {
    const hits = this.#candidates.map(({ record }) => JSON.parse(record.hit) as SearchHit);
    const inOrder = sortNatural(hits, ({ identifier }) => identifier);
    const name = nameNumber(q);
    const candidates = this.#candidates.map((candidate, id) => {
      const { record } = candidate;
      const hit = hits[id]!;
      return {
        id,
        signature: candidate.signature,
        acts: (record.acts ?? []).map(numbersOfStems),
        citedBy: hit.cited_by_count,
        isInForce: hit.status === 'in_force',
        ordinal:
          readCombined(record.combined).get('granularity') === 'document' ? 0 : inOrder.indexOf(hit) + 1,
        isNamed: nameNumber(nameOf(hit)) === name,
        found: terms.reduce((sum, { term, weight }) => sum + (holds(candidate, term) ? weight : 0), 0),
      };
    });
    return rank(terms, candidates).map(({ id }) => this.#candidates[id]!.record);
  }
}

/** The text of a candidate holds all phrases: Typesense has seen to it. */
function holds({ labels, numbers }: Candidate, { isRequired, variants }: QueryTerm): boolean {
  if (isRequired) return true;
  return variants.some(({ kind, words: wanted }) => {
    if (kind === 'kin') return wanted.some(stem => labels.has(stem));
    const stems = kind === 'beginning' || kind === 'form' ? wanted : tellingStems(wanted);
    return stems.every(stem => {
      const number = wordNumber(stem);
      return labels.has(stem) || numbers.some(held => held.includes(number));
    });
  });
}

const numbersOfStems = (stems: string): number[] =>
  stems.split(' ').flatMap(stem => (isFunctionWord(stem) ? [] : [wordNumber(stem)]));
