import { wholeText } from '../../build/text/layout.ts';
import { normalise } from '../../build/text/normalise.ts';
import { parsedText } from '../../build/text/pipeline.ts';

/**
 * Returns the plain text of a Markdown body, as remark and strip-markdown define it: markup removed, every word kept.
 *
 * Rules: blocks are separated by one blank line, rows of a table and items of a list by line breaks, cells by tabs. Ordered
 * items keep their number as written, bullets vanish. A footnote mark or note `[^3]` reads `[3]`. A link or image leaves its
 * text. Code and the text inside HTML tags stay; comments and thematic breaks vanish.
 *
 * This is the definition, and slow: for floods of markup it takes quadratic time, or overflows the stack. `plainText` gives the
 * same text fast, and some text for floods.
 * @param markdown the body, heading included, without frontmatter
 * @returns the text with one newline at the end, or `''` if there are no words
 */
export function referenceText(markdown: string): string {
  return wholeText([parsedText(normalise(markdown))]);
}
