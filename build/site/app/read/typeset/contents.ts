export interface Entry {
  id: string;
  text: string;
  /** 2 for the outermost headings. */
  rank: number;
}

/** Prefix that keeps identifiers of headings apart from those of the page. */
const HEADING = 'h-';

/** Gives unique identifiers to headings and paragraphs of a document. */
export class Identifiers {
  readonly #taken = new Set<string>();

  /** @returns an identifier made of the heading's words */
  ofHeading(text: string): string {
    const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
    return this.#free(HEADING + (words.slice(0, 8).join('-') || 'section'));
  }

  /** `a-1-A` for (a)(1)(A). */
  ofParagraph(path: readonly string[]): string {
    return this.#free(path.join('-'));
  }

  #free(wanted: string): string {
    let id = wanted;
    for (let number = 2; this.#taken.has(id); number++) id = `${wanted}.${number}`;
    this.#taken.add(id);
    return id;
  }
}
