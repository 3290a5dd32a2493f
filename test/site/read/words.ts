import { isCovered } from '../../../build/site/app/read/typeset/words.ts';

/**
 * Finds words of a document's plain text that its page lacks, and markup that the page shows. Plain text and page are made from
 * the Markdown in different ways, so a fault is rarely in both. The module is pure, so that tests in a browser can use it.
 */

/** Letters and digits only: punctuation may be markup, and spaces are layout. */
export const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '');

/** Signs that occur in markup only. */
const MARKUP = [/\*\*/g, /\]\(/g, /\[\^/g, /\|\s*:?---/g, /<\/?su[bp]>/g, /^#{1,6} /gm];

/**
 * @param plain the document's text (`build/text/plain.ts`)
 * @param page all words below the page's heading
 * @param heading the words of the page's heading
 * @returns the fault in words; null where there is none
 */
export function wordsProblem(plain: string, page: string, heading: string): string | null {
  // Headings in lower case or capitals are shown in mixed case.
  const lower = (text: string): string => lettersOf(text).toLowerCase();
  const wanted = lower(plain);
  const below = lower(page);
  const [title = ''] = plain.split('\n');
  const isTitleAbove = isCovered(title, heading) && !below.startsWith(lower(title));
  const shown = isTitleAbove ? lower(title) + below : below;
  if (shown !== wanted) return difference(wanted, shown);
  const left = MARKUP.find(sign => occurrences(page, sign) > occurrences(plain, sign));
  return left ? `markup is left: ${left}` : null;
}

const occurrences = (text: string, sign: RegExp): number => text.match(sign)?.length ?? 0;

function difference(wanted: string, shown: string): string {
  let at = 0;
  while (at < wanted.length && wanted[at] === shown[at]) at++;
  const around = (text: string) => text.slice(Math.max(0, at - 30), at + 60);
  return `the text goes on "${around(wanted)}", the page "${around(shown)}"`;
}
