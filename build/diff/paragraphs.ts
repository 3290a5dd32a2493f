import { type Emphasis, labelsOf } from '../contract/paragraphs/labels.ts';

/** The paragraphs of a text, with what is compared of them. */

export interface Paragraph {
  /** With the empty lines behind it: all paragraphs together are the text. */
  text: string;
  /** Its labels, such as `(a)(1)` or `1.`; empty for none. */
  label: string;
  /** Where it begins, in code units. */
  start: number;
  /** Its words without labels, each with its count. */
  words: ReadonlyMap<string, number>;
  /** How many words it has. */
  length: number;
}

/** Most paragraphs of a text. In a text with more, neighbors are compared together. */
const MOST_PARAGRAPHS = 50_000;

/** All paragraphs of a text: together they are the text. */
export function paragraphsOf(text: string): Paragraph[] {
  const pieces = text.match(/[^\n]*(?:\n(?![^\S\n]*\n)[^\n]+)*\n*(?:[ \t]*\n)*|\n+/g) ?? [];
  const size = Math.max(1, Math.ceil(pieces.length / MOST_PARAGRAPHS));
  const paragraphs: Paragraph[] = [];
  let start = 0;
  for (let i = 0; i < pieces.length; i += size) {
    const piece = pieces.slice(i, i + size).join('');
    if (piece === '') continue;
    paragraphs.push(new ReadParagraph(piece, start));
    start += piece.length;
  }
  return paragraphs;
}

type Facts = Pick<Paragraph, 'label' | 'words' | 'length'>;

/** Labels and words are read when they are asked for: most paragraphs are the same in both texts. */
class ReadParagraph implements Paragraph {
  readonly text: string;
  readonly start: number;
  #facts: Facts | null = null;

  constructor(text: string, start: number) {
    this.text = text;
    this.start = start;
  }

  get label(): string {
    return this.#read().label;
  }

  get words(): Facts['words'] {
    return this.#read().words;
  }

  get length(): number {
    return this.#read().length;
  }

  #read(): Facts {
    this.#facts ??= factsOf(this.text);
    return this.#facts;
  }
}

function factsOf(text: string): Facts {
  const { plain, emphases } = unmarked(text);
  const { label, end } = labelOf(plain, emphases);
  return { label, ...wordsOf(plain.slice(end)) };
}

/** Labels of appendices and agreements, in which Markdown may escape the point: `1.`, `b.`, `iv.` */
const POINTED = /^(\d{1,3}|[a-z]|[A-Z]|[ivx]{2,5}|[IVX]{2,5})\\?\.\s/;

/** @returns the label, and where it ends */
function labelOf(
  plain: string,
  emphases: ReadonlyMap<number, Emphasis>,
): Pick<Paragraph, 'label'> & { end: number } {
  const found = labelsOf(plain, at => emphases.get(at) ?? null);
  if (found) return { label: found.labels.map(each => `(${each})`).join(''), end: found.end };
  const pointed = POINTED.exec(plain);
  return { label: pointed ? `${pointed[1]}.` : '', end: pointed?.[0].length ?? 0 };
}

/** A paragraph without marks of lists, quotations, headings and emphasis, and the emphasised words by where they begin. */
function unmarked(text: string): { plain: string; emphases: Map<number, Emphasis> } {
  const emphases = new Map<number, Emphasis>();
  let plain = '';
  let began: number | null = null;
  for (const piece of text.replace(/^[\s>#-]+/, '').split(/(\*+)/)) {
    if (!piece.startsWith('*')) plain += piece;
    else if (began === null) began = plain.length;
    else {
      emphases.set(began, { end: plain.length, isItalic: false });
      began = null;
    }
  }
  return { plain, emphases };
}

/** A text with its words, each with its count. */
export type CountedWords = Pick<Paragraph, 'text' | 'words' | 'length'>;

export const countedWords = (text: string): CountedWords => ({ text, ...wordsOf(text) });

function wordsOf(text: string): Omit<CountedWords, 'text'> {
  const words = new Map<string, number>();
  let length = 0;
  for (const token of text.match(WORD) ?? []) {
    words.set(token, (words.get(token) ?? 0) + 1);
    length += 1;
  }
  return { words, length };
}

const WORD = /[\p{L}\p{N}]+/gu;

/** The share of words that two texts have in common, 0 to 1. */
export function likeness(a: CountedWords, b: CountedWords): number {
  let common = 0;
  for (const [word, count] of a.words) common += Math.min(count, b.words.get(word) ?? 0);
  return likenessOf(a, b, common);
}

/** @param common the number of words that both have */
export function likenessOf(a: CountedWords, b: CountedWords, common: number): number {
  if (a.length + b.length === 0) return a.text === b.text ? 1 : 0;
  return (2 * common) / (a.length + b.length);
}
