/**
 * Characters that are written as others, in the law's words and in the count of its words alike. Everything else stays what it
 * is, narrow and unbreakable blanks, dashes and quotation marks too.
 */
const WRITTEN_AS: Readonly<Record<string, string>> = {
  /** A soft hyphen tells where a word may be broken, and would hide it from whoever searches. */
  '\u00ad': '',
  /** A byte order mark within text. */
  '\ufeff': '',
};

const FOUND = /[\u00ad\ufeff]/g;

export const written = (text: string): string =>
  text.includes('\u00ad') || text.includes('\ufeff')
    ? text.replace(FOUND, found => WRITTEN_AS[found] ?? found)
    : text;
