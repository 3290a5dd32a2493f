import { lengthWithoutNotes, namesOf } from '../../documents/labels.ts';
import type { SearchDocument } from '../../documents/search-document.ts';
import { type References, referencesOf } from '../../references/references.ts';
import { frequentNumber, PAIRS, pairNumber } from '../../text/frequent-words.ts';
import { nameOf } from '../../text/name.ts';
import { LABEL_WORDS, nameNumber, packSignature, READ, TEXT_WORDS } from '../../text/signature.ts';
import { type TextWords, WordTable } from '../../text/word-table.ts';

/** The indexed values of a document. Plain values, since another thread may send them. */
export interface AnalysedDocument {
  document: SearchDocument;
  names: string;
  nameNumber: number;
  signature: Uint8Array;
  references: References;
  /** Distinct terms by field: pairs of frequent stems, and from `PAIRS` on, `PAIRS` plus an index in `stems`. */
  terms: [heading: Uint32Array, names: Uint32Array, body: Uint32Array];
}

export interface Analysis {
  stems: string[];
  documents: AnalysedDocument[];
}

/** Stems that are kept between analyses: numbers would add ever more. */
const REMEMBERED = 300_000;

/** Reads each text once and derives all that the index needs of its words. */
export class Analyser {
  #table = new WordTable();
  readonly #buffers = [0, 1, 2].map(() => ({ words: new Int32Array(4096) }));
  /** By stem: its number among the frequent stems. */
  #frequent: number[] = [];
  /** By stem: its index in this analysis plus 1, and the last field that held it. */
  #indexes: number[] = [];
  #met: number[] = [];
  readonly #pairsMet = new Uint32Array(PAIRS);
  #field = 0;
  #stems: string[] = [];

  analyse(documents: readonly SearchDocument[]): Analysis {
    if (this.#table.stems.length > REMEMBERED) {
      this.#table = new WordTable();
      [this.#frequent, this.#met] = [[], []];
    }
    this.#indexes = [];
    this.#stems = [];
    const analysed = documents.map(document => this.#document(document));
    return { stems: this.#stems, documents: analysed };
  }

  labelsOf(heading: string, names: string): string[] {
    const { stems, stemOf } = this.#table;
    const found = new Set<number>();
    for (const text of [heading, names]) {
      const { words, count } = this.#table.read(text, 0, this.#buffers[0]!);
      for (let i = 0; i < count; i++) found.add(stemOf[words[i]!]!);
    }
    return Array.from(found, stem => stems[stem]!);
  }

  #document(document: SearchDocument): AnalysedDocument {
    const { heading, body } = document;
    const [name, names] = [nameOf(document), namesOf(document)];
    // The heading ends with the name, behind the citation.
    const limits = [heading.length - name.length, 0, Math.min(READ, lengthWithoutNotes(body))];
    const [ofHeading, ofNames, ofBody] = [heading, names, body].map((text, i) =>
      this.#table.read(text, limits[i]!, this.#buffers[i]!),
    ) as [TextWords, TextWords, TextWords];
    return {
      document,
      names,
      nameNumber: nameNumber(name),
      signature: packSignature(
        this.#table.signs(ofHeading, ofHeading.within, LABEL_WORDS),
        this.#table.signs(ofNames, 0, LABEL_WORDS),
        this.#table.signs({ ...ofBody, count: ofBody.within }, 0, TEXT_WORDS),
      ),
      references: referencesOf(document),
      terms: [this.#terms(ofHeading), this.#terms(ofNames), this.#terms(ofBody)],
    };
  }

  #terms({ words, count }: TextWords): Uint32Array {
    const { stemOf } = this.#table;
    const field = ++this.#field;
    const terms: number[] = [];
    let before = 0;
    for (let i = 0; i < count; i++) {
      const stem = stemOf[words[i]!]!;
      if (this.#met[stem] !== field) {
        this.#learn(stem);
        this.#met[stem] = field;
        terms.push(PAIRS + (this.#indexes[stem] ?? this.#indexOf(stem)));
      }
      const frequent = this.#frequent[stem]!;
      if (frequent !== 0 && before !== 0) {
        const pair = pairNumber(before, frequent);
        if (this.#pairsMet[pair] !== field) {
          this.#pairsMet[pair] = field;
          terms.push(pair);
        }
      }
      before = frequent;
    }
    return Uint32Array.from(terms);
  }

  /** Assigns numbers in order, so that all earlier stems are known. */
  #learn(stem: number): void {
    while (this.#frequent.length <= stem) {
      this.#frequent.push(frequentNumber(this.#table.stems[this.#frequent.length]!));
      this.#met.push(0);
    }
  }

  #indexOf(stem: number): number {
    const index = this.#stems.push(this.#table.stems[stem]!) - 1;
    this.#indexes[stem] = index;
    return index;
  }
}

export function labelsIn({ terms: [heading, names] }: AnalysedDocument, stems: readonly string[]): string[] {
  const held = new Set([...heading, ...names].filter(term => term >= PAIRS));
  return Array.from(held, term => stems[term - PAIRS]!);
}
