/**
 * Texts that are held for long, under numbers from 0 up. Equal ones are held once, and none is a part of a longer text: V8 keeps that
 * whole, such as the document from which a title was cut.
 */
export class NumberedTexts {
  readonly #numbers = new Map<string, number>();
  readonly #texts: string[] = [];

  numberOf(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    // JSON keeps every text, and what is read of it is a text of its own.
    const own = JSON.parse(JSON.stringify(text)) as string;
    this.#numbers.set(own, this.#texts.length);
    return this.#texts.push(own) - 1;
  }

  /** @param number that `numberOf` returned */
  at(number: number): string {
    return this.#texts[number] as string;
  }
}
