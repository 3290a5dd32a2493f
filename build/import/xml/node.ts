/** An element of the small tree that one unit is read into. */
export interface XmlNode {
  /** As the file writes it, without a prefix: `td` for `x:td`. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: (XmlNode | string)[];
}

export const isElement = (child: XmlNode | string): child is XmlNode => typeof child !== 'string';

/** The first child element of a name. */
export function childOf(node: XmlNode, name: string): XmlNode | undefined {
  for (const child of node.children) if (isElement(child) && child.name === name) return child;
  return undefined;
}

/** All elements below one, it included, in the order of the file. */
export function* elementsOf(node: XmlNode): Generator<XmlNode> {
  yield node;
  for (const child of node.children) if (isElement(child)) yield* elementsOf(child);
}

/** The words of an element on one line. @param skip elements whose words are left out, such as footnotes */
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

/** Blanks and line breaks, which come from the layout of the file, become one blank; none is left at the ends. */
export const collapse = (text: string): string => text.replace(BLANKS, ' ').trim();

/** Those that are one blank stay: to replace each of them takes long. */
const BLANKS = / ?[\t\r\n][ \t\r\n]*| {2}[ \t\r\n]*/g;
