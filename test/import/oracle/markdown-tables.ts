import { wordsOf } from './blocks.ts';

/** A cell as seen by a reader: its words, and its span of columns and rows. */
export interface Cell {
  words: string;
  columns: number;
  rows: number;
}

export type Table = Cell[][];

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

export const decoded = (text: string): string =>
  text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (found, decimal, hex, name) =>
    decimal || hex
      ? String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16))
      : (ENTITIES[name] ?? found),
  );

/** All tables of a Markdown body in order, with pipes or as HTML. */
export function tablesIn(body: string): Table[] {
  const lines = body.split('\n').map(line => line.replace(/^(?:[ >]|- (?=[|<]))*/, ''));
  const tables: Table[] = [];
  for (let i = 0; i < lines.length; i++) {
    if (lines[i] === '<table>') {
      const end = lines.indexOf('</table>', i);
      tables.push(htmlTable(lines.slice(i, end)));
      i = end;
    } else if (lines[i]!.startsWith('|') && /^\|(?: --- \|)+$/.test(lines[i + 1] ?? '')) {
      let end = i;
      while (lines[end]?.startsWith('|')) end++;
      tables.push(
        [lines[i]!, ...lines.slice(i + 2, end)].map(line =>
          line
            .slice(1, -1)
            .split('|')
            .map(text => ({ words: wordsIn(text), columns: 1, rows: 1 })),
        ),
      );
      i = end;
    }
  }
  return tables;
}

const htmlTable = (lines: readonly string[]): Table =>
  lines
    .filter(line => line.startsWith('<tr>'))
    .map(line =>
      [...line.matchAll(/<t[hd]([^>]*)>(.*?)<\/t[hd]>/g)].map(([, attributes = '', inner = '']) => ({
        words: wordsOf(htmlText(inner)).join(' '),
        columns: spanIn(attributes, 'colspan'),
        rows: spanIn(attributes, 'rowspan'),
      })),
    );

const spanIn = (attributes: string, name: string): number =>
  Number(new RegExp(`${name}="(\\d+)"`).exec(attributes)?.[1] ?? 1);

/** Raised words within a cell are separated from the words before them by their call, not by their mark. */
const htmlText = (html: string): string =>
  decoded(
    html
      .replace(/\[\^([^\]·]+)(?:·\d+)?\]/g, ' $1 ')
      .replace(/<img [^>]*>/g, '')
      .replace(/<br>/g, ' ')
      .replace(/<[^>]*>/g, ''),
  );

/** The words of a cell between pipes, without links, marks and escapes. */
const wordsIn = (markdown: string): string =>
  wordsOf(
    decoded(
      markdown
        .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
        .replace(/\[\^([^\]·]+)(?:·\d+)?\]/g, ' $1 ')
        .replace(/(?<!\\)\]\([^)]*\)/g, ']')
        .replace(/<[^>]*>|\*+/g, ''),
    ),
  ).join(' ');
