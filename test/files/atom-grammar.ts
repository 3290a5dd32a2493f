import { DOMParser, type Document, type Element } from '@xmldom/xmldom';
import * as assert from 'uvu/assert';

/** RFC 4287, as far as our feeds go: stricter than its grammar, which lets more be left out. */

const NAMESPACE = 'http://www.w3.org/2005/Atom';

/** How often an element may be in another. */
type Counts = Readonly<Record<string, readonly [least: number, most: number]>>;

const FEED: Counts = {
  id: [1, 1],
  title: [1, 1],
  updated: [1, 1],
  author: [1, 1],
  link: [2, 2],
  entry: [0, Number.POSITIVE_INFINITY],
};
const ENTRY: Counts = {
  ...{ id: [1, 1], title: [1, 1], updated: [1, 1], published: [1, 1] },
  ...{ link: [1, 1], category: [0, 1], summary: [0, 1] },
};

const TEXTS: Readonly<Record<string, RegExp>> = {
  id: /^urn:[a-z]+:\S+$/,
  title: /\S/,
  summary: /\S/,
  name: /\S/,
  // Section 3.3: with a time zone.
  updated: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/,
  published: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/,
};

const childrenOf = (element: Element): Element[] =>
  Array.from(element.childNodes).filter(node => node.nodeType === 1) as Element[];

function assertElement(element: Element, name: string): void {
  assert.is(element.namespaceURI, NAMESPACE);
  assert.is(element.localName, name);
  const pattern = TEXTS[name];
  if (!pattern) return;
  assert.equal(childrenOf(element), [], `${name} holds text`);
  assert.match(element.textContent ?? '', pattern);
}

function assertChildren(element: Element, counts: Counts): Element[] {
  const children = childrenOf(element);
  for (const child of children) {
    assert.ok(child.localName && child.localName in counts, `<${child.nodeName}> in <${element.nodeName}>`);
    assertElement(child, child.localName ?? '');
  }
  for (const [name, [least, most]] of Object.entries(counts)) {
    const count = children.filter(({ localName }) => localName === name).length;
    assert.ok(count >= least && count <= most, `${count} <${name}> in <${element.nodeName}>`);
  }
  return children;
}

function assertLinks(links: readonly Element[], relations: readonly string[]): void {
  assert.equal(
    links.map(link => link.getAttribute('rel')),
    relations,
  );
  for (const link of links) assert.match(link.getAttribute('href') ?? '', /^(?:https?:\/\/|\/)[^\s<>"]+$/);
}

/** @throws where it is no feed */
export function assertFeed(xml: string): Document {
  const document = new DOMParser({
    onError: (_level, message) => {
      // That is how what XML cannot hold is written.
      if (!message.startsWith('Unicode replacement character')) throw new Error(message);
    },
  }).parseFromString(xml, 'application/xml');
  const feed = document.documentElement as Element;
  assertElement(feed, 'feed');
  const named = (elements: readonly Element[], name: string) =>
    elements.filter(({ localName }) => localName === name);
  const children = assertChildren(feed, FEED);
  assertLinks(named(children, 'link'), ['self', 'alternate']);
  for (const author of named(children, 'author')) assertChildren(author, { name: [1, 1] });
  const entries = named(children, 'entry').map(entry => assertChildren(entry, ENTRY));
  for (const entry of entries) {
    assertLinks(named(entry, 'link'), ['alternate']);
    for (const category of named(entry, 'category')) assert.ok(category.getAttribute('term'));
  }
  const ids = [...named(children, 'id'), ...entries.flatMap(entry => named(entry, 'id'))];
  assert.is(new Set(ids.map(({ textContent }) => textContent)).size, ids.length, 'no two are one');
  return document;
}
