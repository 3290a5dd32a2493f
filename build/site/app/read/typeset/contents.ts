/** What the contents of a document name. */
export interface Entry {
  id: string;
  text: string;
  /** 2 for the outermost. */
  rank: number;
}

/** Identifiers of a page's own parts are none of these. */
const HEADING = 'h-';

/** The identifiers that a document's parts have on its page, each once. */
export class Identifiers {
  readonly #taken = new Set<string>();

  /** @returns one that tells the heading's words */
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
