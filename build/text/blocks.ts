import { htmlText } from './html.ts';
import { inlineText } from './inline.ts';
import { joinLines, markedText, paragraphText, rowText } from './layout.ts';
import { MOST_LEVELS } from './parser-work.ts';
import { DELIMITER_ROW } from './table-rows.ts';

const THEMATIC_BREAK = /^(?:(?:\*[ ]*){3,}|(?:-[ ]*){3,}|(?:_[ ]*){3,})$/;
const HEADING = /^#{1,6}(?= |$)/;
const ITEM = /^(?:(\d{1,9}[.)])|[-+*])(?: {1,4}(?=\S)|$)/;
const NOTE = /^(\[\^[^\s[\]\\^]+\]): ?(?=\S)/;

/** HTML up to the next blank line, whatever it contains. */
const HTML_TABLE = /^<table(?=[\s>])/;
const BLANK_LINE = /\n[ \t]*\n/;

/** Beginnings of lines that are more than words. Broad: anything that might begin a block counts. */
const BLOCK_START =
  /^(?:[ >|]|#{1,6}(?:\s|$)|<(?!(?:su[bp]|small|em|strong)>\S)|[-+*](?:\s|$)|(?:[-_*]\s*){3,}$|\d{1,9}[.)](?:\s|$)|\[\^[^\]]*\]:)/;
/** A line that could turn the lines above it into a heading or a table. */
const UNDERLINE = /^[\s|:=-]*$/;

/**
 * Returns the text of one block, if its kind can be read without a parser.
 * @param block lines preceded and followed by blank lines, in a document without link definitions
 * @returns the text (`''` for a block without words), or `undefined` where only a parser can decide
 */
export function quickBlock(block: string): string | undefined {
  if (isParagraph(block)) return words(block);
  if (block.startsWith(' ') || block.includes('\t')) return undefined;
  if (block.startsWith('|')) return tableText(block);
  if (HTML_TABLE.test(block) && !BLANK_LINE.test(block)) return paragraphText(htmlText(block));
  return block.includes('\n') ? undefined : lineText(block);
}

/** Tells whether a block is certainly one paragraph, which ends at the next blank line whatever follows. */
export function isParagraph(block: string): boolean {
  if (block.startsWith('    ') || block.includes('\t')) return false;
  if (!block.includes('\n')) return !BLOCK_START.test(block.trimStart());
  const [first, ...others] = block.split('\n').map(line => line.trim());
  return !BLOCK_START.test(first!) && !others.some(line => BLOCK_START.test(line) || UNDERLINE.test(line));
}

/** @param level number of markers in front of `line` */
function lineText(line: string, level = 0): string | undefined {
  if (level > MOST_LEVELS) return undefined;
  if (!BLOCK_START.test(line)) return words(line);
  if (THEMATIC_BREAK.test(line)) return '';
  const heading = HEADING.exec(line);
  if (heading) return headingText(line.slice(heading[0].length).trim());
  const item = ITEM.exec(line) ?? NOTE.exec(line);
  return item ? afterMarker(item[1], line.slice(item[0].length), level + 1) : undefined;
}

/** Returns the words of a heading; a run of `#` at its end may be markup or words. */
function headingText(content: string): string | undefined {
  return content.endsWith('#') ? undefined : words(content);
}

function afterMarker(marker: string | undefined, content: string, level: number): string | undefined {
  const text = content === '' ? '' : lineText(content, level);
  return text === undefined ? undefined : markedText((marker ?? '').replace('[^', '['), text);
}

/** Cells are cut at every pipe, as long as no pipe is escaped: code does not hide pipes. */
function tableText(block: string): string | undefined {
  const rows = block.split('\n').map(row => row.trimEnd());
  const [header, delimiters] = rows;
  if (!header || !delimiters || !DELIMITER_ROW.test(delimiters) || block.includes('\\')) return undefined;
  if (!rows.every(row => row.length > 1 && row.startsWith('|') && row.endsWith('|'))) return undefined;
  if (cells(header).length !== cells(delimiters).length) return undefined;
  rows.splice(1, 1);
  const texts: string[] = [];
  for (const row of rows) {
    const contents = cells(row).map(words);
    if (contents.includes(undefined)) return undefined;
    texts.push(rowText(contents as string[]));
  }
  return joinLines(texts);
}

function cells(row: string): string[] {
  return row
    .slice(1, -1)
    .split('|')
    .map(cell => cell.trim());
}

function words(content: string): string | undefined {
  const text = inlineText(content);
  return text === undefined ? undefined : paragraphText(text);
}
