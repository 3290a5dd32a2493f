import { isElement, lineOf, type XmlNode } from '../xml/node.ts';
import type { Statement } from './form.ts';

/** The amendments of a unit. */
export const creditsIn = (children: XmlNode['children']): string[] =>
  children.filter(isElement).flatMap(child => (child.name === 'CITA' ? [lineOf(child)] : []));

const PAGE = /\b(\d{1,3}) FR (\d[\d,]*)/g;

/** The pages of the Federal Register in credits, in their order: `85 FR 43976`. */
export const pagesOfCredits = (credits: readonly string[]): string[] => [
  ...new Set(
    credits.flatMap(text => Array.from(text.matchAll(PAGE), ([page]) => page.replace(/,+$|,(?=\d{3})/g, ''))),
  ),
];

/** The element of each statement, and its label. */
const STATEMENTS: Readonly<Record<Statement, string>> = { authority: 'AUTH', source: 'SOURCE' };
const LABELS = new Set(['HED', 'HD']);
/** Other places of statements: the heading of a division. */
const HOLDERS = new Set(['HEAD', 'TEXT']);

/** Returns the words of an authority or a source, without the label. */
export function statementIn(nodes: readonly (XmlNode | string)[], name: Statement): string | null {
  for (const node of nodes) {
    if (!isElement(node)) continue;
    if (node.name === STATEMENTS[name]) return lineOf(node, inner => LABELS.has(inner.name)) || null;
    const inside = HOLDERS.has(node.name) ? statementIn(node.children, name) : null;
    if (inside !== null) return inside;
  }
  return null;
}
