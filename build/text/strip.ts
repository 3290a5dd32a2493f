import type {
  Definition,
  Heading,
  Html,
  Image,
  Link,
  Nodes,
  Paragraph,
  Parents,
  PhrasingContent,
  RootContent,
} from 'mdast';
import type { Options } from 'strip-markdown';
import { htmlText } from './html.ts';
import { isAddress, labelText } from './links.ts';

/**
 * Options of strip-markdown that keep every word.
 *
 * Kept for our own layout: lists (their numbers), tables, footnotes, code. Replaced: nodes that strip-markdown would delete,
 * and links and definitions that are none (see links.ts).
 */
export const stripOptions: Options = {
  keep: ['list', 'listItem', 'footnoteDefinition', 'table', 'tableCell', 'code'],
  remove: [
    ['heading', (node: Heading) => paragraph(node, node.children)],
    ['html', (node: Html) => text(htmlText(node.value))],
    ['link', link],
    ['image', image],
    ['definition', definition],
  ],
};

const FLOW: ReadonlySet<string> = new Set(['root', 'blockquote', 'list', 'listItem', 'footnoteDefinition']);

/**
 * Wraps each block of code or HTML in a paragraph before anything is stripped: strip-markdown joins neighbouring literals, and
 * would join two blocks into one word.
 */
export function wrapLiteralBlocks(parent: Parents): void {
  if (!FLOW.has(parent.type)) return;
  const children = parent.children as RootContent[];
  children.forEach((child, index) => {
    if (child.type === 'html' || child.type === 'code') {
      children[index] = paragraph(child, [child as PhrasingContent]);
    } else if ('children' in child) wrapLiteralBlocks(child);
  });
}

function link(node: Link): PhrasingContent[] {
  const [first, ...rest] = node.children;
  const children = first?.type === 'text' ? [text(labelText(first.value)), ...rest] : node.children;
  return isAddress(node.url) ? children : [text('['), ...children, text(`]${destination(node)}`)];
}

function image(node: Image): PhrasingContent {
  const alt = node.alt ?? '';
  return text(isAddress(node.url) ? alt || (node.title ?? '') : `![${labelText(alt)}]${destination(node)}`);
}

function definition(node: Definition): Paragraph | null {
  if (isAddress(node.url)) return null;
  return paragraph(node, [text(`[${node.label ?? node.identifier}]: ${node.url}${title(node)}`)]);
}

/** A paragraph at the position of `node`, which the layout of lists needs. */
function paragraph(node: Nodes, children: PhrasingContent[]): Paragraph {
  return { type: 'paragraph', children, position: node.position };
}

function text(value: string): PhrasingContent {
  return { type: 'text', value };
}

function destination(node: Link | Image): string {
  return `(${node.url}${title(node)})`;
}

function title(node: { title?: string | null | undefined }): string {
  return node.title ? ` "${node.title}"` : '';
}
