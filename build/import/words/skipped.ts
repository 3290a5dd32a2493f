import type { KeptOut } from './account.ts';

/** An element that is kept out, while it is read: its words are only counted. */
export class Skipped {
  #depth = 0;
  #text = '';
  #category = '';

  get isOpen(): boolean {
    return this.#depth > 0;
  }

  /** @param text words that an attribute tells */
  begin(category: string, text: string): void {
    this.#depth = 1;
    this.#category = category;
    this.#text = text;
  }

  open(): void {
    this.#depth += 1;
    this.#text += ' ';
  }

  text(text: string): void {
    this.#text += text;
  }

  /** @returns whether it ends here, and its words are counted */
  close(keptOut: KeptOut): boolean {
    this.#depth -= 1;
    this.#text += ' ';
    if (this.#depth > 0) return false;
    keptOut.add(this.#category, this.#text);
    return true;
  }
}
