import { areStems, type Lexicon, type QueryTerm } from '../../query/query-terms.ts';
import { nearestAmong } from '../../query/typos.ts';
import { numbersOf } from '../../ranking/score.ts';
import { fold, foldedWords, isFunctionWord, stem } from '../../text/tokens.ts';
import { encodeStem, type LexiconContent } from '../lexicon-format.ts';

/** The lexicon of a collection in memory. The index run counts its words. */
export class CollectionWords implements Lexicon {
  readonly documents: number;
  readonly #counts: ReadonlyMap<string, number>;
  /** Encoded stems by first letter, the most frequent in headings and names first. */
  readonly #byInitial = new Map<string, string[]>();
  readonly #inLabels: ReadonlyMap<string, number>;
  readonly #abbreviations = new Map<string, [long: string, count: number][]>();
  readonly #citedBy: ReadonlyMap<string, number>;
  readonly #acts = new Map<string, { numbers: number[]; stems: Set<string> }[]>();

  constructor({ documents, stems, abbreviations, citedBy, acts }: LexiconContent) {
    this.documents = documents;
    this.#counts = new Map(stems.map(([stem, count]) => [stem, count]));
    this.#inLabels = new Map(stems.flatMap(([stem, , inLabels]) => (inLabels > 0 ? [[stem, inLabels]] : [])));
    for (const [stem] of stems.toSorted((a, b) => b[2] - a[2] || b[1] - a[1]))
      append(this.#byInitial, stem.charAt(0), stem);
    for (const [short, long, count] of abbreviations) append(this.#abbreviations, short, [long, count]);
    for (const spelledOut of this.#abbreviations.values()) spelledOut.sort((a, b) => b[1] - a[1]);
    this.#citedBy = new Map(citedBy);
    for (const [document, name] of acts) {
      const words = foldedWords(name);
      append(this.#acts, document, { numbers: numbersOf(words), stems: new Set(words.map(stemmed)) });
    }
  }

  /** A function word counts as if every document held it. */
  async documentsWith(texts: readonly string[]): Promise<Map<string, number>> {
    return new Map(texts.map(text => [text, this.holding([stemsOf(text.split(' '))])]));
  }

  async inLabels(stems: readonly string[]): Promise<string[]> {
    const count = (stem: string) => this.#inLabels.get(encodeStem(stem)) ?? 0;
    return [...new Set(stems)].filter(stem => count(stem) > 0).sort((a, b) => count(b) - count(a));
  }

  async spelledOut(abbreviations: readonly string[]): Promise<Map<string, readonly string[]>> {
    return new Map(
      abbreviations.flatMap(short => {
        const known = this.#abbreviations.get(short);
        return known ? [[short, known.map(([long]) => long)] as const] : [];
      }),
    );
  }

  async startingWith(beginning: string, most: number): Promise<string[]> {
    const found: string[] = [];
    for (const stem of this.#byInitial.get(beginning.charAt(0)) ?? []) {
      if (found.length >= most) break;
      if (stem.startsWith(beginning)) found.push(stem);
    }
    return found;
  }

  async nearest(word: string, isBeginning: boolean): Promise<string | null> {
    if (isBeginning && (await this.startingWith(word, 1)).length > 0) return null;
    return nearestAmong(word, initial =>
      (this.#byInitial.get(initial) ?? []).filter(stem => this.#inLabels.has(stem)),
    );
  }

  /** Estimates the documents that hold any of these texts, given as stems, as if words were independent. */
  holding = (texts: readonly (readonly string[])[]): number =>
    this.#holdingAny(texts, stem => this.#countOf(stem));

  labelled = (texts: readonly (readonly string[])[]): number =>
    this.#holdingAny(texts, stem => this.#inLabels.get(stem) ?? 0);

  #holdingAny(texts: readonly (readonly string[])[], countOf: (stem: string) => number): number {
    const counts = texts.map(stems => Math.min(...stems.map(countOf)));
    const without = counts.reduce((share, count) => share * (1 - count / (this.documents || 1)), 1);
    return counts.length === 1 ? (counts[0] ?? 0) : Math.round(this.documents * (1 - without));
  }

  citedBy = (document: string): number => this.#citedBy.get(document) ?? 0;

  actsOf = (document: string): readonly (readonly number[])[] =>
    (this.#acts.get(document) ?? []).map(({ numbers }) => numbers);

  /** Returns documents with an act's name that holds one of these texts, given as stems. */
  documentsOfActs(texts: readonly (readonly string[])[]): string[] {
    return Array.from(this.#acts).flatMap(([document, acts]) =>
      acts.some(({ stems }) => texts.some(words => words.every(word => stems.has(word)))) ? [document] : [],
    );
  }

  #countOf(stem: string): number {
    return stem === '' ? this.documents : (this.#counts.get(stem) ?? 0);
  }
}

const stemmed = (word: string): string => encodeStem(stem(fold(word)));

/** Returns encoded stems of folded words, '' for function words. Dotted letters are one word in a collection. */
export function stemsOf(words: readonly string[]): string[] {
  const isDotted = words.length > 1 && words.every(word => word.length === 1);
  return (isDotted ? [words.join('')] : words).map(word => (isFunctionWord(word) ? '' : stemmed(word)));
}

/** Returns the searched variants of a term as encoded stems, without function words. */
export const stemsOfTerm = ({ variants }: QueryTerm): string[][] =>
  variants
    .filter(({ kind }) => kind !== 'kin')
    .map(({ kind, words }) =>
      areStems(kind) ? words.map(encodeStem) : stemsOf(words).filter(stem => stem !== ''),
    );

function append<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
