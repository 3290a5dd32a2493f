/** An element of the small tree of one unit. */
export interface XmlNode {
  /** The local name: `td` for `x:td`. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: (XmlNode | string)[];
}

export const isElement = (child: XmlNode | string): child is XmlNode => typeof child !== 'string';

/** Finds the first child element of a name. */
export function childOf(node: XmlNode, name: string): XmlNode | undefined {
  for (const child of node.children) if (isElement(child) && child.name === name) return child;
  return undefined;
}

/** Yields an element and all elements below it, in the order of the file. */
export function* elementsOf(node: XmlNode): Generator<XmlNode> {
  yield node;
  for (const child of node.children) if (isElement(child)) yield* elementsOf(child);
}

/** The words of an element on one line. @param skip elements without their words, such as footnotes */
export function lineOf(node: XmlNode, skip: (node: XmlNode) => boolean = () => false): string {
  return collapse(textOf(node, skip));
}

function textOf(node: XmlNode, skip: (node: XmlNode) => boolean): string {
  let text = '';
  for (const child of node.children) {
    if (typeof child === 'string') text += child;
    else if (!skip(child)) text += child.name === 'br' ? ' ' : textOf(child, skip);
  }
  return text;
}

/** Makes one blank of blanks and line breaks, which come from the layout of the file; none remains at the ends. */
export const collapse = (text: string): string => text.replace(BLANKS, ' ').trim();

/** Single spaces are excluded: replacing each of them takes long. */
const BLANKS = / ?[\t\r\n][ \t\r\n]*| {2}[ \t\r\n]*/g;
