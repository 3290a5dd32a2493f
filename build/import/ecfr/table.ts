import { CONTENTS, each } from '../gpo/typeset.ts';
import type { Rule, RuleOf } from '../schema.ts';
import { graphicOf, issueOf } from './addresses.ts';
import { LEVELS } from './levels.ts';
import { AT_END, FOOTNOTE_ID } from './prepare-tree.ts';

/**
 * The eCFR, as govinfo publishes its titles and as its own API publishes titles and parts of them: both use the same elements.
 */

const FLOW: Rule = { as: 'flow' };
const PARAGRAPH: Rule = { as: 'paragraph' };
const HEADING: Rule = { as: 'heading' };
const INLINE: Rule = { as: 'inline' };
const STRONG: Rule = { as: 'inline', mark: 'strong' };
const EM: Rule = { as: 'inline', mark: 'em' };
const SUP: Rule = { as: 'inline', mark: 'sup' };
const SUB: Rule = { as: 'inline', mark: 'sub' };
const HEAD_OF_TABLE: Rule = { as: 'rows', head: true };
const BODY_OF_TABLE: Rule = { as: 'rows', head: false };

const division: RuleOf = ({ TYPE = '' }) => {
  const kind = TYPE.trim();
  if (kind === 'SECTION') return { as: 'unit', kind: 'section' };
  if (kind === 'APPENDIX') return { as: 'unit', kind: 'appendix' };
  return { as: 'container', level: LEVELS[kind]?.level ?? 'level' };
};

/** A heading within the text, with the rank in its name. */
const subheading = (rank: number): Rule => ({
  as: 'blocks',
  make: (node, convert) => [{ type: 'heading', rank, words: convert.wordsOf(node) }],
});

/** Notes at a unit's end get a heading; a note within the text stays there. */
const NOTE: RuleOf = ({ [AT_END]: isAtEnd }) => (isAtEnd ? { as: 'note' } : FLOW);

const MARKS: Readonly<Record<string, Rule>> = {
  '02': STRONG,
  '03': EM,
  '04': { as: 'inline', mark: 'caps' },
  '05': { as: 'inline', mark: 'caps' },
  '7462': EM,
  '51': SUP,
  '53': SUP,
  '52': SUB,
  '54': SUB,
};

const footnote = (as: 'call' | 'footnote'): Rule => ({
  as,
  id: ({ attributes }) => attributes[FOOTNOTE_ID] ?? '',
});

export const rules: Readonly<Record<string, RuleOf>> = {
  ...each('DIV1 DIV2 DIV3 DIV4 DIV5 DIV6 DIV7 DIV8 DIV9', division),
  ...each('TEXT BODY ECFRBRWS DIV div AUTH SOURCE CROSSREF EXAMPLE REVTXT SUPERSED BOXTXT', FLOW),
  ...each('LDRWK SCOL2 SUBCHIND APPENDIX EFTNT TOC', FLOW),
  ...each('NOTE EDNOTE EFFDNOT', NOTE),
  ...each('HEAD RESERVED HED', HEADING),
  ...each('P PSPACE P-1 P-2 P-3 P1 P2 P-DASH p', PARAGRAPH),
  ...each('FP FP-1 FP-2 FP1 FP2 FP1-2 FP1-3 FP2-2 FP2-3 FP-DASH FRP FRP0 HALFDASH FL-2 LDRFIG LI', PARAGRAPH),
  ...each('CITA APPRO SECAUTH PARAUTH BCAP TCAP SECTNO SUBJECT CHAPNO PARTHD SECHD DOCKETHD APP', PARAGRAPH),
  ...each('ALPHHD SUBJ1L SUBJ2L SUBJ3L SUBJL SUBJECT1 SUBJECT2 PT PTHD PG CAPTION caption', PARAGRAPH),
  ...each('HED1 HD1', subheading(2)),
  ...each('HD2', subheading(3)),
  ...each('HD3', subheading(4)),
  ...each('HD4 HD5 HD6', subheading(5)),
  EXTRACT: { as: 'quote' },
  XREF: { as: 'link', to: issueOf },
  STARS: { as: 'stars' },
  MATH: (_, parent) => (parent !== null && HOLDS_WORDS.has(parent) ? INLINE : FLOW),
  ...each('img IMG', { as: 'image', address: graphicOf }),
  a: {
    as: 'link',
    to: ({ attributes: { href = '' } }) => (/^https?:\/\//.test(href) ? href : null),
  },
  E: ({ T = '' }) => MARKS[T] ?? INLINE,
  ...each('I i em cite', EM),
  ...each('B b strong', STRONG),
  ...each('SU SUP sup', SUP),
  ...each('SUB sub', SUB),
  ...each('FR fr AC U u span SPAN', INLINE),
  br: { as: 'break' },
  FTREF: footnote('call'),
  FTNT: footnote('footnote'),
  FTNTNO: { as: 'number' },
  ...each('TABLE table', { as: 'table' }),
  ...each('THEAD thead', HEAD_OF_TABLE),
  ...each('TBODY tbody TFOOT tfoot', BODY_OF_TABLE),
  ...each('TR tr', { as: 'row' }),
  ...each('TD td', { as: 'cell' }),
  ...each('TH th', { as: 'cell', head: true }),
  CFRTOC: CONTENTS,
};

const HOLDS_WORDS = new Set(['P', 'PSPACE', 'FP', 'FP-1', 'FP-2', 'FP1-2', 'TD', 'TH', 'I', 'E']);
