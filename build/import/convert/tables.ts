import type { Converter } from '../schema.ts';
import { isElement, type XmlNode } from '../xml/node.ts';
import type { Block, Cell, Row } from './blocks.ts';
import type { RuleAt } from './footnotes.ts';

/** Converts a table of rows and cells. Other content, such as its caption, goes before or after it; its foot goes after it. */
export function tableBlocks(table: XmlNode, ruleAt: RuleAt, convert: Converter): Block[] {
  const blocks: Block[] = [];
  const foot: Block[] = [];
  let rows: Row[] = [];
  const flush = () => {
    if (rows.length > 0) blocks.push({ type: 'table', rows });
    rows = [];
  };
  const take = (node: XmlNode, isHead: boolean): void => {
    for (const child of node.children) {
      const rule = isElement(child) ? ruleAt(child, node) : undefined;
      if (rule?.as === 'rows' && rule.isFoot) foot.push(...wordsBelow(child as XmlNode, ruleAt, convert));
      else if (rule?.as === 'rows') take(child as XmlNode, rule.head);
      else if (rule?.as === 'row')
        rows.push({ isHead, cells: cellsOf(child as XmlNode, isHead, ruleAt, convert) });
      else {
        const others = convert.blocksOf([child], node);
        if (others.length > 0) flush();
        blocks.push(...others);
      }
    }
  };
  take(table, false);
  flush();
  return [...blocks, ...foot];
}

/** The words of the cells of a table's foot, one cell below the other. */
const wordsBelow = (rows: XmlNode, ruleAt: RuleAt, convert: Converter): Block[] =>
  rows.children
    .filter(isElement)
    .flatMap(row => cellsOf(row, false, ruleAt, convert).flatMap(({ blocks }) => blocks));

const cellsOf = (row: XmlNode, isHead: boolean, ruleAt: RuleAt, convert: Converter): Cell[] =>
  row.children.filter(isElement).flatMap((child): Cell[] => {
    const rule = ruleAt(child, row);
    if (rule?.as !== 'cell') return [];
    const span = (name: string) => Math.max(1, Number.parseInt(child.attributes[name] ?? '1', 10) || 1);
    return [
      {
        isHead: rule.head ?? isHead,
        columns: span('colspan'),
        rows: span('rowspan'),
        blocks: convert.blocksOf(child.children, child),
      },
    ];
  });
