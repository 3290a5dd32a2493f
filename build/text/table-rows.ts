/** `| --- | :-: |` */
export const DELIMITER_ROW = /^\|(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*$/;
const SOME_DELIMITER_ROW = /^\|(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*$/m;
const SOME_OPEN_ROW = /^\|.*[^|\s][ \t]*$/m;

/** The same with pipes only between the cells. */
const LOOSE_DELIMITER_ROW = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
/** A line that may begin another block, and so end a table without a blank line. */
const NO_ROW = /^(?: {4}|\t)|^ {0,3}(?:[>#<]|[-+*](?:\s|$)|\d{1,9}[.)]|```|~~~|\[\^|(?:[-_*][ \t]*){3,}$)/;

/** The most lines of one broken row; real rows reach 9. */
const MOST_LINES = 20;

/**
 * Joins table rows that the converter broke over several lines (by a line break, or whole blank lines, inside a cell). A row is
 * joined only if it then ends with a pipe and has exactly as many pipes as the table's delimiter row. Everything else is
 * unchanged.
 */
export function repairRows(markdown: string): string {
  if (!(markdown.startsWith('|') || markdown.includes('\n|'))) return markdown;
  if (!SOME_OPEN_ROW.test(markdown) || !SOME_DELIMITER_ROW.test(markdown)) return markdown;
  const lines = markdown.split('\n');
  const out: string[] = [];
  let columns = 0;
  for (let at = 0; at < lines.length; ) {
    const line = lines[at]!;
    const end = line.startsWith('|') ? rowEnd(lines, at, columns) : at;
    if (end > at) out.push(joinRow(lines.slice(at, end + 1)));
    else out.push(line);
    if (DELIMITER_ROW.test(line)) columns = pipes(line);
    else if (!line.startsWith('|')) columns = 0;
    at = end + 1;
  }
  return out.join('\n');
}

/** Tells whether a block is certainly one table, so that its lines can be read independently. */
export function isTable(lines: readonly string[]): boolean {
  const [header, delimiters] = lines;
  if (header === undefined || delimiters === undefined || !delimiters.includes('|')) return false;
  if (!LOOSE_DELIMITER_ROW.test(delimiters) || inner(header) !== inner(delimiters)) return false;
  return lines.every((line, at) => at === 1 || (line.trim() !== '' && !NO_ROW.test(line)));
}

/** Counts the pipes between cells. */
function inner(row: string): number {
  const trimmed = row.trim();
  return pipes(trimmed) - (trimmed.startsWith('|') ? 1 : 0) - (trimmed.endsWith('|') ? 1 : 0);
}

/** Returns the last line of the row that begins at `start`; `start` itself unless the row is broken and can be joined. */
function rowEnd(lines: readonly string[], start: number, columns: number): number {
  let count = pipes(lines[start]!);
  if (columns ? count >= columns : isClosed(lines[start]!)) return start;
  for (let at = start + 1; at < lines.length && at < start + MOST_LINES; at += 1) {
    const line = lines[at]!;
    if (line.startsWith('|')) return start;
    count += pipes(line);
    if (isClosed(line) && count === (columns || pipesOfDelimiterRow(lines[at + 1]))) return at;
  }
  return start;
}

function pipesOfDelimiterRow(line: string | undefined): number {
  return line && DELIMITER_ROW.test(line) ? pipes(line) : 0;
}

function isClosed(line: string): boolean {
  return line.trimEnd().endsWith('|');
}

function joinRow(lines: readonly string[]): string {
  return lines
    .map(line => line.trim())
    .filter(line => line !== '')
    .join(' ');
}

function pipes(line: string): number {
  return line.replace(/\\./g, '').split('|').length - 1;
}
