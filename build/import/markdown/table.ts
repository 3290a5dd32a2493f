import type { Block, Cell, Inline, Row } from '../convert/blocks.ts';
import { written } from './characters.ts';
import { escapeAttribute, escapeHtml } from './escape.ts';
import { inlineMarkdown, TAGS } from './inline.ts';

/** Writes a table as Markdown if possible, else as HTML. */
export const tableMarkdown = (rows: readonly Row[]): string => pipeTable(rows) ?? htmlTable(rows);

/** Needs one header row, no spans, equally many cells in each row, and cells without blocks. */
function pipeTable(rows: readonly Row[]): string | null {
  const [header, ...body] = rows;
  if (!header?.isHead || body.length === 0 || body.some(row => row.isHead)) return null;
  const width = header.cells.length;
  const isSimple = (row: Row) =>
    row.cells.length === width && row.cells.every(cell => cell.isHead === row.isHead && isInline(cell));
  if (width < 2 || !rows.every(isSimple)) return null;
  const lines = rows.map(row => row.cells.map(cellMarkdown));
  // Escaped pipes, and other characters that need care within a row, are left to HTML.
  if (lines.some(cells => cells.some(cell => /[|\\`]/.test(cell)))) return null;
  const [head, ...others] = lines.map(cells => `| ${cells.join(' | ')} |`);
  return [head, `|${' --- |'.repeat(width)}`, ...others].join('\n');
}

const isInline = ({ columns, rows, blocks }: Cell): boolean =>
  columns === 1 &&
  rows === 1 &&
  (blocks.length === 0 || (blocks.length === 1 && blocks[0]!.type === 'paragraph'));

function cellMarkdown({ blocks: [block] }: Cell): string {
  return block?.type === 'paragraph' ? inlineMarkdown(block.words) : '';
}

function htmlTable(rows: readonly Row[]): string {
  const lines = ['<table>'];
  let part = '';
  for (const row of rows) {
    const wanted = row.isHead ? 'thead' : 'tbody';
    if (wanted !== part) lines.push(...(part ? [`</${part}>`] : []), `<${wanted}>`);
    part = wanted;
    lines.push(`<tr>${row.cells.map(cellHtml).join('')}</tr>`);
  }
  return [...lines, ...(part ? [`</${part}>`] : []), '</table>'].join('\n');
}

function cellHtml({ isHead, columns, rows, blocks }: Cell): string {
  const name = isHead ? 'th' : 'td';
  const spans = `${columns > 1 ? ` colspan="${columns}"` : ''}${rows > 1 ? ` rowspan="${rows}"` : ''}`;
  return `<${name}${spans}>${blocks.map(blockHtml).join('<br>')}</${name}>`;
}

function blockHtml(block: Block): string {
  if ('words' in block) return inlineHtml(block.words);
  if (block.type === 'table')
    return block.rows
      .flatMap(row => row.cells.map(cell => cell.blocks.map(blockHtml).join('<br>')))
      .join('<br>');
  return block.type === 'stars' ? '* * *' : block.blocks.map(blockHtml).join('<br>');
}

function inlineHtml(words: readonly Inline[]): string {
  return words
    .map(word => {
      if ('call' in word) return `[^${word.call}]`;
      if ('break' in word) return '<br>';
      if ('image' in word)
        return `<img src="${escapeAttribute(word.address)}" alt="${escapeAttribute(word.image)}">`;
      const text = escapeHtml(written(word.text).replace(/[ \t\r\n]+/g, ' '));
      const marked = word.marks.reduceRight((inner, mark) => `<${TAGS[mark]}>${inner}</${TAGS[mark]}>`, text);
      return word.href === null ? marked : `<a href="${escapeAttribute(word.href)}">${marked}</a>`;
    })
    .join('')
    .trim();
}
