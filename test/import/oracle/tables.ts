import { isCall, wordsOf } from './blocks.ts';
import type { CorpusFile } from './documents.ts';
import { Findings } from './findings.ts';
import { type Cell, type Table, tablesIn } from './markdown-tables.ts';
import type { Schema } from './schemas.ts';
import { below, type Element, elementsIn, isElement } from './tree.ts';

const isTable = ({ name }: Element): boolean => /^(?:table|TABLE|GPOTABLE)$/.test(name);

/** The tables of an element that are not in another table and not kept out. */
export function xmlTables(element: Element, isLeftOut: (element: Element) => boolean): Element[] {
  return [
    ...below(element, inner => isLeftOut(inner) || (inner.parent !== null && isTable(inner.parent))),
  ].filter(isTable);
}

/** Compares tables one by one: their count, and every row's cells with spans and words. */
export function compareTables(
  place: string,
  element: Element,
  document: Pick<CorpusFile, 'body'>,
  schema: Schema,
  isLeftOut: (element: Element) => boolean = inner => schema.out(inner) !== null,
): { findings: Findings; tables: number } {
  const findings = new Findings();
  const expected = xmlTables(element, isLeftOut)
    .flatMap(table => (table.name === 'GPOTABLE' ? gpoTables(table) : [rowsOf(table)]))
    .filter(rows => rows.length > 0);
  const found = tablesIn(document.body);
  findings.expect(place, 'tables', found.length, expected.length);
  expected.forEach((table, i) => {
    const other = found[i];
    if (!other) return;
    findings.expect(place, `rows of table ${i + 1}`, other.length, table.length);
    table.forEach((row, j) => {
      findings.expect(place, `row ${j + 1} of table ${i + 1}`, shown(other[j]), shown(row));
    });
  });
  return { findings, tables: xmlTables(element, isLeftOut).length };
}

const shown = (row: readonly Cell[] | undefined): string =>
  (row ?? []).map(({ words, columns, rows }) => `${columns}×${rows} ${words}`).join(' | ');

const spanOf = (cell: Element, name: string): number => Math.max(1, Number(cell.attributes[name] ?? 1) || 1);

const rowsOf = (table: Element): Table =>
  [...below(table)]
    .filter(({ name }) => /^tr$/i.test(name))
    .map(row =>
      elementsIn(row)
        .filter(({ name }) => /^t[hd]$/i.test(name))
        .map(cell => ({
          words: cellWords(cell),
          columns: spanOf(cell, 'colspan'),
          rows: spanOf(cell, 'rowspan'),
        })),
    );

/** A table with another element inside is two tables. */
function gpoTables(table: Element): Table[] {
  const tables: Table[] = [[]];
  const columns = Number(table.attributes.COLS ?? 0) || 0;
  for (const child of elementsIn(table)) {
    if (child.name === 'BOXHD') tables.at(-1)!.push(...headRows(child));
    else if (child.name === 'ROW') {
      const row = bodyRow(child, columns);
      if (row.length > 0) tables.at(-1)!.push(row);
    } else if (cellWords(child) !== '' && tables.at(-1)!.length > 0) tables.push([]);
  }
  return tables.filter(rows => rows.length > 0);
}

/** A head spans the lowest heads below it; a head with none below reaches down to the rows. */
function headRows(head: Element): Table {
  const cells = elementsIn(head)
    .filter(({ name }) => name === 'CHED')
    .map(cell => ({ cell, level: Number(cell.attributes.H ?? 1) || 1 }));
  const levels = [...new Set(cells.map(({ level }) => level))].sort((a, b) => a - b);
  return levels.map(level =>
    cells.flatMap(({ cell, level: own }, i) => {
      if (own !== level) return [];
      let end = i + 1;
      while (end < cells.length && cells[end]!.level > own) end++;
      const inside = cells.slice(i + 1, end);
      const lowest = inside.filter((one, j) => (inside[j + 1]?.level ?? 0) <= one.level).length;
      const rows = inside.length > 0 ? 1 : levels.length - levels.indexOf(level);
      return [{ words: cellWords(cell), columns: Math.max(1, lowest), rows }];
    }),
  );
}

/** A cell with `A="L02"` extends over two more columns; `EXPSTB` means the same for the first. */
function bodyRow(row: Element, columns: number): Cell[] {
  const entries = elementsIn(row).filter(({ name }) => name === 'ENT');
  const room = columns > 0 ? Math.max(0, columns - entries.length) : Number.POSITIVE_INFINITY;
  return entries.map((entry, i) => {
    const own = Number(/\d+/.exec(entry.attributes.A ?? '')?.[0] ?? 0);
    const more = own || (i === 0 ? Number(row.attributes.EXPSTB ?? 0) || 0 : 0);
    return { words: cellWords(entry), columns: 1 + Math.min(more, room), rows: 1 };
  });
}

/** The words of a cell. Paragraphs, lines, fractions and calls of footnotes are separated. */
function cellWords(cell: Element): string {
  return wordsOf(cellText(cell)).join(' ');
}

const PARTED = /^(?:p|P|br|LI|FR|PRTPAGE|div|DIV)$/;

function cellText(element: Element): string {
  return element.children
    .map((child, i, all) => {
      if (!isElement(child)) return child;
      const next = all.slice(i + 1).find(other => isElement(other) || other.trim() !== '');
      const isCalled = child.name === 'SU' && next !== undefined && isElement(next) && next.name === 'FTREF';
      const isFirst =
        child.name === 'SU' && all.slice(0, i).every(other => !isElement(other) && other.trim() === '');
      const text = cellText(child);
      if (isFirst) return `${text} `;
      return PARTED.test(child.name) || isCalled || isCall(child) ? ` ${text} ` : text;
    })
    .join('');
}
