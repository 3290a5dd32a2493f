/**
 * How the plain text looks, in one place: both ways to it (the remark pipeline and the quick path) hand their
 * words to these functions, so that they cannot differ in anything but what they took for markup.
 */

/** `[^12]`: a footnote mark. Its caret is markup, its number is a word. */
export const FOOTNOTE_MARK = /\[\^([^\s[\]]+)\]/g;

/**
 * `[^12]The text`, at the start of a paragraph: the note itself, as the converter writes it, without the colon
 * that Markdown asks for and often without a space.
 */
export const FOOTNOTE_START = /^\[\^([^\s[\]]+)\](?![\s.,;:)\]]|$)/;

/**
 * Lays out the words of one paragraph, heading or table cell.
 *
 * @param text the words, markup removed, lines as in the source
 * @returns the words with footnote marks as `[12]`, no blank space around line breaks, none at either end
 */
export function paragraphText(text: string): string {
  const trimmed = text.includes('\n') ? joinLines(text.split('\n').map(line => line.trim())) : text.trim();
  if (!trimmed.includes('[^')) return trimmed;
  return trimmed.replace(FOOTNOTE_START, '[$1] ').replace(FOOTNOTE_MARK, '[$1]');
}

/** One row of a table: cells separated by a tab, so that a cell keeps its column; `''` for a row without words. */
export function rowText(cells: readonly string[]): string {
  return cells
    .map(cell => cell.replaceAll('\n', ' '))
    .join('\t')
    .trimEnd();
}

/** Lines of a table, or of anything else that stands line under line; empty ones vanish. */
export function joinLines(lines: readonly string[]): string {
  return lines.filter(line => line !== '').join('\n');
}

/** Blocks separated by one blank line; blocks without words vanish. */
export function joinBlocks(blocks: readonly string[]): string {
  return blocks.filter(block => block !== '').join('\n\n');
}

/**
 * Items of a list, or blocks inside an item: each on the next line, or after one blank line where it stands apart
 * in the source. Those without words vanish.
 */
export function stackTexts(parts: readonly { readonly text: string; readonly apart: boolean }[]): string {
  let stack = '';
  let isApart = false;
  for (const { text, apart } of parts) {
    isApart ||= apart;
    if (!text) continue;
    stack += (stack && (isApart ? '\n\n' : '\n')) + text;
    isApart = false;
  }
  return stack;
}

/** An item of an ordered list, or a footnote: its number as the source wrote it, then its words. */
export function markedText(marker: string, text: string): string {
  return marker && text ? `${marker} ${text}` : marker || text;
}

/** A whole text: ends with one newline; no words, no text. */
export function wholeText(blocks: readonly string[]): string {
  const text = joinBlocks(blocks);
  return text && `${text}\n`;
}
