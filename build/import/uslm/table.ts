import type { Rule, RuleOf } from '../schema.ts';
import { firstOfRange } from './section-ranges.ts';

/** The U.S. Code as the Office of the Law Revision Counsel publishes it: USLM 1 and 2, and the XHTML tables inside. */

const container = (level: string): Rule => ({ as: 'container', level });
const LEVEL: Rule = { as: 'level' };
const FLOW: Rule = { as: 'flow' };
const PARAGRAPH: Rule = { as: 'paragraph' };
const INLINE: Rule = { as: 'inline' };

const STRONG: Rule = { as: 'inline', mark: 'strong' };
const EM: Rule = { as: 'inline', mark: 'em' };
const CAPS: Rule = { as: 'inline', mark: 'caps' };
const SUP: Rule = { as: 'inline', mark: 'sup' };
const SUB: Rule = { as: 'inline', mark: 'sub' };

const FOOTNOTE: Rule = { as: 'footnote', id: ({ attributes }) => attributes.id ?? '' };
const CALL: Rule = { as: 'call', id: ({ attributes }) => attributes.idref ?? '' };
/** A link to anything that an address of the Code can name: laws, acts, and everything else with an identifier. */
const LINK: Rule = {
  as: 'link',
  to: ({ attributes: { href = '' } }) => (href.startsWith('/') ? firstOfRange(href) : null),
};
const GROUP: Rule = { as: 'note', isGroup: true };
const NOTE: Rule = { as: 'note' };

const noteRule: RuleOf = ({ type, role }) =>
  type === 'footnote' ? FOOTNOTE : role === 'crossHeading' ? GROUP : NOTE;

const isSmallCaps = (text: string | undefined): boolean => /small-?caps/i.test(text ?? '');

const styled: RuleOf = ({ class: name, style }) => (isSmallCaps(name) || isSmallCaps(style) ? CAPS : INLINE);

/** Base address of images in the newest edition of the Code. */
const IMAGES = 'https://uscode.house.gov/images/uscprelim/';

export const rules: Readonly<Record<string, RuleOf>> = {
  main: FLOW,
  title: container('title'),
  appendix: container('appendix'),
  subtitle: container('subtitle'),
  division: container('division'),
  subdivision: container('subdivision'),
  part: container('part'),
  subpart: container('subpart'),
  chapter: container('chapter'),
  subchapter: container('subchapter'),
  article: container('article'),
  subarticle: container('subarticle'),
  compiledAct: container('compiledAct'),
  courtRules: container('courtRules'),
  reorganizationPlans: container('reorganizationPlans'),
  /** A group without a kind in an appendix; elsewhere a numbered paragraph. */
  level: (_, parent) => (parent !== null && LEVEL_PARENTS.has(parent) ? container('level') : LEVEL),
  section: { as: 'unit', kind: 'section' },
  courtRule: { as: 'unit', kind: 'rule' },
  reorganizationPlan: { as: 'unit', kind: 'plan' },
  subsection: LEVEL,
  paragraph: LEVEL,
  subparagraph: LEVEL,
  clause: LEVEL,
  subclause: LEVEL,
  item: LEVEL,
  subitem: LEVEL,
  subsubitem: LEVEL,
  num: { as: 'number' },
  heading: { as: 'heading' },
  subheading: { as: 'heading' },
  content: FLOW,
  text: FLOW,
  chapeau: PARAGRAPH,
  continuation: PARAGRAPH,
  proviso: PARAGRAPH,
  p: PARAGRAPH,
  notes: FLOW,
  note: noteRule,
  footnote: FOOTNOTE,
  list: FLOW,
  listItem: FLOW,
  listContent: PARAGRAPH,
  sourceCredit: { as: 'credit' },
  quotedContent: { as: 'quote' },
  signature: FLOW,
  name: PARAGRAPH,
  role: PARAGRAPH,
  ref: ({ class: name }) => (name === 'footnoteRef' ? CALL : LINK),
  a: LINK,
  date: INLINE,
  inline: styled,
  span: styled,
  b: STRONG,
  strong: STRONG,
  i: EM,
  em: EM,
  sup: SUP,
  sub: SUB,
  br: { as: 'break' },
  img: {
    as: 'image',
    address: ({ attributes: { src = '' } }) =>
      IMAGES +
      src
        .trim()
        .replace(/^.*\//, '')
        .replace(/\.eps$/i, '.gif'),
  },
  table: { as: 'table' },
  thead: { as: 'rows', head: true },
  tbody: { as: 'rows', head: false },
  tfoot: { as: 'rows', head: false },
  tr: { as: 'row' },
  td: { as: 'cell' },
  th: { as: 'cell', head: true },
  colgroup: { as: 'out', category: 'columns of tables' },
  col: { as: 'out', category: 'columns of tables' },
  caption: PARAGRAPH,
  toc: { as: 'out', category: 'tables of contents' },
};

const LEVEL_PARENTS = new Set([
  'title',
  'appendix',
  'level',
  'courtRules',
  'compiledAct',
  'reorganizationPlans',
]);
