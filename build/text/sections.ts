import { blankLineParts } from './blank-lines.ts';

/** Blocks that contain blank lines and end only at a mark: pairs of beginning and end. */
const LONG_BLOCKS: readonly (readonly [RegExp, RegExp])[] = [
  [/^ {0,3}<(?:pre|script|style|textarea)(?=[\s>]|$)/i, /<\/(?:pre|script|style|textarea)>/i],
  [/^ {0,3}<!--/, /-->/],
  [/^ {0,3}<\?/, /\?>/],
  [/^ {0,3}<!\[CDATA\[/, /\]\]>/],
  [/^ {0,3}<![a-z]/i, />/],
];
const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;

const DEFINITION = /^(?:[ \t>*+\-\d.)]|\[\^[^\]\s]+\]:)*\[(?!\^)(?:[^[\]\\]|\\.)*\]:/m;

/** Tells whether a document may define links, which reach from one section to another. */
export const hasDefinitions = (markdown: string): boolean =>
  markdown.includes(']:') && DEFINITION.test(markdown);

/**
 * Cuts a document at blank lines where no block continues: no block above waits for its end mark, and the next line is not
 * indented, so that it ends every list.
 * @returns the sections without the blank lines between them
 */
export function sections(markdown: string): string[] {
  const found: string[] = [];
  let section = '';
  let end: RegExp | null = null;
  const parts = blankLineParts(markdown);
  for (let at = 0; at < parts.length; at += 2) {
    const part = parts[at]!;
    if (section && end === null && !/^[ \t]/.test(part)) {
      found.push(section);
      section = '';
    }
    section += (section ? (parts[at - 1] ?? '') : '') + part;
    for (const line of part.split('\n')) end = endAfter(line, end);
  }
  if (section) found.push(section);
  return found;
}

/** Returns the end mark of the block that is open after the line; null if none is open. */
function endAfter(line: string, end: RegExp | null): RegExp | null {
  if (end) return end.test(line) ? null : end;
  const fence = FENCE.exec(line)?.[1];
  if (fence) return new RegExp(`^ {0,3}${fence[0]}{${fence.length},}[ \\t]*$`);
  const start = line.includes('<') ? LONG_BLOCKS.find(([begin]) => begin.test(line)) : undefined;
  if (!start) return null;
  const rest = line.slice(line.indexOf('<') + 2);
  return start[1].test(rest) ? null : start[1];
}
