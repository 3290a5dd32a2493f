import type { Element, Root, Text } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { SKIP, visit } from 'unist-util-visit';
import { EXAMPLE_ORIGIN } from './languages.ts';

/** Where the guide is put. */
export interface Places {
  /** The guide's own address relative to the site's base: `docs`, or `docs/` on hosts of files. */
  guide: string;
  /** Of the site, without a slash at its end; null where it is not known at build time. */
  origin: string | null;
}

export interface Heading {
  /** 2 for chapters. */
  depth: number;
  id: string;
  text: string;
}

/**
 * Fits a rendered guide into its page: links to headings, addresses of the server; what may be wider than a phone can
 * be scrolled by keyboard (WCAG 2.2, 2.1.1).
 *
 * @returns its headings
 */
export function placed(tree: Root, places: Places): Heading[] {
  const headings: Heading[] = [];
  visit(tree, (node, index, parent) => {
    if (node.type === 'text' && parent && index !== undefined)
      return placeOrigin(node, places, index, parent as Element);
    if (node.type !== 'element') return;
    const { tagName, properties } = node;
    if (/^h[2-6]$/.test(tagName)) headings.push(placeHeading(node, places));
    else if (tagName === 'a') properties.href = placeLink(String(properties.href), places);
    else if (tagName === 'pre') properties.tabIndex = 0;
    else if (tagName === 'img') properties.loading = 'lazy';
    else if (tagName === 'table' && parent && index !== undefined)
      return placeTable(node, index, parent as Element);
  });
  return headings;
}

/** A link to itself, named by what it leads to. */
function placeHeading(node: Element, { guide }: Places): Heading {
  const heading = { depth: Number(node.tagName[1]), id: String(node.properties.id), text: textOf(node) };
  const properties = {
    href: `${guide}#${heading.id}`,
    className: ['anchor'],
    ariaLabel: `Link to “${heading.text}”`,
  };
  node.children.push({ type: 'element', tagName: 'a', properties, children: [{ type: 'text', value: '#' }] });
  return heading;
}

/** Links of the guide are written relative to the site's base, as they are where a server answers. */
export const placeLink = (href: string, { guide }: Pick<Places, 'guide'>): string =>
  href
    .replace(/^docs(?=#|$)/, guide)
    .replace(/^docs\/reference$/, guide.endsWith('/') ? 'docs/reference/' : '$&');

/** @returns where to go on: in the frame, which has its table then */
function placeTable(node: Element, index: number, parent: Element): number | undefined {
  if (parent.properties?.role === 'group') return undefined;
  const properties = { className: ['table'], tabIndex: 0, role: 'group', ariaLabel: 'Table' };
  parent.children[index] = { type: 'element', tagName: 'div', properties, children: [node] };
  return index;
}

/** A script puts the address of the server there, where it is not known now. */
function placeOrigin(
  node: Text,
  { origin }: Places,
  index: number,
  parent: Element,
): [typeof SKIP, number] | undefined {
  if (!node.value.includes(EXAMPLE_ORIGIN)) return undefined;
  const span = (): Element => ({
    type: 'element',
    tagName: 'span',
    properties: { className: ['origin'] },
    children: [{ type: 'text', value: EXAMPLE_ORIGIN }],
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
