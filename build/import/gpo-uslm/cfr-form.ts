import { isDate } from '../../contract/dates.ts';
import { annualEdition } from '../annual/edition.ts';
import { hyphened, titleNumber } from '../annual/form.ts';
import type { CfrForm, Statement } from '../ecfr/form.ts';
import { childOf, isElement, lineOf, type XmlNode } from '../xml/node.ts';
import { isText, sgmlOf } from './names.ts';
import { markNotes, prepare, wordsOf } from './prepare-tree.ts';

/** Volumes of the printed edition in GPO's USLM. Their identifiers are unreliable: §§ 478.25 and 478.25a share one. */
export const USLM_VOLUME: CfrForm = {
  legalStatus: 'official_prima_facie',
  factsOf({ nodes, file }) {
    const meta = nodes.find(({ name }) => name === 'meta');
    const of = (name: string) => (meta ? wordsOf(childOf(meta, name)) : '');
    const title = titleNumber(of('docNumber') || of('title'));
    const dayOf = (name: string) => (isDate(of(name)) ? of(name) : null);
    const day = dayOf('docReleasePoint') ?? file.day;
    return {
      ...{ title, titleName: null, day, amended: dayOf('created'), above: null },
      ...annualEdition(title, /\bParts? .+$/.exec(of('title'))?.[0] ?? '', day),
    };
  },
  headingOf({ own }) {
    const of = (wanted: string) => wordsOf(own.find(({ name }) => name === wanted));
    return joined(of('num'), of('heading'));
  },
  namesOf(node) {
    const { number, heading } = headOf(node);
    const written = hyphened(number.replace(/§\s*/g, ''));
    return node.name === 'section'
      ? { number: written, heading: `${written} ${heading}`.trim() }
      : { number: '', heading: joined(number, heading) };
  },
  creditsOf: node => sourcesIn(node).map(source => wordsOf(source)),
  statementOf,
  prepare(children) {
    openAppendix(children);
    prepare(children);
    markNotes(children);
  },
};

/** `PARTS 400–446 ` and `[RESERVED]` are one heading, in which the sign of a range separates no name from a number. */
const joined = (number: string, heading: string): string => {
  const bare = number.replace(/(\w)\s*–\s*(?=\w)/g, '$1-').trim();
  return [bare, heading].filter(text => text !== '').join(/[—–-]$/.test(bare) ? '' : ' ');
};

/** Returns number and heading; those of an appendix may be in its content. */
function headOf(node: XmlNode): { number: string; heading: string } {
  const holder = childOf(node, 'heading') ? node : (childOf(node, 'content') ?? node);
  return { number: wordsOf(childOf(holder, 'num')), heading: wordsOf(childOf(holder, 'heading')) };
}

/** The amendments of a section, in it or at the end of its text. */
const sourcesIn = ({ children }: XmlNode): XmlNode[] =>
  children.filter(isElement).flatMap(child => {
    if (child.name === 'source') return sgmlOf(child) === 'SOURCE' ? [] : [child];
    return child.name === 'quotedContent' || child.name === 'note' ? [] : sourcesIn(child);
  });

/** `AUTH` and `SOURCE` have labels. The authority of one section, `SECAUTH`, is part of its text. */
const STATEMENTS: Readonly<Record<Statement, string>> = { authority: 'AUTH', source: 'SOURCE' };

function statementOf(nodes: readonly (XmlNode | string)[], name: Statement): string | null {
  const found = nodes.find(
    node => isElement(node) && node.name === name && sgmlOf(node) === STATEMENTS[name],
  ) as XmlNode | undefined;
  return (found && lineOf(found, inner => inner.name === 'heading')) || null;
}

/** Moves the head of an appendix before its content. */
function openAppendix(children: (XmlNode | string)[]): void {
  const first = children.findIndex(isText);
  const content = children[first];
  if (content === undefined || !isElement(content) || content.name !== 'content') return;
  const head = content.children.findIndex(child => isElement(child) && child.name === 'heading');
  if (head >= 0) children.splice(first, 0, ...content.children.splice(0, head + 1));
}
