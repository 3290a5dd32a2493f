/** What of a Markdown text is markup, and what readers see. */

/**
 * The line below a table's head, behind its first bar, of at most 1,000 cells: more would overflow the stack. Every cell ends with a bar or the
 * line, so that dashes divide in one way alone: else a long line of them would take for ever.
 */
export const TABLE_LINE = String.raw`(?:[ \t]*:?-{3,}:?[ \t]*(?:\||$)){1,1000}[ \t]*$`;

/**
 * What readers do not see: signs at the beginning of lines, emphasis, addresses of links, tags, marks of footnotes. No pattern reads past the
 * next sign with which it could begin, so that the time grows with the text alone.
 */
const MARKUP = new RegExp(
  [
    String.raw`^(?:(?:[-*+>]|#{1,6})?[ \t]+)+`,
    String.raw`^[ \t]*\|?${TABLE_LINE}`,
    String.raw`\]\((?:[^()[\]\s]|\([^()[\]\s]*\)){0,2000}\)`,
    String.raw`\[(?=[^\]\[]*\]\()`,
    String.raw`\[\^[^\][]*\]`,
    String.raw`<\/?[a-zA-Z][^<>]*>`,
    String.raw`\|`,
    String.raw`\*+`,
  ].join('|'),
  'gm',
);

/** What is behind the sign of a reference to a character, such as `&lt;`. */
export const REFERENCED = '(?:#[0-9]+|#[xX][0-9a-fA-F]+|[a-zA-Z][0-9a-zA-Z_]+);';

/** Of each character of a text: 1 for markup, 2 for the sign before an escaped character, 0 for what readers see. */
export function markupOf(text: string): Uint8Array {
  const mask = new Uint8Array(text.length);
  // An escaped sign is a word.
  const plain = text.replace(/\\[!-/:-@[-`{-~]/g, (_, at: number) => {
    mask[at] = 2;
    return '\u0001\u0001';
  });
  for (const { 0: found, index } of plain.matchAll(MARKUP)) mask.fill(1, index, index + found.length);
  return mask;
}
