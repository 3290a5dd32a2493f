import type { Element, Root, Text } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { SKIP, visit } from 'unist-util-visit';
import { EXAMPLE_ORIGIN, UNKNOWN_ORIGIN } from './languages.ts';
import { GUIDE } from './page-addresses.ts';

export interface Heading {
  /** 2 for chapters. */
  depth: number;
  id: string;
  text: string;
}

/**
 * Fits a rendered guide into its page: adds links to its headings, fills in the server's address, and makes wide content
 * scrollable by keyboard (WCAG 2.2, 2.1.1).
 * @param origin of the site, without a slash at its end; null where it is not known at build time
 * @returns its headings
 */
export function fitIntoPage(tree: Root, origin: string | null): Heading[] {
  const headings: Heading[] = [];
  visit(tree, (node, index, parent) => {
    if (node.type === 'text' && parent && index !== undefined)
      return fillOrigin(node, origin, index, parent as Element);
    if (node.type !== 'element') return;
    const { tagName, properties } = node;
    if (/^h[2-6]$/.test(tagName)) headings.push(linkHeading(node));
    else if (tagName === 'pre') properties.tabIndex = 0;
    else if (tagName === 'img') properties.loading = 'lazy';
    else if (tagName === 'table' && parent && index !== undefined)
      return frameTable(node, index, parent as Element);
  });
  return headings;
}

/** Adds a link to the heading itself, with an accessible name. */
function linkHeading(node: Element): Heading {
  const heading = { depth: Number(node.tagName[1]), id: String(node.properties.id), text: textOf(node) };
  const properties = {
    href: `${GUIDE}#${heading.id}`,
    className: ['anchor'],
    ariaLabel: `Link to “${heading.text}”`,
  };
  node.children.push({ type: 'element', tagName: 'a', properties, children: [{ type: 'text', value: '#' }] });
  return heading;
}

/** @returns the index to go on at: the new frame, which then holds its table */
function frameTable(node: Element, index: number, parent: Element): number | undefined {
  if (parent.properties?.role === 'group') return undefined;
  const properties = { className: ['table'], tabIndex: 0, role: 'group', ariaLabel: 'Table' };
  parent.children[index] = { type: 'element', tagName: 'div', properties, children: [node] };
  return index;
}

/** Fills in the origin. Where it is not known yet, marks its places for a script. */
function fillOrigin(
  node: Text,
  origin: string | null,
  index: number,
  parent: Element,
): [typeof SKIP, number] | undefined {
  if (!node.value.includes(EXAMPLE_ORIGIN)) return undefined;
  const span = (): Element => ({
    type: 'element',
    tagName: 'span',
    properties: { className: ['origin'] },
    children: [{ type: 'text', value: UNKNOWN_ORIGIN }],
  });
  if (origin !== null) {
    node.value = node.value.replaceAll(EXAMPLE_ORIGIN, origin);
    return undefined;
  }
  const parts = node.value.split(EXAMPLE_ORIGIN);
  const nodes = parts.flatMap((value, i): (Text | Element)[] => [
    ...(i > 0 ? [span()] : []),
    ...(value === '' ? [] : [{ type: 'text', value } satisfies Text]),
  ]);
  parent.children.splice(index, 1, ...nodes);
  return [SKIP, index + nodes.length];
}
