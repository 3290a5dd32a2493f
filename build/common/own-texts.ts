/**
 * Texts that are held for long. Equal ones are held once, and none is a part of a longer text: V8 keeps that whole, such as the document
 * from which a title was cut.
 */
export class OwnTexts {
  readonly #texts = new Map<string, string>();
  readonly #lists = new Map<string, readonly string[]>();

  of(text: string): string {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    // JSON keeps every text, and what is read of it is a text of its own.
    const own = JSON.parse(JSON.stringify(text)) as string;
    this.#texts.set(own, own);
    return own;
  }

  /** The same list for equal ones. */
  list(texts: readonly string[]): readonly string[] {
    const key = JSON.stringify(texts);
    const known = this.#lists.get(key);
    if (known) return known;
    const own = texts.map(text => this.of(text));
    this.#lists.set(key, own);
    return own;
  }
}
