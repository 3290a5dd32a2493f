import { parseCfrReference } from '../../corpus/cfr-references.ts';
import { childOf, collapse, elementsOf, isElement, type XmlNode } from '../xml/node.ts';

/** Metadata from the preamble of a document. The same elements in the regulations below are ignored. */

/** The words of an element without footnotes, their numbers, page marks and soft hyphens. */
export function wordsOf(node: XmlNode | undefined): string {
  return node ? collapse(textOf(node)).replace(/\u00ad/g, '') : '';
}

const SKIPPED = new Set(['FTNT', 'FTREF', 'PRTPAGE']);

function textOf({ children }: XmlNode): string {
  return children
    .map((child, i) => {
      if (!isElement(child)) return child;
      if (child.name === 'PRTPAGE' || child.name === 'LI') return ` ${textOf(child)} `;
      if (SKIPPED.has(child.name) || (child.name === 'SU' && isCalled(children, i))) return '';
      return textOf(child);
    })
    .join('');
}

function isCalled(siblings: XmlNode['children'], at: number): boolean {
  const next = siblings.slice(at + 1).find(child => isElement(child) || child.trim() !== '');
  return next !== undefined && isElement(next) && next.name === 'FTREF';
}

const childrenOf = (node: XmlNode | undefined, ...names: string[]): XmlNode[] =>
  node ? node.children.filter(isElement).filter(({ name }) => names.includes(name)) : [];

/** Writes hyphens in numbers, whatever dash is printed. */
export const hyphened = (text: string): string => text.replace(/[\u2010-\u2015\u2212]/g, '-');

export interface Preamble {
  title: string;
  agencies: string[];
  docketIds: string[];
  cfrReferences: string[];
  rins: string[];
  action: string;
  /** The words of DATES, without the label. */
  dates: string;
}

export function preambleOf(document: XmlNode): Preamble {
  const preamble = childOf(document, 'PREAMB');
  const texts = (...names: string[]) => childrenOf(preamble, ...names).map(wordsOf);
  return preambleFrom({
    title: texts('SUBJECT').find(text => text !== '') ?? titleOfPresidential(document),
    agencies: texts('AGENCY', 'SUBAGY'),
    dockets: texts('DEPDOC'),
    cfr: texts('CFR'),
    rins: texts('RIN'),
    action: bodyOf(childrenOf(preamble, 'ACT')[0]),
    dates: childrenOf(preamble, 'DATES', 'EFFDATE').map(bodyOf).join(' '),
  });
}

/** The words of a preamble by subject, line by line. */
export interface PreambleWords {
  title: string;
  agencies: string[];
  dockets: string[];
  cfr: string[];
  rins: string[];
  action: string;
  dates: string;
}

export function preambleFrom({ title, agencies, dockets, cfr, rins, ...own }: PreambleWords): Preamble {
  return {
    ...own,
    title,
    agencies: unique(agencies),
    docketIds: unique(dockets.flatMap(docketsIn)),
    cfrReferences: unique(cfr.filter(text => text !== '').flatMap(referencesIn)),
    rins: unique(rins.flatMap(text => hyphened(text).match(/\d{4}-[A-Z]{2}\d{2,3}/gi) ?? [])),
  };
}

const unique = (texts: readonly string[]): string[] => [...new Set(texts.filter(text => text !== ''))];

/** The paragraphs after a label. */
const bodyOf = (node: XmlNode | undefined): string =>
  childrenOf(node, 'P', 'FP').map(wordsOf).join(' ').trim();

/** `[Docket No. FAA-2024-0223; Project Identifier MCAI-2023-00996-T]` has two. */
const docketsIn = (text: string): string[] =>
  hyphened(text)
    .split(/[;[\]]/)
    .map(part => part.trim())
    .filter(part => part !== '');

/** Returns one reference for each part, so that each can be found; references without parts stay as written. */
function referencesIn(text: string): string[] {
  const reference = parseCfrReference(text);
  if (!reference || reference.parts.length === 0) return [text];
  return reference.parts.map(part => `${reference.title} CFR Part ${part}`);
}

/** The heading of a proclamation or order; for a memorandum without heading, its kind. */
function titleOfPresidential(document: XmlNode): string {
  let title = '';
  for (const node of elementsOf(document)) {
    if (node.name === 'HD') return wordsOf(node);
    if (title === '' && (node.name === 'PROC' || node.name === 'PRES' || node.name === 'PNOTICE'))
      title = wordsOf(node);
  }
  return title;
}

/** Number and words of the line that closes a document. */
export interface Closing {
  number: string | null;
  text: string;
}

export const closingOf = (document: XmlNode): Closing =>
  closingFrom(
    [...elementsOf(document)].filter(({ name }) => name === 'FRDOC' || name === 'FILED').map(wordsOf),
  );

export function closingFrom(lines: readonly string[]): Closing {
  let number: string | null = null;
  let text = '';
  for (const line of lines) {
    const words = hyphened(line);
    text += ` ${words}`;
    number ??=
      /\bDoc\.?\s*(?:No\.?\s*)?:?\s*([A-Z0-9]+(?:\s?-\s?[A-Z0-9]+)+)/i.exec(words)?.[1]?.replace(/\s/g, '') ??
      null;
  }
  return { number, text };
}

/** Pages of documents by number, from the table of contents; null if it has two. */
export function pagesIn(contents: XmlNode): Map<string, Pages | null> {
  const found = new Map<string, Pages | null>();
  let pages: Pages | null = null;
  for (const node of elementsOf(contents)) {
    if (node.name === 'PGS') pages = pagesOf(wordsOf(node));
    if (node.name !== 'FRDOCBP') continue;
    const number = hyphened(wordsOf(node));
    const known = found.get(number);
    const isSame = known === undefined || (known?.start === pages?.start && known?.end === pages?.end);
    found.set(number, isSame ? pages : null);
  }
  return found;
}

export interface Pages {
  start: number;
  end: number;
}

export function pagesOf(text: string): Pages | null {
  const [, first, last] = /^(\d{1,6})(?:-(\d{1,6}))?[,.]?$/.exec(hyphened(text).replace(/\s/g, '')) ?? [];
  if (first === undefined) return null;
  const [start, end] = [Number(first), Number(last ?? first)];
  return start <= end ? { start, end } : null;
}
