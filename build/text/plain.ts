import { isParagraph, quickBlock } from './blocks.ts';
import { joinBlocks, wholeText } from './layout.ts';
import { stretches } from './limits.ts';
import { blankLineParts } from './parts.ts';
import { parsedText } from './pipeline.ts';
import { normalise } from './source.ts';

/**
 * What makes a block depend on others beyond blank lines: fenced code, HTML that runs on until its end mark, and
 * link definitions. Documents with any of it go to the parser whole.
 */
const FENCES = ['```', '~~~'];
const LONG_HTML = /<(?:[!?]|(?:pre|script|style|textarea)\b)/i;
const DEFINITION = /^(?:[ \t>*+\-\d.)]|\[\^[^\]\s]+\]:)*\[(?!\^)(?:[^[\]\\]|\\.)*\]:/m;

const isEntangled = (markdown: string): boolean =>
  FENCES.some(fence => markdown.includes(fence)) ||
  (markdown.includes('<') && LONG_HTML.test(markdown)) ||
  (markdown.includes(']:') && DEFINITION.test(markdown));

/**
 * The plain text of a Markdown body, as `referenceText` defines it, at a fraction of the cost: blocks of plain prose,
 * emphasis, tables and the like are read directly; only what they leave goes to the parser, block by block.
 *
 * @param markdown the body, heading included, without frontmatter
 * @returns the text with one newline at the end, or `''` if there are no words
 */
export function plainText(markdown: string): string {
  return wholeText(
    stretches(normalise(markdown)).map(({ text, literal }) => (literal ? text : stretchText(text))),
  );
}

function stretchText(markdown: string): string {
  return isEntangled(markdown) ? parsedText(markdown) : flowText(markdown);
}

/**
 * A blank line ends every paragraph, and every other block unless the next line is indented and so may continue it.
 * What follows an indented line stays with it, too: after indented code, micromark takes fewer things for the start
 * of a list.
 */
function flowText(markdown: string): string {
  const texts: string[] = [];
  let block = '';
  let open = false;
  const parts = blankLineParts(withoutBlankEnds(markdown));
  for (let at = 0; at < parts.length; at += 2) {
    const part = parts[at]!;
    if (block && ((!open && !isIndented(part)) || isParagraph(block))) {
      texts.push(blockText(block));
      block = part;
    } else block += (parts[at - 1] ?? '') + part;
    open = isIndented(part.includes('\n') ? part.slice(part.lastIndexOf('\n') + 1) : part);
  }
  if (block) texts.push(blockText(block));
  return joinBlocks(texts);
}

const isIndented = (lines: string): boolean => lines.startsWith(' ') || lines.startsWith('\t');

function blockText(block: string): string {
  const text = block.startsWith('>') ? quoteText(block) : quickBlock(block);
  return text ?? parsedText(block);
}

/** A blockquote whose every line is marked is a document of its own. */
function quoteText(block: string): string | undefined {
  const lines = block.split('\n');
  if (block.includes('\t') || !lines.every(line => line.startsWith('>'))) return undefined;
  return flowText(lines.map(line => line.slice(line[1] === ' ' ? 2 : 1)).join('\n'));
}

function withoutBlankEnds(markdown: string): string {
  let end = markdown.length;
  while (end > 0 && ' \t\n'.includes(markdown[end - 1]!)) end -= 1;
  const lineEnd = markdown.indexOf('\n', end);
  return (lineEnd < 0 ? markdown : markdown.slice(0, lineEnd)).replace(/^(?:[ \t]*\n)+/, '');
}
