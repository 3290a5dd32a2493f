import type { LexiconContent } from '../lexicon-format.ts';
import type { TypesenseRecord } from '../record.ts';

/** The counted fields of a document's first record. */
export type Counted = Pick<
  TypesenseRecord,
  'document' | 'stems' | 'labels' | 'citations' | 'cites' | 'references'
>;

const FIELDS = ['document', 'stems', 'labels', 'citations', 'cites', 'references'] as const;

export const COUNTED_FIELDS = FIELDS.join(',');

/** Drops the text, which takes the most space. */
export const countedOf = (record: TypesenseRecord): Counted =>
  Object.fromEntries(FIELDS.flatMap(field => (field in record ? [[field, record[field]]] : []))) as Counted &
    object;

/** The parts of the lexicon that are sums over documents. */
type Sums = Pick<LexiconContent, 'documents' | 'stems' | 'abbreviations' | 'names'>;

export class LexiconCounts {
  readonly #stems = new Map<string, [documents: number, inLabels: number]>();
  readonly #abbreviations = new Counts();
  readonly #names = new Counts();
  #documents = 0;

  static from({ documents, stems, abbreviations, names }: Sums): LexiconCounts {
    const counts = new LexiconCounts();
    counts.#documents = documents;
    for (const [stem, all, inLabels] of stems) counts.#stems.set(stem, [all, inLabels]);
    for (const [short, long, count] of abbreviations) counts.#abbreviations.add([short, long], count);
    for (const [name, key, weight] of names) counts.#names.add([name, key], weight);
    return counts;
  }

  add({ stems, labels, references }: Counted, sign: 1 | -1 = 1): void {
    this.#documents += sign;
    for (const stem of wordsOf(stems)) this.#of(stem)[0] += sign;
    for (const stem of wordsOf(labels)) this.#of(stem)[1] += sign;
    for (const pair of references?.abbreviations ?? []) this.#abbreviations.add(pair, sign);
    for (const [name, key, weight] of references?.names ?? []) this.#names.add([name, key], sign * weight);
  }

  /** Returns the sums in an order that does not depend on the order of documents. */
  content(): Sums {
    const stems = Array.from(this.#stems, ([stem, [all, inLabels]]): [string, number, number] => [
      stem,
      all,
      inLabels,
    ]);
    return {
      documents: this.#documents,
      stems: stems.filter(([, all]) => all !== 0).sort(byFirst),
      abbreviations: this.#abbreviations.sorted().map(([[short, long], count]) => [short!, long!, count]),
      names: this.#names.sorted().map(([[name, key], weight]) => [name!, key!, weight]),
    };
  }

  #of(stem: string): [documents: number, inLabels: number] {
    const known = this.#stems.get(stem);
    if (known) return known;
    const counts: [number, number] = [0, 0];
    this.#stems.set(stem, counts);
    return counts;
  }
}

const wordsOf = (text: string): string[] => (text === '' ? [] : text.split(' '));

export class Counts {
  readonly #counts = new Map<string, number>();

  add(parts: readonly string[], count = 1): void {
    const key = JSON.stringify(parts);
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + count);
  }

  sorted(): [parts: string[], count: number][] {
    return Array.from(this.#counts)
      .filter(([, count]) => count !== 0)
      .sort(byFirst)
      .map(([key, count]) => [JSON.parse(key), count]);
  }
}

const byFirst = ([a]: [string, ...unknown[]], [b]: [string, ...unknown[]]): number =>
  a < b ? -1 : a > b ? 1 : 0;
