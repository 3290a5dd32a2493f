import { hyphened, type Pages, pagesOf as pagesFrom } from '../fr/fields.ts';
import { elementsOf, isElement, type XmlNode } from '../xml/node.ts';
import { sgmlOf } from './names.ts';
import { wordsOf } from './prepare-tree.ts';

/** Pages of documents by number, from the table of contents; null for an entry of several documents. */
export function pagesIn(contents: XmlNode): Map<string, Pages | null> {
  const entries: { pages: Pages | null; numbers: string[] }[] = [];
  for (const node of elementsOf(contents)) {
    if (node.name !== 'target') continue;
    const text = wordsOf(node);
    if (sgmlOf(node) === 'PGS') entries.push({ pages: pagesFrom(text), numbers: [] });
    else if (sgmlOf(node) === 'FRDOCBP') entries.at(-1)?.numbers.push(hyphened(text));
  }
  const found = new Map<string, Pages | null>();
  for (const { pages, numbers } of entries) {
    for (const number of numbers) {
      const isOnly = numbers.length === 1 && (!found.has(number) || isSame(found.get(number)!, pages));
      found.set(number, isOnly ? pages : null);
    }
  }
  return found;
}

const isSame = (one: Pages | null, other: Pages | null): boolean =>
  one?.start === other?.start && one?.end === other?.end;

interface Turned {
  /** The page marked before the first word. */
  first: number | null;
  /** Pages that begin later. */
  later: Set<number>;
  /** The last page with words. */
  last: number;
}

/**
 * The pages of a document. Marks in the text show where pages begin. The metadata name the page of the document's beginning,
 * though some name a later one.
 * @param starts starting pages in the metadata @param listed in the table of contents
 */
export function pagesOf(document: XmlNode, starts: readonly string[], listed: Pages | null): Pages | null {
  const { first, later, last } = turnedIn(document);
  const [own] = starts.filter(text => /^\d{1,6}$/.test(text)).map(Number);
  const start = first ?? (own !== undefined && !later.has(own) ? own : listed?.start);
  if (start === undefined) return null;
  const isListed = listed !== null && listed.start <= start && start <= listed.end;
  return { start, end: Math.max(start, last, isListed ? listed.end : 0) };
}

function turnedIn(document: XmlNode): Turned {
  const found: Turned = { first: null, later: new Set(), last: 0 };
  let page = 0;
  let hasWords = false;
  const read = (node: XmlNode): void => {
    for (const child of node.children) {
      if (!isElement(child)) {
        if (child.trim() === '') continue;
        hasWords = true;
        found.last = Math.max(found.last, page);
      } else if (child.name === '?page') {
        page = Number(/^\d{1,6}$/.exec(child.attributes.num ?? '')?.[0] ?? page);
        if (hasWords) found.later.add(page);
        else found.first = page || null;
      } else if (child.name !== 'meta') read(child);
    }
  };
  read(document);
  return found;
}
