import { isElement, lineOf, type XmlNode } from '../xml/node.ts';
import { APART, AT_END, sgmlOf } from './names.ts';

/** What GPO's USLM does not say by its names is told to the table as elements and attributes of our own. No word is moved. */

type Child = XmlNode | string;

/** @param children of a unit, or what a container has of its own; changed in place */
export function prepare(children: Child[]): void {
  joinNumbers(children);
  settleFootnotes(children);
}

/** Levels above a unit, whose number is a part of their heading: `PART 404—`. */
const HEADED = new Set('title subtitle chapter subchapter part subpart level appendix content'.split(' '));

function joinNumbers(children: Child[], isHeaded = true): void {
  if (isHeaded) joinNumber(children);
  for (const child of children) if (isElement(child)) joinNumbers(child.children, HEADED.has(child.name));
}

const isText = (child: Child): boolean =>
  isElement(child) ? !child.name.startsWith('?') : child.trim() !== '';

function joinNumber(children: Child[]): void {
  const [first, second] = children.filter(isText);
  if (first === undefined || second === undefined || !isElement(first) || !isElement(second)) return;
  if (first.name !== 'num' || second.name !== 'heading') return;
  second.children.unshift(...numberBefore(first));
  children.splice(children.indexOf(first), 1);
}

const ENDS_WITH_DASH = /[\u2010-\u2015-]$/;

/** The words of a number as they stand before a heading. */
function numberBefore({ children }: XmlNode): Child[] {
  const last = children.at(-1);
  if (last === undefined || isElement(last)) return [...children, ' '];
  const text = last.trimEnd();
  return [...children.slice(0, -1), ENDS_WITH_DASH.test(text) ? text : `${text} `];
}

const isRaised = (node: XmlNode): boolean =>
  (node.name === 'ref' && sgmlOf(node) === 'SU') || node.name === 'sup';
const isFootnote = (node: XmlNode): boolean => node.name === 'footnote' && sgmlOf(node) !== 'TNOTE';

/** Footnotes have their number as their first child; raised numbers that call none are what they are. */
function settleFootnotes(children: Child[]): void {
  const ids = new Set<string>();
  const collect = (nodes: readonly Child[]): void => {
    for (const node of nodes.filter(isElement)) {
      if (isFootnote(node)) {
        const attributes = node.attributes as Record<string, string>;
        attributes.id ??= `@${ids.size}`;
        ids.add(attributes.id);
        numberFirst(node);
      }
      collect(node.children);
    }
  };
  collect(children);
  raise(children, ids);
}

function numberFirst(footnote: XmlNode): void {
  const number = takeMark(footnote);
  if (number) footnote.children.unshift({ name: 'num', attributes: {}, children: number.children });
}

/** Takes away the raised number that an element begins with. */
function takeMark(node: XmlNode): XmlNode | null {
  const at = node.children.findIndex(isText);
  const first = node.children[at];
  if (first === undefined || !isElement(first)) return null;
  if (!isRaised(first)) return takeMark(first);
  node.children.splice(at, 1);
  return first;
}

function raise(children: Child[], ids: ReadonlySet<string>): void {
  for (const [i, child] of children.entries()) {
    if (!isElement(child)) continue;
    const { id, idref = '' } = child.attributes;
    const isCall = id !== undefined && ids.has(idref);
    if (child.name === 'ref' && isRaised(child) && !isCall) {
      const raised: XmlNode = { name: 'sup', attributes: {}, children: child.children };
      children[i] = { name: APART, attributes: {}, children: [raised] };
    } else raise(child.children, ids);
  }
}

const NOTES = new Set(['NOTE', 'EDNOTE', 'EFFDNOT']);

/** A note before more of the text stays a part of the text. */
export function markNotes(children: Child[]): void {
  for (const child of children.toReversed()) {
    if (!isText(child)) continue;
    if (!isElement(child) || !NOTES.has(sgmlOf(child))) return;
    (child.attributes as Record<string, string>)[AT_END] = 'true';
  }
}

/** The words of an element without footnotes and their numbers. */
export const wordsOf = (node: XmlNode | undefined): string =>
  node
    ? lineOf(
        node,
        inner => inner.name === 'footnote' || (inner.name === 'ref' && sgmlOf(inner) === 'SU'),
      ).replace(/\u00ad/g, '')
    : '';
