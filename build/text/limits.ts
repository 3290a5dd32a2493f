import { blankLineParts } from './parts.ts';
import { DELIMITER_ROW } from './rows.ts';

/**
 * Limits on what is handed to a Markdown parser. micromark takes quadratic time for floods of markers or containers
 * and overflows the stack on deep nesting. Real documents stay below: 102 markers in a paragraph, 3 levels, 937 lines
 * of containers in a block, 1,367 in a document.
 *
 * A block beyond a limit is taken as literal text; a document with more containers is cut into stretches, which only
 * matters to what reaches across blocks (link definitions, fences).
 */
const MOST_MARKERS = 2000;
const MOST_LEVELS = 50;
const WIDEST_INDENT = 100;
const MOST_CONTAINER_LINES = 5000;
const MOST_CONTAINER_LINES_TOGETHER = 1000;

const MARKER = /[\\`*_[\]<&!~]/g;
const CONTAINER = /[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])|\[\^[^\]\s]{1,99}\]:)/y;
/** A line that can be beyond a limit on nesting at all. */
const DEEP_LINE = new RegExp(`(?:[ \\t>*+\\-\\d.)]|\\[\\^[^\\]\\s]{1,99}\\]:){${MOST_LEVELS}}`, 'y');

export interface Stretch {
  readonly text: string;
  readonly literal: boolean;
}

/** Cuts a document into stretches that a parser may see and blocks that are taken as they are. */
export function stretches(markdown: string): Stretch[] {
  const { isDeep, isModest } = survey(markdown);
  if (!isDeep && isModest) return [{ text: markdown, literal: false }];
  const found: Stretch[] = [];
  let text = '';
  let containers = 0;
  blankLineParts(markdown).forEach((part, index) => {
    const lines = index % 2 === 0 ? containerLines(part) : 0;
    const literal =
      index % 2 === 0 && (lines > MOST_CONTAINER_LINES || isFlood(part) || (isDeep && hasDeepLine(part)));
    if (literal || containers + lines > MOST_CONTAINER_LINES_TOGETHER) {
      if (text) found.push({ text, literal: false });
      text = '';
      containers = 0;
    }
    if (literal) found.push({ text: part.trim(), literal });
    else {
      text += part;
      containers += lines;
    }
  });
  if (text) found.push({ text, literal: false });
  return found;
}

/** One look at the lines, which for almost every document tells that no limit is within reach. */
function survey(markdown: string): { isDeep: boolean; isModest: boolean } {
  let isDeep = false;
  let lines = 0;
  let longest = 0;
  let block = 0;
  for (let start = 0, end = 0; end < markdown.length; start = end + 1) {
    DEEP_LINE.lastIndex = start;
    isDeep ||= DEEP_LINE.test(markdown);
    end = markdown.indexOf('\n', start);
    if (end < 0) end = markdown.length;
    if (end === start) block = end;
    longest = Math.max(longest, end - block);
    lines += 1;
  }
  return { isDeep, isModest: lines <= MOST_CONTAINER_LINES_TOGETHER && longest <= MOST_MARKERS };
}

function containerLines(block: string): number {
  return block.split('\n').filter(line => levels(line, 1) > 0).length;
}

function hasDeepLine(block: string): boolean {
  return block
    .split('\n')
    .some(line => levels(line, MOST_LEVELS + 1) > MOST_LEVELS || indent(line) > WIDEST_INDENT);
}

function levels(line: string, most: number): number {
  CONTAINER.lastIndex = 0;
  let count = 0;
  while (count < most && CONTAINER.test(line)) count += 1;
  return count;
}

function indent(line: string): number {
  return line.length - line.trimStart().length;
}

/** Whether a paragraph of the block can have too many markers; each row of a table counts for itself. */
function isFlood(block: string): boolean {
  if (block.length <= MOST_MARKERS) return false;
  const lines = block.split('\n');
  const isTable = DELIMITER_ROW.test(lines[1] ?? '') && lines.every(line => line.startsWith('|'));
  let count = 0;
  return lines.some(line => {
    if (isTable || /^[\s>]*$|^[-+*] \S/.test(line)) count = 0;
    count += line.match(MARKER)?.length ?? 0;
    return count > MOST_MARKERS;
  });
}
