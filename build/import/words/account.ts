import { written } from '../markdown/characters.ts';
import { countWords } from './count.ts';

/** The words of one block of the XML. */
export interface InBlock {
  /** The element of the words. */
  element: string;
  text: string;
  /** The row of the block in a table's heading, in files that list headings by column. */
  headRow?: number;
}

/**
 * How an element separates words: `inline` not at all; `call` on both sides; `aside` as a separate block, after which the outer
 * block continues; `mark` only if it is a footnote's number, as `called` after it shows; `foot` as a block that is read at the
 * end of its `table`.
 */
export type Parting = 'inline' | 'block' | 'call' | 'aside' | 'mark' | 'called' | 'table' | 'foot';

/** A footnote's number is a separate word, even if its text follows directly. */
const NUMBER = /^\s*(?:\d{1,3}|[a-z]|[*†‡]+)$/;

/**
 * The words of a unit in the order of the parser's events. From the table it uses only two facts: what separates words, and
 * what is kept out by name.
 */
export class WordAccount {
  readonly blocks: InBlock[] = [];
  readonly asides: InBlock[] = [];
  readonly #open: { element: string; text: string }[] = [];
  #text = '';
  #element = '';
  #headRow: number | undefined;
  /** Notes of tables read so far, and the first block of the open one. */
  readonly #foot: InBlock[] = [];
  #footFrom = 0;
  /** Position of the last mark in the text. */
  #mark = { from: 0, to: -1 };
  /** Beginning of the block in the text; within a footnote it is one of several. */
  #start = 0;

  open(name: string, parting: Parting, headRow?: number): void {
    if (parting === 'inline') return;
    if (parting === 'call') this.#text += ' ';
    else if (parting === 'mark') this.#mark = { from: this.#text.length, to: -1 };
    else if (parting === 'called') this.#partCalled();
    else if (parting === 'aside') {
      this.#open.push({ element: this.#element, text: this.#text });
      this.#text = '';
      this.#start = 0;
      this.#element = name;
    } else {
      this.#part(name);
      this.#headRow = headRow;
      if (parting === 'foot') this.#footFrom = this.blocks.length;
    }
  }

  text(text: string): void {
    this.#text += text;
  }

  close(parting: Parting, parent: string): void {
    if (parting === 'inline') {
      if (this.#open.length > 0 && NUMBER.test(this.#text)) this.#text += ' ';
      return;
    }
    if (parting === 'called') return;
    if (parting === 'call') this.#text += ' ';
    else if (parting === 'mark') this.#endMark();
    else if (parting === 'aside') {
      const outer = this.#open.pop();
      this.asides.push({ element: this.#element, text: written(this.#text) });
      this.#text = `${outer?.text ?? ''} `;
      this.#element = outer?.element ?? parent;
    } else {
      this.#part(parent);
      if (parting === 'foot') this.#foot.push(...this.blocks.splice(this.#footFrom));
      if (parting === 'table') this.blocks.push(...this.#foot.splice(0));
    }
  }

  /** A container's own content arrives in several accounts. */
  add(other: WordAccount): void {
    other.finish();
    this.blocks.push(...other.blocks);
    this.asides.push(...other.asides);
  }

  finish(): void {
    this.#part('');
  }

  /** Separates a mark at the front of a block, such as a footnote's own number, from the words after it. */
  #endMark(): void {
    if (this.#text.slice(this.#start, this.#mark.from).trim() === '') this.#text += ' ';
    this.#mark.to = this.#text.length;
  }

  /** Separates the number before it on both sides; without a number, separates the words. */
  #partCalled(): void {
    const { from, to } = this.#mark;
    const isBehindMark = to >= 0 && this.#text.slice(to).trim() === '';
    this.#text = isBehindMark ? `${this.#text.slice(0, from)} ${this.#text.slice(from)} ` : `${this.#text} `;
    this.#mark.to = -1;
  }

  #part(element: string): void {
    // Blocks inside a footnote are parts of it.
    if (this.#open.length > 0) this.#text += '\n';
    else {
      if (this.#text.trim() !== '') {
        const block: InBlock = { element: this.#element, text: written(this.#text) };
        this.blocks.push(this.#headRow === undefined ? block : { ...block, headRow: this.#headRow });
      }
      this.#text = '';
    }
    this.#start = this.#text.length;
    this.#element = element;
    this.#headRow = undefined;
    this.#mark.to = -1;
  }
}

/** Counts of words that are no text of the law, by category. */
export class KeptOut {
  readonly words = new Map<string, number>();

  add(category: string, text: string): void {
    this.words.set(category, (this.words.get(category) ?? 0) + countWords(text));
  }
}
