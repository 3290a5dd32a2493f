import { isDate } from '../../contract/dates.ts';
import { lastWrittenDay } from '../dates.ts';
import type { CfrForm, FileFacts } from '../ecfr/form.ts';
import { LEVELS } from '../ecfr/levels.ts';
import { markNotes } from '../ecfr/prepare-tree.ts';
import { creditsIn, statementIn } from '../ecfr/statements.ts';
import type { Head } from '../schema.ts';
import { childOf, elementsOf, isElement, lineOf, type XmlNode } from '../xml/node.ts';
import { XmlError } from '../xml/parse.ts';
import { annualEdition } from './edition.ts';

/** The printed edition in GPO's own elements. By law it is the official edition, and prima facie evidence of the rules. */
export const PRINTED: CfrForm = {
  legalStatus: 'official_prima_facie',
  factsOf: head => (head.root === 'CFRGRANULE' ? granuleFacts(head) : volumeFacts(head)),
  headingOf: ({ own }) => headingIn(opened(own)),
  namesOf(node) {
    const sectno = childOf(node, 'SECTNO');
    if (!sectno) return { number: '', heading: headingIn(node.children) };
    const number = hyphened(words(sectno).replace(/§\s*/g, ''));
    const subject = childOf(node, 'SUBJECT') ?? childOf(node, 'RESERVED');
    return { number, heading: `${number} ${subject ? words(subject) : ''}`.trim() };
  },
  creditsOf: ({ children }) => creditsIn(children),
  statementOf: statementIn,
  prepare(children) {
    children.splice(0, children.length, ...opened(children));
    markNotes(children);
  },
};

/** Writes ranges of numbers with hyphens, as in the eCFR, whatever sign is printed. */
export const hyphened = (text: string): string => text.replace(/\s*[\u2010-\u2015\u2212]\s*/g, '-');

const NO_WORDS = new Set(['SU', 'FTREF', 'PRTPAGE']);
const words = (node: XmlNode): string => lineOf(node, ({ name }) => NO_WORDS.has(name));

function headingIn(children: readonly (XmlNode | string)[]): string {
  const head = children.find(
    child => isElement(child) && (child.name === 'HD' || child.name === 'RESERVED'),
  ) as XmlNode | undefined;
  return head ? words(head) : '';
}

/** Parents of the headings of titles and chapters. */
const HOLDERS = new Set(['CFRTITLE', 'TITLEHD', 'TOC', 'TOCHD']);

const opened = (children: readonly (XmlNode | string)[]): (XmlNode | string)[] =>
  children.flatMap(child => (isElement(child) && HOLDERS.has(child.name) ? opened(child.children) : [child]));

function volumeFacts({ nodes, file }: Head): FileFacts {
  const page = nodes.find(({ name }) => name === 'TITLEPG');
  const of = (name: string): string => {
    const found = page && childOf(page, name);
    return found ? words(found) : '';
  };
  const title = titleNumber(of('TITLENUM'));
  const amended = nodes.find(({ name }) => name === 'AMDDATE');
  const day = lastWrittenDay([of('REVISED')]) ?? lastWrittenDay([of('DATE')]) ?? file.day;
  return {
    ...{ title, titleName: null, day, amended: amended ? lastWrittenDay([words(amended)]) : null },
    ...{ above: null, ...annualEdition(title, of('PARTS'), day) },
  };
}

/** Reads a part or a section by itself, which names the levels above it. */
function granuleFacts({ nodes, file }: Head): FileFacts {
  const found = new Map<string, XmlNode>();
  const parents: XmlNode[] = [];
  for (const node of nodes.flatMap(tree => [...elementsOf(tree)])) {
    if (!found.has(node.name)) found.set(node.name, node);
    if (node.name === 'PARENT') parents.push(node);
  }
  const of = (name: string) => (found.has(name) ? words(found.get(name)!) : '');
  const title = titleNumber(of('CFRTITLE'));
  const day = isDate(of('DATE')) ? of('DATE') : file.day;
  const above = parents
    .sort((a, b) => Number(b.attributes.SEQ) - Number(a.attributes.SEQ))
    .flatMap(({ attributes: { HEADING = '' }, ...node }) =>
      levelNamed(HEADING, lineOf({ attributes: {}, ...node })),
    );
  return {
    ...{ title, titleName: of('CFRTITLETEXT') || null, day, amended: null, above },
    ...annualEdition(title, of('HEADING') || of('GRANULENUM'), day),
  };
}

function levelNamed(heading: string, name: string): NonNullable<FileFacts['above']> {
  const { level, word } = Object.values(LEVELS).find(({ word }) => word.test(heading)) ?? {};
  if (level === undefined || word === undefined || level === 'title') return [];
  return [{ level, number: hyphened(heading.replace(word, '').trim()), name: name || null }];
}

/** @throws XmlError if it is no title's number */
export function titleNumber(text: string): number {
  const number = Number(/^(?:Title\s+)?(\d{1,2})\b/i.exec(text)?.[1] ?? 0);
  if (number === 0) throw new XmlError('nothing tells the number of the title');
  return number;
}
