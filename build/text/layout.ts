/**
 * The layout of plain text, in one place. The remark pipeline and the quick path both pass their words to these functions, so
 * that their results differ only where they disagree on markup.
 */

/** `[^12]`: a footnote mark. Its caret is markup, its number a word. */
export const FOOTNOTE_MARK = /\[\^([^\s[\]]+)\]/g;

/**
 * `[^12]The text`, at the start of a paragraph: the note itself as the converter writes it, without the colon that Markdown
 * requires and often without a blank.
 */
export const FOOTNOTE_START = /^\[\^([^\s[\]]+)\](?![\s.,;:)\]]|$)/;

/**
 * Lays out the words of one paragraph, heading or table cell.
 * @param text the words, markup removed, lines as in the source
 * @returns the words with footnote marks as `[12]`, no blanks around line breaks or at either end
 */
export function paragraphText(text: string): string {
  const trimmed = text.includes('\n') ? joinLines(text.split('\n').map(line => line.trim())) : text.trim();
  if (!trimmed.includes('[^')) return trimmed;
  return trimmed.replace(FOOTNOTE_START, '[$1] ').replace(FOOTNOTE_MARK, '[$1]');
}

/** One row of a table: cells separated by tabs, so that each cell keeps its column; `''` for a row without words. */
export function rowText(cells: readonly string[]): string {
  return cells
    .map(cell => cell.replaceAll('\n', ' '))
    .join('\t')
    .trimEnd();
}

/** Joins lines of a table or of other stacked lines; empty lines vanish. */
export function joinLines(lines: readonly string[]): string {
  return lines.filter(line => line !== '').join('\n');
}

/** Joins blocks with one blank line between them; blocks without words vanish. */
export function joinBlocks(blocks: readonly string[]): string {
  return blocks.filter(block => block !== '').join('\n\n');
}

/**
 * Stacks the items of a list, or the blocks inside an item: each on the next line, or after a blank line where the source has
 * one. Texts without words vanish.
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

/** An item of an ordered list, or a footnote: its number as written in the source, then its words. */
export function markedText(marker: string, text: string): string {
  return marker && text ? `${marker} ${text}` : marker || text;
}

/** A whole text, which ends with one newline; `''` without words. */
export function wholeText(blocks: readonly string[]): string {
  const text = joinBlocks(blocks);
  return text && `${text}\n`;
}
