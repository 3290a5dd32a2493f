import type { Block, Cell, Row } from '../convert/blocks.ts';
import type { Converter } from '../schema.ts';
import { isElement, type XmlNode } from '../xml/node.ts';

/** Converts a table in GPO's form: its heading lists columns, and each cell names its row. */
export function tableBlocks(node: XmlNode, convert: Converter): Block[] {
  const columns = Number.parseInt(node.attributes.COLS ?? '', 10) || 0;
  const blocks: Block[] = [];
  let rows: Row[] = [];
  const flush = () => {
    if (rows.length > 0) blocks.push({ type: 'table', rows });
    rows = [];
  };
  for (const child of node.children) {
    if (isElement(child) && child.name === 'BOXHD') rows.push(...headRows(child, convert));
    else if (isElement(child) && child.name === 'ROW') {
      const row = bodyRow(child, columns, convert);
      if (row.cells.length > 0) rows.push(row);
    } else {
      const others = convert.blocksOf([child], node);
      if (others.length > 0) flush();
      blocks.push(...others);
    }
  }
  flush();
  return blocks;
}

interface Head {
  cell: Cell;
  row: number;
}

/** A cell spans the columns of the cells below it. A cell with none below reaches down to the table's body. */
function headRows(node: XmlNode, convert: Converter): Row[] {
  const heads = node.children
    .filter(isElement)
    .filter(({ name }) => name === 'CHED')
    .map(
      (child): Head => ({
        cell: cellOf(child, true, 1, convert),
        row: Math.max(1, Number.parseInt(child.attributes.H ?? '1', 10) || 1),
      }),
    );
  const levels = [...new Set(heads.map(({ row }) => row))].sort((a, b) => a - b);
  for (const [i, head] of heads.entries()) {
    const next = heads.findIndex((other, j) => j > i && other.row <= head.row);
    const below = heads.slice(i + 1, next < 0 ? heads.length : next);
    const leaves = below.filter((other, j) => (below[j + 1]?.row ?? 0) <= other.row);
    head.cell.columns = Math.max(1, leaves.length);
    head.cell.rows = below.length > 0 ? 1 : levels.length - levels.indexOf(head.row);
  }
  return levels.map(level => ({
    isHead: true,
    cells: heads.filter(({ row }) => row === level).map(({ cell }) => cell),
  }));
}

function bodyRow(node: XmlNode, columns: number, convert: Converter): Row {
  const entries = node.children.filter(isElement).filter(({ name }) => name === 'ENT');
  const stub = Number.parseInt(node.attributes.EXPSTB ?? '', 10) || 0;
  const cells = entries.map((entry, i) => {
    // `L02` and `02` extend over two more columns; the first entry of a row may do so, too.
    const more = Number.parseInt(/\d+/.exec(entry.attributes.A ?? '')?.[0] ?? '', 10) || (i === 0 ? stub : 0);
    const left = columns > 0 ? columns - entries.length : more;
    return cellOf(entry, false, 1 + Math.max(0, Math.min(more, left)), convert);
  });
  return { isHead: false, cells };
}

const cellOf = (node: XmlNode, isHead: boolean, columns: number, convert: Converter): Cell => ({
  isHead,
  columns,
  rows: 1,
  blocks: convert.blocksOf(node.children, node),
});
