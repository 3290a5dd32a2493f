import { isElement, lineOf, type XmlNode } from '../xml/node.ts';
import { settleFootnotes } from './footnotes.ts';
import { AT_END, isText, sgmlOf } from './names.ts';

/** Adds elements and attributes of our own for facts that GPO's USLM does not express by names. No words move. */

type Child = XmlNode | string;

/** @param children of a unit, or a container's own content; changed in place */
export function prepare(children: Child[]): void {
  joinNumbers(children);
  settleFootnotes(children);
}

/** Levels above a unit, with the number as part of their heading: `PART 404—`. */
const HEADED = new Set('title subtitle chapter subchapter part subpart level appendix content'.split(' '));

function joinNumbers(children: Child[], isHeaded = true): void {
  if (isHeaded) joinNumber(children);
  for (const child of children) if (isElement(child)) joinNumbers(child.children, HEADED.has(child.name));
}

function joinNumber(children: Child[]): void {
  const [first, second] = children.filter(isText);
  if (first === undefined || second === undefined || !isElement(first) || !isElement(second)) return;
  if (first.name !== 'num' || second.name !== 'heading') return;
  second.children.unshift(...numberBefore(first));
  children.splice(children.indexOf(first), 1);
}

const ENDS_WITH_DASH = /[\u2010-\u2015-]$/;

/** The words of a number before a heading. */
function numberBefore({ children }: XmlNode): Child[] {
  const last = children.at(-1);
  if (last === undefined || isElement(last)) return [...children, ' '];
  const text = last.trimEnd();
  return [...children.slice(0, -1), ENDS_WITH_DASH.test(text) ? text : `${text} `];
}

const NOTES = new Set(['NOTE', 'EDNOTE', 'EFFDNOT']);

/** A note before more of the text remains text. */
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
