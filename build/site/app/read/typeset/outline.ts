/**
 * Ranks headings that the Federal Register sets in bold or italics. `I.` ranks above `A.`, and `A.` above `1.`. Headings
 * without a number rank below Roman numerals, and italics below bold.
 */
export class Outline {
  #hasRoman = false;
  #bold = 1;
  #last = 1;

  /** @returns 2 to 5, at most one below the heading before */
  rank(text: string, isBold: boolean): number {
    const wanted = isBold ? this.#boldRank(text) : this.#bold + 1;
    const rank = Math.min(wanted, this.#last + 1, 5);
    if (isBold) this.#bold = rank;
    this.#last = rank;
    return rank;
  }

  #boldRank(text: string): number {
    if (isCaption(text)) return 2;
    if (ROMAN.test(text)) {
      this.#hasRoman = true;
      return 2;
    }
    const isDeeper = this.#hasRoman ? 1 : 0;
    return (/^\d{1,2}[.)]/.test(text) ? 3 : 2) + isDeeper;
  }
}

/** Single `C.`, `D.`, `L.` and `M.` are letters of a list far more often than numerals. */
const ROMAN = /^(?:[IVX]|[IVXL]{2,6})\./;

/** `SUMMARY:`, `FOR FURTHER INFORMATION CONTACT:` */
export const isCaption = (text: string): boolean => /^[A-Z][A-Z ,]+:$/.test(text);

/** The caption for the contents: `For further information contact`. */
export const captionWords = (text: string): string => text[0] + text.slice(1, -1).toLowerCase();

/** Headings of notes that the converter writes in lower case: `house report no. 94–1476`. */
const REPORT = /^(?:(?:(?:house|senate|conference) )+(?:report|document)|legislative statement)s?\b[^\d]*/;

/** @returns the heading in its usual spelling, `House Report No. 94–1476`; null for other headings */
export const reportHeading = (text: string): string | null =>
  REPORT.test(text)
    ? text.replace(REPORT, words => words.replace(/\b(?!and\b|of\b)[a-z]/g, letter => letter.toUpperCase()))
    : null;

const LONGEST_BOLD = 250;
const LONGEST_ITALIC = 120;

/**
 * Finds a heading set as a paragraph: all bold or all in italics, and neither a label nor part of a sentence.
 * @returns its one element; null for other paragraphs
 */
export function headingIn(paragraph: Element): { inner: Element; isBold: boolean } | null {
  const [inner, ...others] = Array.from(paragraph.childNodes).filter(
    node => node.nodeType !== 3 || (node.textContent ?? '').trim() !== '',
  );
  const name = inner?.nodeName.toLowerCase();
  if (others.length > 0 || (name !== 'strong' && name !== 'em')) return null;
  const text = (inner!.textContent ?? '').trim();
  const isBold = name === 'strong';
  if (text === '' || text.length > (isBold ? LONGEST_BOLD : LONGEST_ITALIC)) return null;
  return /^[([“"*]|[;,]$/.test(text) ? null : { inner: inner as Element, isBold };
}
