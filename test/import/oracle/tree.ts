import { SaxesParser } from 'saxes';

/** An element of official XML; names are without prefix. */
export interface Element {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: (Element | string)[];
  parent: Element | null;
  /** Line of its beginning. */
  line: number;
}

/** Reads a file into a tree by the oracle's own walk, independent of the importer. @throws if the XML is broken */
export function parseXml(xml: string): Element {
  const parser = new SaxesParser({ xmlns: false });
  let root: Element | null = null;
  let inner: Element | null = null;
  parser.on('error', error => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element: Element = {
      ...{ name: name.slice(name.indexOf(':') + 1), attributes: attributes as Record<string, string> },
      ...{ children: [], parent: inner, line: parser.line },
    };
    inner?.children.push(element);
    root ??= element;
    inner = element;
  });
  parser.on('closetag', () => {
    inner = inner?.parent ?? null;
  });
  const take = (text: string): void => void inner?.children.push(text);
  parser.on('text', take);
  parser.on('cdata', take);
  parser.write(xml).close();
  if (!root) throw new Error('there is no element in it');
  return root;
}

export const isElement = (child: Element | string): child is Element => typeof child !== 'string';

export const elementsIn = ({ children }: Element): Element[] => children.filter(isElement);

/** The first child with one of these names. */
export const childOf = (element: Element, ...names: string[]): Element | undefined =>
  elementsIn(element).find(({ name }) => names.includes(name));

/** All elements below one, in the order of the file. @param isLeftOut elements left out, with their content */
export function* below(
  element: Element,
  isLeftOut: (element: Element) => boolean = () => false,
): Generator<Element> {
  for (const child of element.children) {
    if (!isElement(child) || isLeftOut(child)) continue;
    yield child;
    yield* below(child, isLeftOut);
  }
}

/** The ancestors, from the root down to the parent. */
export function ancestorsOf({ parent }: Element): Element[] {
  const found: Element[] = [];
  for (let element = parent; element; element = element.parent) found.unshift(element);
  return found;
}

/** The characters of an element; a line break within it is a blank. */
export const charactersOf = (
  element: Element,
  isLeftOut: (element: Element) => boolean = () => false,
): string =>
  element.children
    .map(child => {
      if (!isElement(child)) return child;
      if (/^(?:br|LI|PRTPAGE)$/.test(child.name)) return ` ${charactersOf(child, isLeftOut)} `;
      return isLeftOut(child) ? '' : charactersOf(child, isLeftOut);
    })
    .join('');

/** The same as one line, without soft hyphens. */
export const lineOf = (element: Element | undefined, isLeftOut?: (element: Element) => boolean): string =>
  element ? oneLine(charactersOf(element, isLeftOut)) : '';

export const oneLine = (text: string): string =>
  text
    .replace(/[\u00ad\ufeff]/g, '')
    .replace(/[ \t\r\n]+/g, ' ')
    .trim();
