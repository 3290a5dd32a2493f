import { isTable } from './table-rows.ts';

/**
 * Estimates the parser's work for a block or section of Markdown from its characters and lines alone, never from the clock, so
 * that equal input gives equal text on every machine.
 *
 * One unit is about the cost of one small construct: a line, a container, a marker. micromark is linear in these, with two
 * exceptions: it walks back over all lines where a line is lazy or underlines another, and it reads a paragraph to its end from
 * every character that may open something. It overflows the stack on deep nesting.
 *
 * The numbers are upper bounds, found by timing thousands of repeated fragments (test/text/floods.ts).
 */
const CALL = 2;
const CONTAINER = 4;
const INDENT = 0.5;
const CHARACTER = 1 / 50;
const LINE_AND_LINE = 1 / 1600;
const MARKER_AND_CHARACTER = 1 / 1000;

/** Beyond these limits nothing is parsed. Real documents have 3 levels and 102 markers in a paragraph. */
export const MOST_LEVELS = 50;
const WIDEST_INDENT = 100;
const MOST_MARKERS = 2000;

const MARKER = /[\\`*_[\]<&!~|]/g;
const CONTAINERS = /[ \t]*(?:>|[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$)|\[\^[^\]\s]{1,99}\]:)/y;
/** A line that continues no paragraph: blank, within quotes too, or the first of a bullet. */
const PARAGRAPH_START = /^[\s>]*$|^ {0,3}[-+*] \S/;

/** @returns units, or infinity for Markdown that must not be parsed */
export function workOf(markdown: string): number {
  const lines = markdown.split('\n');
  const areRows = isTable(lines);
  let work = CALL + lines.length * (1 + lines.length * LINE_AND_LINE) + markdown.length * CHARACTER;
  let markers = 0;
  let characters = 0;
  for (const line of lines) {
    const levels = levelsOf(line);
    const indent = line.length - line.trimStart().length;
    if (levels > MOST_LEVELS || indent > WIDEST_INDENT) return Number.POSITIVE_INFINITY;
    if (areRows || PARAGRAPH_START.test(line)) {
      work += markers * characters * MARKER_AND_CHARACTER;
      markers = 0;
      characters = 0;
    }
    const found = line.match(MARKER)?.length ?? 0;
    work += found + levels * CONTAINER + indent * INDENT;
    markers += found;
    characters += line.length;
    if (markers > MOST_MARKERS) return Number.POSITIVE_INFINITY;
  }
  return work + markers * characters * MARKER_AND_CHARACTER;
}

/** Counts the containers (quotes, items, notes) that begin on the line. */
function levelsOf(line: string): number {
  CONTAINERS.lastIndex = 0;
  let count = 0;
  while (count <= MOST_LEVELS && CONTAINERS.test(line)) count += 1;
  return count;
}

/**
 * The parser's allowance for one document: some seconds of work for the first megabyte, and little more for each further one.
 * Every real document takes less than a thousandth of it.
 */
const BASE = 30_000;
const PER_CHARACTER = 1 / 40;

export class Allowance {
  #left: number;

  /** @param length of the document, in UTF-16 units */
  constructor(length: number) {
    this.#left = BASE + length * PER_CHARACTER;
  }

  /** Tells whether the Markdown may be parsed, and if so subtracts its work. */
  covers(markdown: string): boolean {
    const work = workOf(markdown);
    if (work > this.#left) return false;
    this.#left -= work;
    return true;
  }
}
