import { isElement, lineOf, type XmlNode } from '../xml/node.ts';

/**
 * Adds attributes and elements of our own where the eCFR's elements depend on their position: which footnote is called, which
 * notes end a unit, which rows head a table. No words move, except those of a footnote without a call.
 */

/** Marks a note that only notes follow. */
export const AT_END = '@end';
/** Links the call of a footnote and the footnote. */
export const FOOTNOTE_ID = '@id';

type Child = XmlNode | string;

/** @param children of a unit, or a container's own content; changed in place */
export function prepare(children: Child[]): void {
  openHeads(children);
  joinFootnotes(children);
  markNotes(children);
  for (const child of children) if (isElement(child)) shape(child);
  wrapImages(children);
}

const isNamed = (child: Child | undefined, names: ReadonlySet<string>): child is XmlNode =>
  child !== undefined && isElement(child) && names.has(child.name);

const isBlank = (child: Child): boolean => !isElement(child) && child.trim() === '';

/** Blocks within the heading of a division. */
const IN_HEADS = new Set([
  'HED1',
  'SOURCE',
  'AUTH',
  'FTNT',
  'EDNOTE',
  'NOTE',
  'EFFDNOT',
  'P',
  'XREF',
  'TEXT',
]);

/** Returns a heading without blocks and calls of footnotes. */
export function headOf(head: XmlNode): XmlNode {
  const children = head.children.filter(
    (child, i, all) => !isNamed(child, IN_HEADS) && !isNamed(child, CALLS) && !isCallNumber(all, i),
  );
  return { ...head, children };
}

/** Moves blocks in a heading, and the content after them, behind the heading. */
function openHeads(children: Child[]): void {
  for (let i = 0; i < children.length; i++) {
    const head = children[i]!;
    if (!isElement(head) || head.name !== 'HEAD') continue;
    const at = head.children.findIndex(child => isNamed(child, IN_HEADS));
    if (at < 0) continue;
    const behind = head.children.splice(at).filter(child => !isBlank(child));
    children.splice(i + 1, 0, ...behind);
  }
}

const CALLS = new Set(['FTREF']);
const NUMBERS = new Set(['SU', 'SUP', 'sup']);

/** Whether a call of a footnote follows this number. */
function isCallNumber(children: readonly Child[], i: number): boolean {
  if (!isNamed(children[i], NUMBERS)) return false;
  let next = i + 1;
  while (next < children.length && isBlank(children[next]!)) next++;
  return isNamed(children[next], CALLS);
}

interface Footnotes {
  calls: { number: string; node: XmlNode }[];
  notes: { number: string; node: XmlNode; siblings: Child[] }[];
}

/** Links calls and footnotes of one number in their order. Several calls may share one footnote. */
function joinFootnotes(children: Child[]): void {
  const found: Footnotes = { calls: [], notes: [] };
  collect(children, found);
  const { calls, notes } = found;
  const called = new Set<number>();
  const seen = new Map<string, number>();
  for (const { number, node } of calls) {
    const own = notes.flatMap((note, i) => (note.number === number ? [i] : []));
    const nth = Math.min(seen.get(number) ?? 0, own.length - 1);
    seen.set(number, nth + 1);
    const note = own[nth];
    if (note === undefined) unmark(node);
    else {
      called.add(note);
      (node.attributes as Record<string, string>)[FOOTNOTE_ID] = String(note);
    }
  }
  for (const [i, { number, node, siblings }] of notes.entries()) {
    if (called.has(i)) become(siblings, node, noteOf(node, number, String(i)));
    else {
      siblings.splice(siblings.indexOf(node), 1);
      children.push({ name: 'DIV', attributes: {}, children: node.children });
    }
  }
}

function collect(children: Child[], found: Footnotes): void {
  for (let i = 0; i < children.length; i++) {
    const child = children[i]!;
    if (!isElement(child)) continue;
    if (child.name === 'FTNT') {
      found.notes.push({ number: numberOf(child), node: child, siblings: children });
    } else if (isCallNumber(children, i)) {
      const at = children.findIndex((other, j) => j > i && isNamed(other, CALLS));
      const number = lineOf(child);
      const call: XmlNode = { name: 'FTREF', attributes: {}, children: [number] };
      children.splice(i, at - i + 1, call);
      found.calls.push({ number, node: call });
    } else if (child.name === 'FTREF') children.splice(i--, 1);
    else collect(child.children, found);
  }
}

/** The number is raised, at the front of a footnote's first paragraph. */
function numberOf(note: XmlNode): string {
  const number = numberNode(note);
  return number ? lineOf(number.children[number.at] as XmlNode) : '';
}

function numberNode(node: XmlNode): { children: Child[]; at: number } | null {
  const at = node.children.findIndex(child => !isBlank(child));
  const first = node.children[at];
  if (first === undefined || !isElement(first)) return null;
  return NUMBERS.has(first.name) ? { children: node.children, at } : numberNode(first);
}

function noteOf(note: XmlNode, number: string, id: string): XmlNode {
  const found = numberNode(note);
  found?.children.splice(found.at, 1);
  const own: XmlNode = { name: 'FTNTNO', attributes: {}, children: [number] };
  return {
    name: 'FTNT',
    attributes: { [FOOTNOTE_ID]: id },
    children: number === '' ? note.children : [own, ...note.children],
  };
}

const become = (siblings: Child[], node: XmlNode, other: XmlNode): void => {
  siblings[siblings.indexOf(node)] = other;
};

/** Turns a call without a footnote back into its raised number. */
function unmark(call: XmlNode): void {
  (call as { name: string }).name = 'SU';
}

const NOTES = new Set(['NOTE', 'EDNOTE', 'EFFDNOT']);
const AT_ENDS = new Set([...NOTES, 'FTNT']);

/** A note before the credit, or before more of the text, remains text. */
export function markNotes(children: Child[]): void {
  for (let i = children.length - 1; i >= 0; i--) {
    const child = children[i]!;
    if (isBlank(child)) continue;
    if (!isNamed(child, AT_ENDS)) return;
    if (NOTES.has(child.name)) {
      children[i] = { ...child, attributes: { ...child.attributes, [AT_END]: 'true' } };
    }
  }
}

const HOLDS_BLOCKS = new Set(['DIV', 'EXTRACT', 'MATH', 'TEXT', 'NOTE', 'EDNOTE', 'EFFDNOT', 'REVTXT']);
const IMAGES = new Set(['img', 'IMG']);
const ROWS = new Set(['TR', 'tr']);
const CELLS = new Set(['TD', 'td']);

function shape(node: XmlNode): void {
  for (const child of node.children) if (isElement(child)) shape(child);
  if (node.name === 'TABLE' || node.name === 'table') gatherHead(node);
  else if (HOLDS_BLOCKS.has(node.name)) wrapImages(node.children);
}

/** Makes the rows of header cells at the top of a table its head. */
function gatherHead({ children }: XmlNode): void {
  let end = 0;
  while (end < children.length) {
    const child = children[end]!;
    if (!isBlank(child) && !(isNamed(child, ROWS) && !child.children.some(cell => isNamed(cell, CELLS))))
      break;
    end++;
  }
  const head = children.slice(0, end);
  if (!head.some(isElement)) return;
  children.splice(0, end, { name: 'THEAD', attributes: {}, children: head });
}

/** Wraps an image outside of paragraphs in a paragraph. */
function wrapImages(children: Child[]): void {
  for (const [i, child] of children.entries()) {
    if (isNamed(child, IMAGES)) children[i] = { name: 'P', attributes: {}, children: [child] };
  }
}
