import { wholeText } from '../../build/text/layout.ts';
import { parsedText } from '../../build/text/pipeline.ts';
import { normalise } from '../../build/text/source.ts';

/**
 * The plain text of a Markdown body, as remark and strip-markdown define it: markup gone, every word kept.
 *
 * Rules: blocks are separated by one blank line, rows of a table and items of a list stand on lines; cells are
 * separated by a tab; ordered items keep their number as written, bullets go; a footnote mark or note `[^3]` reads
 * `[3]`; a link or image leaves its text; code and the text inside HTML tags stay, comments go; thematic breaks go.
 *
 * This is the definition, and slow: for floods of markup it takes quadratic time, or overflows the stack. `plainText`
 * gives the same text fast, and some text for floods.
 *
 * @param markdown the body, heading included, without frontmatter
 * @returns the text with one newline at the end, or `''` if there are no words
 */
export function referenceText(markdown: string): string {
  return wholeText([parsedText(normalise(markdown))]);
}
