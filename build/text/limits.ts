import { DELIMITER_ROW } from './rows.ts';

/**
 * Limits on what is handed to a Markdown parser. micromark takes quadratic time for some floods of markers and
 * overflows the stack on deep nesting; real documents stay far below (102 markers in a paragraph, 3 levels).
 * A block beyond a limit is taken as literal text.
 */
const MOST_MARKERS = 2000;
const MOST_LEVELS = 50;
const WIDEST_INDENT = 100;

const MARKER = /[\\`*_[\]<&!~]/g;
const LEVEL = /[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])|\[\^[^\]\s]{1,99}\]:)/y;
/** Lines that can be beyond a limit on nesting at all. */
const DEEP_LINE = new RegExp(`^(?:[ \\t>*+\\-\\d.)]|\\[\\^[^\\]\\s]{1,99}\\]:){${MOST_LEVELS}}`, 'm');
const BLANK_LINES = /(\n(?:[ \t]*\n)+)/;

export interface Segment {
  readonly text: string;
  readonly literal: boolean;
}

/** Cuts at blank lines: stretches of lines and, between them, the blank lines as they are. */
export function blankLineParts(markdown: string): string[] {
  return markdown.split(BLANK_LINES);
}

/** Cuts a document into stretches that a parser may see and blocks that are taken as they are. */
export function segments(markdown: string): Segment[] {
  const deep = DEEP_LINE.test(markdown);
  if (!deep && markdown.length <= MOST_MARKERS) return [{ text: markdown, literal: false }];
  const found: Segment[] = [];
  let open = '';
  blankLineParts(markdown).forEach((part, index) => {
    const isBlock = index % 2 === 0;
    if (isBlock && exceeds(part, deep)) {
      found.push({ text: open, literal: false }, { text: part.trim(), literal: true });
      open = '';
    } else open += part;
  });
  found.push({ text: open, literal: false });
  return found;
}

function exceeds(block: string, deep: boolean): boolean {
  if (deep && block.split('\n').some(line => levels(line) > MOST_LEVELS || indent(line) > WIDEST_INDENT))
    return true;
  return block.length > MOST_MARKERS && mostMarkers(block) > MOST_MARKERS;
}

function levels(line: string): number {
  LEVEL.lastIndex = 0;
  let count = 0;
  while (LEVEL.test(line)) count += 1;
  return count;
}

function indent(line: string): number {
  return line.length - line.trimStart().length;
}

/** The most markers that one paragraph of the block can have; each row of a table counts for itself. */
function mostMarkers(block: string): number {
  const lines = block.split('\n');
  const isTable = DELIMITER_ROW.test(lines[1] ?? '') && lines.every(line => line.startsWith('|'));
  let most = 0;
  let count = 0;
  for (const line of lines) {
    if (isTable || /^[\s>]*$|^[-+*] \S/.test(line)) count = 0;
    count += line.match(MARKER)?.length ?? 0;
    most = Math.max(most, count);
  }
  return most;
}
