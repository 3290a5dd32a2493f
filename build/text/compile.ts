import type { List, ListItem, Nodes, Paragraph, Root, RootContent, Table } from 'mdast';
import { joinBlocks, joinLines, markedText, paragraphText, rowText, stackTexts } from './layout.ts';

const ORDERED_MARKER = /\d{1,9}[.)]/y;

/**
 * Writes a stripped tree as text.
 * @param root the tree that strip-markdown left
 * @param source the Markdown of the tree, for the written numbers of lists, which the tree lacks
 * @returns blocks separated by one blank line, without a newline at the end
 */
export function compile(root: Root, source: string): string {
  return blocks(root.children, source);
}

function blocks(nodes: readonly RootContent[], source: string): string {
  return joinBlocks(nodes.map(node => block(node, source)));
}

function block(node: RootContent, source: string): string {
  switch (node.type) {
    case 'paragraph':
      return paragraph(node);
    case 'list':
      return stack(node, source);
    case 'listItem':
      return markedText(orderedMarker(node, source), stack(node, source));
    case 'footnoteDefinition':
      return markedText(`[${node.label ?? node.identifier}]`, blocks(node.children, source));
    case 'table':
      return table(node);
    default:
      throw new Error(`Plain text has no rule for "${node.type}"`);
  }
}

function paragraph(node: Paragraph): string {
  const first = node.children[0] as RootContent | undefined;
  // Lines of code stay as written; see wrapLiteralBlocks.
  return first?.type === 'code' ? first.value.trim() : paragraphText(words(node));
}

function table(node: Table): string {
  return joinLines(node.children.map(row => rowText(row.children.map(cell => paragraphText(words(cell))))));
}

function words(node: { children: readonly Nodes[] }): string {
  return node.children.map(child => ('value' in child ? child.value : '')).join('');
}

function stack(parent: List | ListItem, source: string): string {
  return stackTexts(
    parent.children.map(child => ({ text: block(child, source), apart: followsBlankLine(child, source) })),
  );
}

function orderedMarker(item: ListItem, source: string): string {
  ORDERED_MARKER.lastIndex = item.position?.start.offset ?? 0;
  return ORDERED_MARKER.exec(source)?.[0] ?? '';
}

/** A line with only blockquote markers is blank, too. */
function followsBlankLine(node: Nodes, source: string): boolean {
  const lineEnd = source.lastIndexOf('\n', (node.position?.start.offset ?? 0) - 1);
  const lineStart = source.lastIndexOf('\n', lineEnd - 1) + 1;
  return lineEnd >= 0 && /^[\s>]*$/.test(source.slice(lineStart, lineEnd));
}
