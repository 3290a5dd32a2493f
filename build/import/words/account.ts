import { written } from '../markdown/characters.ts';
import { countWords } from './count.ts';

/** The words of one block of the XML. */
export interface InBlock {
  /** The element that the words stand in. */
  place: string;
  text: string;
  /** The row of a table's heading that it stands in, where the file tells columns. */
  headRow?: number;
}

/** How an element parts words: `inline` not at all, `call` from the words at its sides, `aside` as a block of its own, behind which the one around it goes on; `mark` only where it is a footnote's number, which `called` behind it tells; `foot` as a block, which is read at the end of its `table`. */
export type Parting = 'inline' | 'block' | 'call' | 'aside' | 'mark' | 'called' | 'table' | 'foot';

/** A footnote's number stands by itself, however close to it its text begins. */
const NUMBER = /^\s*(?:\d{1,3}|[a-z]|[*†‡]+)$/;

/**
 * The words of a unit as the parser tells them, in the order of the file. It knows of the table only what parts words and
 * what is kept out by name.
 */
export class WordAccount {
  readonly blocks: InBlock[] = [];
  readonly asides: InBlock[] = [];
  readonly #open: { place: string; text: string }[] = [];
  #text = '';
  #place = '';
  #headRow: number | undefined;
  /** Notes of tables that are read, and where in the blocks the open one begins. */
  readonly #foot: InBlock[] = [];
  #footFrom = 0;
  /** Where the last mark stands in the text. */
  #mark = { from: 0, to: -1 };
  /** Where in the text the block begins: within a footnote it is one of several. */
  #start = 0;

  open(name: string, parting: Parting, headRow?: number): void {
    if (parting === 'inline') return;
    if (parting === 'call') this.#text += ' ';
    else if (parting === 'mark') this.#mark = { from: this.#text.length, to: -1 };
    else if (parting === 'called') this.#partCalled();
    else if (parting === 'aside') {
      this.#open.push({ place: this.#place, text: this.#text });
      this.#text = '';
      this.#start = 0;
      this.#place = name;
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
      this.asides.push({ place: this.#place, text: written(this.#text) });
      this.#text = `${outer?.text ?? ''} `;
      this.#place = outer?.place ?? parent;
    } else {
      this.#part(parent);
      if (parting === 'foot') this.#foot.push(...this.blocks.splice(this.#footFrom));
      if (parting === 'table') this.blocks.push(...this.#foot.splice(0));
    }
  }

  /** What a container has of its own comes in several pieces. */
  add(other: WordAccount): void {
    other.finish();
    this.blocks.push(...other.blocks);
    this.asides.push(...other.asides);
  }

  finish(): void {
    this.#part('');
  }

  /** A mark that begins a block, such as a footnote's own number, is parted from the words behind it. */
  #endMark(): void {
    if (this.#text.slice(this.#start, this.#mark.from).trim() === '') this.#text += ' ';
    this.#mark.to = this.#text.length;
  }

  /** The number before it is parted from both sides; where there is none, the words are. */
  #partCalled(): void {
    const { from, to } = this.#mark;
    const isBehindMark = to >= 0 && this.#text.slice(to).trim() === '';
    this.#text = isBehindMark ? `${this.#text.slice(0, from)} ${this.#text.slice(from)} ` : `${this.#text} `;
    this.#mark.to = -1;
  }

  #part(place: string): void {
    // Inside a footnote, blocks are parts of it.
    if (this.#open.length > 0) this.#text += '\n';
    else {
      if (this.#text.trim() !== '') {
        const block: InBlock = { place: this.#place, text: written(this.#text) };
        this.blocks.push(this.#headRow === undefined ? block : { ...block, headRow: this.#headRow });
      }
      this.#text = '';
    }
    this.#start = this.#text.length;
    this.#place = place;
    this.#headRow = undefined;
    this.#mark.to = -1;
  }
}

/** Words that are no text of the law, by category. */
export class KeptOut {
  readonly words = new Map<string, number>();

  add(category: string, text: string): void {
    this.words.set(category, (this.words.get(category) ?? 0) + countWords(text));
  }
}
