import { isParagraph, quickBlock } from './blocks.ts';
import { listItems } from './items.ts';
import { joinBlocks, stackTexts, wholeText } from './layout.ts';
import { blankLineParts } from './parts.ts';
import { parsedText } from './pipeline.ts';
import { hasDefinitions, sections } from './sections.ts';
import { normalise } from './source.ts';
import { Allowance, MOST_LEVELS } from './work.ts';

/**
 * What makes a block depend on others beyond blank lines: fenced code, HTML that runs on until its end mark, and
 * link definitions. Documents with any of it go to the parser whole, if it can bear that.
 */
const FENCES = ['```', '~~~'];
const LONG_HTML = /<(?:[!?]|(?:pre|script|style|textarea)\b)/i;

const isEntangled = (markdown: string): boolean =>
  FENCES.some(fence => markdown.includes(fence)) ||
  (markdown.includes('<') && LONG_HTML.test(markdown)) ||
  hasDefinitions(markdown);

/**
 * The plain text of a Markdown body, as `referenceText` defines it, at a fraction of the cost: blocks of plain prose,
 * emphasis, tables and the like are read directly; only what they leave goes to the parser, block by block.
 *
 * @param markdown the body, heading included, without frontmatter
 * @returns the text with one newline at the end, or `''` if there are no words
 */
export function plainText(markdown: string): string {
  const source = normalise(markdown);
  const allowance = new Allowance(source.length);
  return wholeText([isEntangled(source) ? entangledText(source, allowance) : flowText(source, allowance)]);
}

/** A document that is too much for the parser is read in sections: definitions do not reach from one to another. */
function entangledText(markdown: string, allowance: Allowance): string {
  if (allowance.covers(markdown)) return parsedText(markdown);
  const texts = sections(markdown).map(section =>
    isEntangled(section) ? parsedOrLiteral(section, allowance) : flowText(section, allowance),
  );
  return joinBlocks(texts);
}

/** What would be too much for the parser is text as it stands: no word is lost, but markup stays. */
const parsedOrLiteral = (markdown: string, allowance: Allowance): string =>
  allowance.covers(markdown) ? parsedText(markdown) : markdown.trim();

/**
 * A blank line ends every paragraph, and every other block unless the next line is indented and so may continue it.
 * What follows an indented line stays with it, too: after indented code, micromark takes fewer things for the start
 * of a list.
 *
 * @param level how many quotes the text stands in
 */
function flowText(markdown: string, allowance: Allowance, level = 0): string {
  const texts: string[] = [];
  let block: string[] = [];
  let open = false;
  const finish = () => texts.push(blockText(block.join(''), allowance, level));
  const parts = blankLineParts(withoutBlankEnds(markdown));
  for (let at = 0; at < parts.length; at += 2) {
    const part = parts[at]!;
    // No paragraph has a blank line.
    if (
      block.length > 0 &&
      ((!open && !isIndented(part)) || (block.length === 1 && isParagraph(block[0]!)))
    ) {
      finish();
      block = [part];
    } else block.push(...(block.length > 0 ? [parts[at - 1]!] : []), part);
    open = isIndented(part.includes('\n') ? part.slice(part.lastIndexOf('\n') + 1) : part);
  }
  if (block.length > 0) finish();
  return joinBlocks(texts);
}

const isIndented = (lines: string): boolean => lines.startsWith(' ') || lines.startsWith('\t');

function blockText(block: string, allowance: Allowance, level: number): string {
  const text = block.startsWith('>')
    ? quoteText(block, allowance, level)
    : (quickBlock(block) ?? listText(block, allowance, level));
  return text ?? parsedOrLiteral(block, allowance);
}

/** A blockquote whose every line is marked is a document of its own. */
function quoteText(block: string, allowance: Allowance, level: number): string | undefined {
  const lines = block.split('\n');
  if (level >= MOST_LEVELS || block.includes('\t') || !lines.every(line => line.startsWith('>')))
    return undefined;
  return flowText(lines.map(line => line.slice(line[1] === ' ' ? 2 : 1)).join('\n'), allowance, level + 1);
}

function listText(block: string, allowance: Allowance, level: number): string | undefined {
  const items = listItems(block);
  if (items === undefined || items.length < 2) return undefined;
  return stackTexts(items.map(({ text, apart }) => ({ text: blockText(text, allowance, level), apart })));
}

function withoutBlankEnds(markdown: string): string {
  let end = markdown.length;
  while (end > 0 && ' \t\n'.includes(markdown[end - 1]!)) end -= 1;
  const lineEnd = markdown.indexOf('\n', end);
  return (lineEnd < 0 ? markdown : markdown.slice(0, lineEnd)).replace(/^(?:[ \t]*\n)+/, '');
}
