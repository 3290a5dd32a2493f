import type { TypesenseRecord, TypesenseReferences } from '../../contract/search/typesense.ts';
import type { LexiconContent } from '../../contract/search/typesense-words.ts';

/** What is counted of a document's first record. */
export type Counted = Pick<TypesenseRecord, 'document' | 'stems' | 'labels' | 'citations' | 'references'>;

/** Documents that say something of others, or of which others may say something. */
type Referring = Pick<TypesenseRecord, 'document' | 'citations'> & { references: TypesenseReferences | null };

/** Counts the stems of documents, one after the other. */
export class LexiconCounts {
  readonly references: Referring[] = [];
  readonly #stems = new Map<string, [documents: number, inLabels: number]>();
  #documents = 0;

  add({ document, stems, labels, citations, references }: Counted): void {
    this.#documents++;
    for (const stem of wordsOf(stems)) this.#of(stem)[0]++;
    for (const stem of wordsOf(labels)) this.#of(stem)[1]++;
    this.references.push({ document, citations, references: references ?? null });
  }

  /** In an order that the order of documents does not change. */
  content(): Pick<LexiconContent, 'documents' | 'stems'> {
    const stems = Array.from(this.#stems, ([stem, [all, inLabels]]): [string, number, number] => [
      stem,
      all,
      inLabels,
    ]);
    return { documents: this.#documents, stems: stems.sort(byFirst) };
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

/** A name that was read once, and not where the law gives it, may be a slip. */
const CERTAIN = 2;

/** What follows from the references between documents; the same as in the embedded index (`index-statements.ts`). */
export function connected(
  all: readonly Referring[],
): Pick<LexiconContent, 'abbreviations' | 'citedBy' | 'acts'> {
  const cited = new Map<string, string[]>();
  for (const { document, citations } of all)
    for (const key of citations) cited.set(key, [...(cited.get(key) ?? []), document]);
  const citedBy = new Counts();
  const abbreviations = new Counts();
  const acts = new Counts();
  for (const { document, references } of all) {
    if (!references) continue;
    const targets = new Set(references.cites.flatMap(key => cited.get(key) ?? []));
    targets.delete(document);
    for (const target of targets) citedBy.add([target]);
    for (const pair of references.abbreviations) abbreviations.add(pair);
    for (const [name, key, weight] of references.names)
      for (const target of cited.get(key) ?? []) acts.add([target, name], weight);
  }
  return {
    abbreviations: abbreviations.sorted().map(([[short, long], count]) => [short!, long!, count]),
    citedBy: citedBy.sorted().map(([[document], count]) => [document!, count]),
    acts: acts
      .sorted()
      .filter(([, weight]) => weight >= CERTAIN)
      .map(([[document, name]]) => [document!, name!]),
  };
}

/** Sums by lists of strings. */
class Counts {
  readonly #counts = new Map<string, number>();

  add(parts: readonly string[], count = 1): void {
    const key = JSON.stringify(parts);
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + count);
  }

  sorted(): [parts: string[], count: number][] {
    return Array.from(this.#counts)
      .sort(byFirst)
      .map(([key, count]) => [JSON.parse(key), count]);
  }
}

const byFirst = ([a]: [string, ...unknown[]], [b]: [string, ...unknown[]]): number =>
  a < b ? -1 : a > b ? 1 : 0;
