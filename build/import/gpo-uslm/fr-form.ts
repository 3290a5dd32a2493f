import { isDate } from '../../contract/dates.ts';
import { closingFrom, hyphened, preambleFrom } from '../fr/fields.ts';
import type { FrForm } from '../fr/form.ts';
import type { Level } from '../schema.ts';
import { childOf, elementsOf, isElement, type XmlNode } from '../xml/node.ts';
import { LABEL, sgmlOf } from './names.ts';
import { pagesIn, pagesOf } from './pages.ts';
import { prepare, wordsOf } from './prepare-tree.ts';

/** Issues of the Federal Register in GPO's USLM. */
export const USLM_ISSUE: FrForm = {
  issueOf({ nodes }) {
    const meta = nodes.find(({ name }) => name === 'meta');
    const of = (name: string) => (meta ? wordsOf(childOf(meta, name)) : '');
    const contents = nodes.find(
      ({ name, attributes }) => name === 'toc' && attributes.role === 'fr-contents',
    );
    return {
      day: isDate(of('date')) ? of('date') : null,
      volume: Number(/^\d{1,4}$/.exec(of('volume'))?.[0] ?? 0) || null,
      pages: contents ? pagesIn(contents) : new Map(),
    };
  },
  preambleOf(document) {
    const preface = childOf(document, 'preface');
    const texts = (name: string, isOne: (node: XmlNode) => boolean = () => true) =>
      (preface?.children ?? [])
        .filter(isElement)
        .filter(node => node.name === name && isOne(node))
        .map(wordsOf);
    const actionProperties = metaOf(document, 'property').filter(
      ({ attributes }) => attributes.role === 'ACTION',
    );
    const actions = [...(preface ? elementsOf(preface) : [])].filter(
      ({ name }) => name === 'actionDescription',
    );
    return preambleFrom({
      title: texts('subject').find(text => text !== '') ?? titleOfPresidential(document),
      agencies: texts('organization', node => AGENCIES.has(sgmlOf(node))),
      dockets: texts('property', ({ attributes }) => attributes.role === 'DEPDOC'),
      cfr: texts('affected'),
      rins: texts('property', ({ attributes }) => attributes.role === 'RIN'),
      action:
        [...actionProperties, ...actions.map(withoutLabel)].map(wordsOf).find(text => text !== '') ?? '',
      dates: statementsOf(document).filter(isOnDates).map(bodyOf).join(' '),
    });
  },
  closingOf(document) {
    const lines = [...elementsOf(document)].filter(({ name }) => name === 'frDocId').map(wordsOf);
    const { number, text } = closingFrom(lines);
    const docNumber = wordsOf(metaOf(document, 'docNumber')[0]);
    const address = /\/frdoc([^/]+)$/i.exec(document.attributes.identifier ?? '')?.[1];
    return { number: number ?? (hyphened(docNumber || address || '') || null), text };
  },
  pagesOf: (document, listed) => pagesOf(document, metaOf(document, 'startingPage').map(wordsOf), listed),
  partNameOf({ own }) {
    const named = own.filter(
      ({ name, attributes: { role = '' } }) => name === 'property' && !NO_NAMES.has(role),
    );
    return wordsOf(named.find(({ attributes }) => attributes.role === 'title') ?? named.at(-1)) || null;
  },
  kindOf: (document, kind, levels) => (isProposed(document, levels) ? 'proposed_rule' : kind),
  prepare(document) {
    prepare(document.children);
    for (const statement of statementsOf(document)) {
      if (!LABELLED.has(sgmlOf(statement))) continue;
      const content = childOf(statement, 'content');
      const first = content && childOf(content, 'heading');
      if (first && sgmlOf(first) === 'HED') (first.attributes as Record<string, string>)[LABEL] = 'true';
    }
  },
};

const AGENCIES = new Set(['AGENCY', 'SUBAGY']);
/** Lines of a title page besides the name of its part. */
const NO_NAMES = new Set(['partNumber', 'agency', 'subagency', 'CFR', 'president', 'RIN', 'DEPDOC']);
/** Elements whose heading the first paragraph continues: `**SUMMARY:** This rule …`. */
const LABELLED = new Set(['SUM', 'DATES', 'EFFDATE', 'ADD', 'FURINF', 'PREAMHD']);

function isProposed(document: XmlNode, levels: readonly Level[]): boolean {
  if (document.name !== 'rule') return false;
  if (levels.some(({ level }) => level === 'proposed_rules')) return true;
  return sgmlOf(document) === 'PRORULE' || /proposed rule/i.test(wordsOf(metaOf(document, 'type')[0]));
}

const metaOf = (document: XmlNode, name: string): XmlNode[] =>
  (childOf(document, 'meta')?.children ?? []).filter(isElement).filter(node => node.name === name);

const statementsOf = (document: XmlNode): XmlNode[] =>
  [...elementsOf(document)].filter(({ name }) => name === 'statement');

const isOnDates = (node: XmlNode): boolean => ['DATES', 'EFFDATE'].includes(sgmlOf(node));

/** The paragraphs after a label. */
const bodyOf = (statement: XmlNode): string =>
  (childOf(statement, 'content')?.children ?? [])
    .filter(isElement)
    .filter(({ name }) => name === 'p')
    .map(wordsOf)
    .join(' ')
    .trim();

const withoutLabel = (node: XmlNode): XmlNode => ({
  ...node,
  children: node.children.filter(child => !isElement(child) || child.name !== 'headingText'),
});

/** The heading of a proclamation or order; for a memorandum without heading, its kind. */
function titleOfPresidential(document: XmlNode): string {
  if (document.name !== 'presidentialDoc') return '';
  const main = childOf(document, 'main');
  const heading = main && [...elementsOf(main)].find(({ name }) => name === 'heading');
  const preface = childOf(document, 'preface');
  return wordsOf(heading) || (preface ? wordsOf(childOf(preface, 'title')) : '');
}
