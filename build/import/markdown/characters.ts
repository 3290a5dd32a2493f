/**
 * Characters that are replaced, both in the law's words and in their count. Everything else is unchanged, including narrow and
 * no-break spaces, dashes and quotation marks.
 */
const WRITTEN_AS: Readonly<Record<string, string>> = {
  /** A soft hyphen marks a possible break in a word, and would hide the word from searches. */
  '\u00ad': '',
  /** A byte order mark within text. */
  '\ufeff': '',
};

const FOUND = /[\u00ad\ufeff]/g;

export const written = (text: string): string =>
  text.includes('\u00ad') || text.includes('\ufeff')
    ? text.replace(FOUND, found => WRITTEN_AS[found] ?? found)
    : text;
