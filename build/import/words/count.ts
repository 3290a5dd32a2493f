/** Letters, digits, and marks that belong to them. */
const WORD = /[\p{L}\p{N}\p{M}\p{Co}\p{Surrogate}]/u;

/** Kinds of UTF-16 units in the count of words. */
export const UNSEEN = 1;
/** A caret that plain text puts before an exponent: neither visible nor a separator. */
export const NOTHING = 2;
const SIGN = 3;
const LETTER = 4;

/** 1 for the kind of letters, 0 for the others: kinds below 4 have no bit there. */
export const isLetter = (kind: number): number => kind >> 2;

/** Blanks, and the brackets of footnotes' marks, are invisible. */
function kindFor(unit: number): number {
  const character = String.fromCharCode(unit);
  if (character === '^') return NOTHING;
  if (/[\s[\]]/.test(character)) return UNSEEN;
  return WORD.test(character) ? LETTER : SIGN;
}

/** Kinds by UTF-16 unit. */
export const KINDS = Uint8Array.from({ length: 0x1_0000 }, (_, unit) => kindFor(unit));

/** Counts the words of a text: runs of letters and digits. */
export function countWords(text: string): number {
  let count = 0;
  let inside = 0;
  for (let at = 0; at < text.length; at++) {
    const kind = KINDS[text.charCodeAt(at)]!;
    if (kind === NOTHING) continue;
    const letter = isLetter(kind);
    count += letter & (inside ^ 1);
    inside = letter;
  }
  return count;
}
