import { blankLineParts } from './blank-lines.ts';
import { isParagraph, quickBlock } from './blocks.ts';
import { joinBlocks, markedText, stackTexts, wholeText } from './layout.ts';
import { beginsItem, itemContent, listItems } from './list-items.ts';
import { normalise } from './normalise.ts';
import { Allowance, MOST_LEVELS } from './parser-work.ts';
import { parsedText } from './pipeline.ts';
import { hasDefinitions, sections } from './sections.ts';

/**
 * Blocks that depend on others across blank lines: fenced code, HTML that ends only at its end mark, and link definitions.
 * Documents with any of these go to the parser whole, within its limits.
 */
const FENCES = ['```', '~~~'];
const LONG_HTML = /<(?:[!?]|(?:pre|script|style|textarea)\b)/i;

const isEntangled = (markdown: string): boolean =>
  FENCES.some(fence => markdown.includes(fence)) ||
  (markdown.includes('<') && LONG_HTML.test(markdown)) ||
  hasDefinitions(markdown);

/**
 * Returns the plain text of a Markdown body, as `test/text/reference-text.ts` defines it, at a fraction of the cost. Blocks of
 * plain prose, emphasis, tables and the like are read directly; only the rest goes to the parser, block by block.
 *
 * @param markdown the body, heading included, without frontmatter
 * @returns the text with one newline at the end, or `''` if there are no words
 */
export function plainText(markdown: string): string {
  const source = normalise(markdown);
  const allowance = new Allowance(source.length);
  return wholeText([isEntangled(source) ? entangledText(source, allowance) : flowText(source, allowance)]);
}

/**
 * Reads a document that exceeds the parser's limits section by section. Definitions do not reach from one section to another.
 */
function entangledText(markdown: string, allowance: Allowance): string {
  if (allowance.covers(markdown)) return parsedText(markdown);
  const texts = sections(markdown).map(section =>
    isEntangled(section) ? parsedOrLiteral(section, allowance) : flowText(section, allowance),
  );
  return joinBlocks(texts);
}

/** Text beyond the parser's limits stays as written: no word is lost, but the markup remains. */
const parsedOrLiteral = (markdown: string, allowance: Allowance): string =>
  allowance.covers(markdown) ? parsedText(markdown) : markdown.trim();

/**
 * A blank line ends every paragraph. It ends every other block unless the next line is indented, and so may continue the block.
 * Text after an indented line stays with it, too, unless it certainly ends a list: after indented code, micromark takes fewer
 * things for the start of a list.
 * @param level number of quotes and items around the text
 */
function flowText(markdown: string, allowance: Allowance, level = 0): string {
  return joinBlocks(
    flowBlocks(markdown, allowance, level).map(
      ({ block, text }) => text ?? parsedOrLiteral(block, allowance),
    ),
  );
}

interface FlowBlock {
  block: string;
  /** Undefined where only the parser can decide. */
  text: string | undefined;
}

function flowBlocks(markdown: string, allowance: Allowance, level: number): FlowBlock[] {
  const found: FlowBlock[] = [];
  let block: string[] = [];
  let open = false;
  let isTried = false;
  const finish = (next: string[], text?: string) => {
    const whole = block.join('');
    found.push({ block: whole, text: text ?? blockText(whole, allowance, level) });
    block = next;
    isTried = false;
  };
  const parts = blankLineParts(withoutBlankEnds(markdown));
  for (let at = 0; at < parts.length; at += 2) {
    const part = parts[at]!;
    // No paragraph contains a blank line.
    if (
      block.length > 0 &&
      ((!open && !isIndented(part)) || (block.length === 1 && isParagraph(block[0]!)))
    ) {
      finish([part]);
    } else if (block.length > 0 && !isTried && !isIndented(part) && !beginsItem(part)) {
      isTried = true;
      const text = listText(block.join(''), allowance, level);
      if (text === undefined) block.push(parts[at - 1]!, part);
      else finish([part], text);
    } else block.push(...(block.length > 0 ? [parts[at - 1]!] : []), part);
    open = isIndented(part.includes('\n') ? part.slice(part.lastIndexOf('\n') + 1) : part);
  }
  if (block.length > 0) finish([]);
  return found;
}

const isIndented = (lines: string): boolean => lines.startsWith(' ') || lines.startsWith('\t');

function blockText(block: string, allowance: Allowance, level: number): string | undefined {
  return block.startsWith('>')
    ? quoteText(block, allowance, level)
    : (quickBlock(block) ?? listText(block, allowance, level));
}

/** A blockquote with a marker on every line is a document in itself. */
function quoteText(block: string, allowance: Allowance, level: number): string | undefined {
  const lines = block.split('\n');
  if (level >= MOST_LEVELS || block.includes('\t') || !lines.every(line => line.startsWith('>')))
    return undefined;
  return flowText(lines.map(line => line.slice(line[1] === ' ' ? 2 : 1)).join('\n'), allowance, level + 1);
}

function listText(block: string, allowance: Allowance, level: number): string | undefined {
  const items = level < MOST_LEVELS ? listItems(block) : undefined;
  if (items === undefined) return undefined;
  if (items.length === 1) return itemText(items[0]!.text, allowance, level);
  return stackTexts(
    items.map(({ text, apart }) => ({
      text: blockText(text, allowance, level) ?? parsedOrLiteral(text, allowance),
      apart,
    })),
  );
}

/** An item's blocks are separated by blank lines, as in a document, if each of them is read without a parser. */
function itemText(item: string, allowance: Allowance, level: number): string | undefined {
  const { marker, content } = itemContent(item);
  const blocks = flowBlocks(content, allowance, level + 1);
  // An item whose first line has no words, such as a thematic break, follows other rules.
  if (blocks.some(({ text }) => !text)) return undefined;
  return markedText(marker, joinBlocks(blocks.map(({ text }) => text!)));
}

function withoutBlankEnds(markdown: string): string {
  let end = markdown.length;
  while (end > 0 && ' \t\n'.includes(markdown[end - 1]!)) end -= 1;
  const lineEnd = markdown.indexOf('\n', end);
  return (lineEnd < 0 ? markdown : markdown.slice(0, lineEnd)).replace(/^(?:[ \t]*\n)+/, '');
}
