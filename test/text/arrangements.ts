const LETTER = /\p{L}/u;
const DIGIT = /\p{N}/u;
/** What is no letter, digit, blank or usual punctuation may be markup. */
const SIGN = /[^\p{L}\p{N} \n,.;]/gu;

const kindOf = (character: string): string =>
  LETTER.test(character) ? 'a' : DIGIT.test(character) ? '0' : character;

/**
 * Markup by what it stands beside: two characters before a sign and two behind it, letters and digits being all alike. The real corpora have
 * 60 million characters, but only some thousand arrangements.
 */
export class Arrangements {
  readonly #seen = new Set<string>();

  /** @returns the blocks with an arrangement that no text before has had, each with the blocks around it */
  newPassages(markdown: string): string[] {
    const blocks = markdown.split('\n\n');
    return blocks.flatMap((block, at) =>
      this.#hasNew(block) ? [blocks.slice(Math.max(0, at - 1), at + 2).join('\n\n')] : [],
    );
  }

  #hasNew(block: string): boolean {
    const before = this.#seen.size;
    for (const { index } of block.matchAll(SIGN))
      this.#seen.add(Array.from(block.slice(Math.max(0, index - 2), index + 3), kindOf).join(''));
    return this.#seen.size > before;
  }
}
