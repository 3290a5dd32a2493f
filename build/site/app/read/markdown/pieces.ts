import { cleanSource } from '../../../../text/normalise.ts';
import { Allowance, workOf } from '../../../../text/parser-work.ts';
import { hasDefinitions, sections } from '../../../../text/sections.ts';
import { isTable } from '../../../../text/table-rows.ts';
import { safeTable } from './html-table.ts';

/** A part of a document that is set at once. Between two pieces the page reacts to the reader. */
export interface Piece {
  markdown: string;
  /** Too much work for the parser: the text is shown as written. */
  isLiteral: boolean;
  /** Further rows of the table before, with its header repeated so that they are parsed as rows. */
  isContinued?: boolean;
  /** Of a long table in HTML: what is set, without the parser. */
  html?: string;
}

/** Lengths in characters. The first piece is small, so that it is on the screen while the rest is loading. */
const FIRST_LENGTH = 6_000;
const LENGTH = 24_000;
/** Definitions of links apply to the whole document up to this length, and to their own piece beyond it. */
const MOST_WHOLE = 200_000;
const ROWS = 200;
/**
 * Most work of one piece, in the units of `build/text/parser-work.ts`: some tenths of a second. The largest real piece, a quotation of
 * 72,000 characters, has 9,800.
 */
const MOST_WORK = 12_000;

/** Cuts a body between blocks. The pieces are in the order of the text and hold all of it. */
export function piecesOf(body: string): Piece[] {
  // A blank line at the end would make a table uncertain.
  const markdown = cleanSource(body).trimEnd();
  const allowance = new Allowance(markdown.length);
  if (markdown.length <= MOST_WHOLE && hasDefinitions(markdown) && bears(markdown, allowance)) {
    return [{ markdown, isLiteral: false }];
  }
  const pieces: Piece[] = [];
  for (const group of groups(sections(markdown))) {
    const together = group.join('\n\n');
    if (bears(together, allowance)) pieces.push({ markdown: together, isLiteral: false });
    else {
      for (const section of group) pieces.push(...sectionPieces(section, allowance));
    }
  }
  return pieces;
}

/** Cuts a section that does not fit into a piece with others. A long table is cut between its rows. */
function sectionPieces(section: string, allowance: Allowance): Piece[] {
  if (bears(section, allowance)) return [{ markdown: section, isLiteral: false }];
  const lines = section.split('\n');
  const html = htmlTablePieces(lines);
  if (html) return html;
  if (!isTable(lines)) return [{ markdown: section, isLiteral: true }];
  const [header = '', delimiters = '', ...rows] = lines;
  const pieces: Piece[] = [];
  for (let at = 0; at < rows.length; at += ROWS) {
    const markdown = [header, delimiters, ...rows.slice(at, at + ROWS)].join('\n');
    pieces.push({ markdown, isLiteral: false, isContinued: at > 0 });
  }
  return pieces.every(({ markdown }) => bears(markdown, allowance))
    ? pieces
    : [{ markdown: section, isLiteral: true }];
}

/** Cuts a table in HTML between its rows, each a line, as importers write them. @returns null for other text */
function htmlTablePieces(lines: readonly string[]): Piece[] | null {
  const from = lines.indexOf('<tbody>') + 1;
  const to = lines.lastIndexOf('</tbody>');
  if (lines[0] !== '<table>' || from < 1 || to < from) return null;
  const pieces: Piece[] = [];
  for (let at = from; at < to; at += ROWS) {
    const rows = lines.slice(at, Math.min(at + ROWS, to));
    const markdown = [...lines.slice(0, from), ...rows, ...lines.slice(to)].join('\n');
    const html = safeTable(markdown);
    if (html === null) return null;
    pieces.push({ markdown, isLiteral: false, isContinued: at > from, html });
  }
  return pieces.length > 0 ? pieces : null;
}

const bears = (markdown: string, allowance: Allowance): boolean =>
  workOf(markdown) <= MOST_WORK && allowance.covers(markdown);

function* groups(parts: readonly string[]): Generator<string[]> {
  let group: string[] = [];
  let length = 0;
  let most = FIRST_LENGTH;
  for (const part of parts) {
    if (group.length > 0 && length + part.length > most) {
      yield group;
      group = [];
      length = 0;
      most = LENGTH;
    }
    group.push(part);
    length += part.length;
  }
  if (group.length > 0) yield group;
}
