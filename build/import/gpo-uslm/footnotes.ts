import { isElement, lineOf, type XmlNode } from '../xml/node.ts';
import { APART, isText, sgmlOf } from './names.ts';

type Child = XmlNode | string;

const isFootnote = (node: XmlNode): boolean => node.name === 'footnote' && sgmlOf(node) !== 'TNOTE';
const isReference = (node: XmlNode): boolean => node.name === 'ref' && sgmlOf(node) === 'SU';

/** A raised number that begins no footnote. */
interface Raised {
  siblings: Child[];
  node: XmlNode;
  number: string;
}

interface Footnote {
  id: string;
  number: string;
  /** The count of raised numbers before it. */
  behind: number;
}

/**
 * Makes each footnote's number its first child, and links calls. A raised number calls a footnote of its own unit. It stays a
 * raised number if it refers to nothing, or belongs to the notes of a table, which stay below the table.
 * @param children of a unit; changed in place
 */
export function settleFootnotes(children: Child[]): void {
  const raised: Raised[] = [];
  const footnotes: Footnote[] = [];
  collect(children, raised, footnotes);
  const ids = new Set(footnotes.map(({ id }) => id));
  const called = new Set<string>();
  for (const { siblings, node } of raised.filter(one => isReference(one.node))) {
    const { id, idref = '' } = node.attributes;
    if (id !== undefined && ids.has(idref)) called.add(idref);
    else become(siblings, node, apart(node));
  }
  for (const footnote of footnotes.filter(({ id }) => !called.has(id))) callByNumber(footnote, raised);
}

function collect(children: Child[], raised: Raised[], footnotes: Footnote[]): void {
  for (const node of [...children]) {
    if (!isElement(node)) continue;
    if (isFootnote(node)) {
      const attributes = node.attributes as Record<string, string>;
      attributes.id ??= `@${footnotes.length}`;
      const number = numberFirst(node);
      footnotes.push({ id: attributes.id, number, behind: raised.length });
      // References from within a footnote to another one.
      collect(node.children, raised, []);
    } else if (isReference(node) || (node.name === 'sup' && sgmlOf(node) === 'SU')) {
      raised.push({ siblings: children, node, number: lineOf(node) });
    } else collect(node.children, raised, footnotes);
  }
}

/** @returns the number */
function numberFirst(footnote: XmlNode): string {
  const mark = takeMark(footnote);
  if (!mark) return '';
  footnote.children.unshift({ name: 'num', attributes: {}, children: mark.children });
  return lineOf(mark);
}

/** Removes the raised number at the front of an element. */
function takeMark(node: XmlNode): XmlNode | null {
  const at = node.children.findIndex(isText);
  const first = node.children[at];
  if (first === undefined || !isElement(first)) return null;
  if (!isReference(first) && first.name !== 'sup') return takeMark(first);
  node.children.splice(at, 1);
  return first;
}

/** Links a footnote without references to a raised number equal to its own: the last before it, else the first after it. */
function callByNumber({ id, number, behind }: Footnote, raised: readonly Raised[]): void {
  const isCall = (one: Raised) =>
    one.node.name === 'sup' && one.number === number && one.siblings.includes(one.node) && isApart(one);
  const found = raised.slice(0, behind).findLast(isCall) ?? raised.slice(behind).find(isCall);
  if (!found) return;
  const attributes = { style: '-uslm-sgm:SU', id: `@${id}`, idref: id };
  become(found.siblings, found.node, { name: 'ref', attributes, children: found.node.children });
}

/** Whether there is no letter or digit at its sides. */
function isApart({ siblings, node }: Raised): boolean {
  const at = siblings.indexOf(node);
  const wordsAt = (i: number) => {
    const sibling = siblings[i] ?? ' ';
    return isElement(sibling) ? lineOf(sibling) : sibling;
  };
  return !/[\p{L}\p{N}]$/u.test(wordsAt(at - 1)) && !/^[\p{L}\p{N}]/u.test(wordsAt(at + 1));
}

const apart = ({ children }: XmlNode): XmlNode => ({
  name: APART,
  attributes: {},
  children: [{ name: 'sup', attributes: {}, children }],
});

const become = (siblings: Child[], node: XmlNode, other: XmlNode): void => {
  siblings[siblings.indexOf(node)] = other;
};
