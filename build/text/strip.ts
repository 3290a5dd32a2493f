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

/** Destinations that a link's reader never sees as words: nothing, an address, a path, an anchor, a file. */
const ADDRESS = new RegExp(
  '^$|^(?:[a-z]{2,6}://|mailto:|tel:|[.]{0,2}/|[?]|#[a-z]|www[.])|' +
    '[.](?:com|edu|gif|gov|html?|jpe?g|json|md|mil|net|org|pdf|png|svg|txt|us|webp|xml)(?:[#?/].*)?$',
  'i',
);

/**
 * What strip-markdown is told, so that no word is lost.
 *
 * Kept for our own layout: lists (their numbers), tables, footnotes, code. Replaced: what it would delete, and
 * "links" of unescaped prose: `the Act[^158](HMDA)` and `[103(bb)](1)(B)` are links by the letter of CommonMark, and
 * their destinations are words.
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
 * Puts each block of code or HTML into a paragraph of its own before anything is stripped: strip-markdown joins
 * neighbouring literals, and would join two blocks into one word.
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
  // `[^12](…)`: the caret of a footnote mark is markup here too.
  const children =
    first?.type === 'text' ? [text(first.value.replace(/^\^(?=\S)/, '')), ...rest] : node.children;
  return ADDRESS.test(node.url) ? children : [text('['), ...children, text(`]${destination(node)}`)];
}

function image(node: Image): PhrasingContent {
  const alt = node.alt ?? '';
  return text(ADDRESS.test(node.url) ? alt || (node.title ?? '') : `![${alt}]${destination(node)}`);
}

function definition(node: Definition): Paragraph | null {
  if (ADDRESS.test(node.url)) return null;
  return paragraph(node, [text(`[${node.label ?? node.identifier}]: ${node.url}${title(node)}`)]);
}

/** A paragraph that stands where `node` stood: the layout of lists asks for the position. */
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
