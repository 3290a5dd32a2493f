import type { Block, Footnote } from '../convert/blocks.ts';
import { escapeStart } from './escape.ts';
import { inlineMarkdown } from './inline.ts';
import { tableMarkdown } from './table.ts';

/** The label of the acts that a section is based on. */
export const CREDIT = 'Source Credit';

/** Lines of an item are indented as far as its words, after the bullet. */
const BULLET = '- ';
const INDENT = '  ';

/** Writes the blocks, then the footnotes, separated by blank lines; ends with a newline. */
export function markdownOf(blocks: readonly Block[], footnotes: readonly Footnote[] = []): string {
  const parts = blocksMarkdown(blocks);
  for (const { label, blocks: own } of footnotes) {
    parts.push(
      `[^${label}]: ${blocksMarkdown(own)
        .join('\n\n')
        .replace(/\n(?=.)/g, '\n    ')}`,
    );
  }
  return parts.length === 0 ? '' : `${parts.join('\n\n')}\n`;
}

function blocksMarkdown(blocks: readonly Block[]): string[] {
  const parts: string[] = [];
  for (const block of blocks) {
    const markdown = blockMarkdown(block);
    if (markdown !== '') parts.push(markdown);
  }
  return parts;
}

function blockMarkdown(block: Block): string {
  switch (block.type) {
    case 'paragraph':
      return escapeStart(inlineMarkdown(block.words));
    case 'heading': {
      const words = inlineMarkdown(block.words);
      return words === ''
        ? ''
        : `${'#'.repeat(block.rank)} ${words.endsWith('#') ? `${words.slice(0, -1)}\\#` : words}`;
    }
    case 'credit':
      return `**${CREDIT}**: ${inlineMarkdown(block.words)}`;
    case 'level':
      return indented(blocksMarkdown(block.blocks), BULLET, INDENT);
    case 'quote':
      return quoted(blocksMarkdown(block.blocks));
    case 'table':
      return tableMarkdown(block.rows);
    case 'stars':
      return '\\* \\* \\*';
  }
}

function indented(parts: readonly string[], first: string, indent: string): string {
  if (parts.length === 0) return '';
  return first + parts.join('\n\n').replace(/\n(?=[^\n])/g, `\n${indent}`);
}

const quoted = (parts: readonly string[]): string =>
  parts.length === 0 ? '' : `> ${parts.join('\n\n').replace(/\n/g, '\n> ').replace(/> \n/g, '>\n')}`;
