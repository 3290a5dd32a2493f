import { group, heading } from '../gpo/rules.ts';
import { each, imageAddress, out } from '../gpo/typeset.ts';
import type { Rule, RuleOf } from '../schema.ts';
import { linkOf } from './links.ts';
import { APART, AT_END, LABEL, sgml, typeface } from './names.ts';

/** Elements common to all of GPO's USLM: text, tables, images, footnotes. */

export const FLOW: Rule = { as: 'flow' };
export const PARAGRAPH: Rule = { as: 'paragraph' };
export const HEADING: Rule = { as: 'heading' };
export const WRAPPER: Rule = { as: 'wrapper' };
export const INLINE: Rule = { as: 'inline' };
const NUMBER: Rule = { as: 'number' };
const LEVEL: Rule = { as: 'level' };
const QUOTE: Rule = { as: 'quote' };

const LINK: Rule = { as: 'link', to: linkOf };
const CALL: Rule = { as: 'call', id: ({ attributes }) => attributes.idref ?? '' };
const FOOTNOTE: Rule = { as: 'footnote', id: ({ attributes }) => attributes.id ?? '' };

/** Metadata of a unit by itself, read for its outline. */
const META: Rule = { as: 'out', category: 'metadata', isRead: true };
const METADATA = out('metadata');

/** Elements whose heading is the label of the text after it. */
const LABELLED = new Set(
  'authority source note editorialNote organization actionDescription toc referenceItem groupItem headingItem NOTE AUTH'.split(
    ' ',
  ),
);

/** @param ranks of headings by the `SOURCE` of their former `HD` @param titled elements whose heading is their title */
export const headingRule =
  (ranks: Readonly<Record<string, number>>, titled: ReadonlySet<string>): RuleOf =>
  ({ style, [LABEL]: isLabel }, parent) => {
    const name = sgml(style);
    const isOwn = parent !== null && (titled.has(parent) || LABELLED.has(parent));
    if (isLabel || ranks[name] === undefined || (isOwn && (name === 'HED' || titled.has(parent))))
      return HEADING;
    return heading(ranks[name]);
  };

const IMAGE: Rule = {
  as: 'words',
  make: ({ attributes: { src = '' } }) => {
    const name = src.trim().replace(/^.*[\\/]/, '');
    return name === '' ? [] : [{ image: name, address: imageAddress(name) }];
  },
};

/** Notes of several paragraphs; others, such as approvals, have one. */
const HEADED_NOTES = new Set(['NOTE', 'EDNOTE', 'EFFDNOT', 'EXAMPLE', 'CROSSREF', 'ABBR']);

/** Notes at a unit's end get a heading; a note within the text stays there. */
const noteRule: RuleOf = ({ style, [AT_END]: isAtEnd }) => {
  const name = sgml(style);
  if (name === 'EXTRACT') return QUOTE;
  if (isAtEnd) return { as: 'note' };
  return HEADED_NOTES.has(name) ? FLOW : PARAGRAPH;
};

/** @param typefaces rules for `E` in the form of the same publication */
export const textRules = (typefaces: RuleOf): Readonly<Record<string, RuleOf>> => ({
  '?page': out('page marks'),
  meta: META,
  ...each('type publisher creator created format language docNumber processedBy processedDate', METADATA),
  ...each('startingProvision endingProvision', METADATA),
  ...each('p name role affiliation signatureDate subject elided', PARAGRAPH),
  ...each(
    'content chapeau continuation statement signatures signature autograph figure appendix foreign',
    FLOW,
  ),
  ...each('note editorialNote', noteRule),
  ...each('source authority endMarker', FLOW),
  ...each('paragraph subparagraph clause subclause item subitem', LEVEL),
  num: NUMBER,
  ...each('date entity amendingAction term', INLINE),
  quotedContent: QUOTE,

  inline: ({ class: name, role, style }, parent) => {
    if (role === 'fraction' || sgml(style) === 'FR') return { as: 'apart' };
    return typeof typefaces === 'function' ? typefaces({ T: typeface(name) }, parent) : typefaces;
  },
  b: { as: 'inline', mark: 'strong' },
  i: { as: 'inline', mark: 'em' },
  sup: { as: 'inline', mark: 'sup' },
  sub: { as: 'inline', mark: 'sub' },
  br: { as: 'break' },
  [APART]: { as: 'apart' },
  /** A raised number with an id calls a footnote; without an id it is the footnote's own. */
  ref: ({ style, id }) => (sgml(style) !== 'SU' ? LINK : id === undefined ? { as: 'apart' } : CALL),
  /** A table's own notes stay below it. */
  footnote: ({ style }) => (sgml(style) === 'TNOTE' ? FLOW : FOOTNOTE),

  table: { as: 'table' },
  caption: FLOW,
  thead: { as: 'rows', head: true },
  tbody: { as: 'rows', head: false },
  tfoot: { as: 'rows', head: false, isFoot: true },
  tr: { as: 'row' },
  th: { as: 'cell', head: true },
  td: { as: 'cell' },
  ...each('colgroup col', out('columns of tables')),
  img: IMAGE,

  ...each('toc index', FLOW),
  groupItem: { as: 'blocks', make: group },
  ...each('referenceItem headingItem', PARAGRAPH),
  ...each('designator target', { as: 'apart' }),
  label: (_, parent) => (parent === 'groupItem' ? PARAGRAPH : { as: 'apart' }),
  ear: out('running heads'),
});
