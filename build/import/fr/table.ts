import { amendment, group, heading } from '../gpo/rules.ts';
import { CONTENTS, each, RUNNING_HEADS, TYPESET } from '../gpo/typeset.ts';
import type { Rule, RuleOf } from '../schema.ts';

/** The Federal Register in GPO's markup: issues (`FEDREG`) and single documents. */

const FLOW: Rule = { as: 'flow' };
const PARAGRAPH: Rule = { as: 'paragraph' };
const WRAPPER: Rule = { as: 'wrapper' };
const INLINE: Rule = { as: 'inline' };
const NUMBER: Rule = { as: 'number' };
const HEADING: Rule = { as: 'heading' };
const GROUP: Rule = { as: 'blocks', make: group };
const unit = (kind: string): Rule => ({ as: 'unit', kind });

const STRONG: Rule = { as: 'inline', mark: 'strong' };
const EM: Rule = { as: 'inline', mark: 'em' };
const SUP: Rule = { as: 'inline', mark: 'sup' };
const SUB: Rule = { as: 'inline', mark: 'sub' };

/** Typefaces by GPO's numbers. In numbers of four digits, the last two tell whether letters are raised. */
const TYPEFACES: Readonly<Record<string, Rule>> = {
  '02': STRONG,
  '03': EM,
  '04': STRONG,
  '05': EM,
  '7462': EM,
  '51': SUP,
  '52': SUB,
  '54': SUB,
  '0731': SUP,
  '0732': SUB,
  '0132': SUB,
};

/** Elements whose heading is a label that the first paragraph continues: `**SUMMARY:** This rule …`. */
const LABELLED = new Set(
  'AGY ACT SUM DATES EFFDATE ADD FURINF PREAMHD AUTH AUTHP SOURCE NOTE EDNOTE EFFDNOT CROSSREF FTNT EXAMPLE'.split(
    ' ',
  ),
);

/** Ranks from the section of the preamble down. In regulations, headings rank below those around them. */
const RANKS: Readonly<Record<string, number>> = { HED: 2, HD1: 3, HD2: 4, HD3: 5, HD4: 6, HD5: 6, HD6: 6 };

const headingRule: RuleOf = ({ SOURCE = '' }, parent) =>
  parent !== null && LABELLED.has(parent) ? HEADING : heading(RANKS[SOURCE] ?? 3);

const subjectRule: RuleOf = (_, parent) => {
  if (parent === 'PREAMB') return heading(1);
  if (parent === 'SECTION') return HEADING;
  return parent === 'SUPLINF' ? heading(2) : PARAGRAPH;
};

export const rules: Readonly<Record<string, RuleOf>> = {
  ...each('RULES PRORULES NOTICES PRESDOCS NEWPART CORRECTS', WRAPPER),
  /** The title page of a separate part. */
  PTITLE: { as: 'container', level: 'part' },
  PARTNO: NUMBER,
  RULE: unit('rule'),
  PRORULE: unit('proposed_rule'),
  NOTICE: unit('notice'),
  PRESDOCU: unit('presidential_document'),

  ...each('VOL NO UNITNAME', RUNNING_HEADS),
  DATE: (_, parent) => (parent === null ? RUNNING_HEADS : PARAGRAPH),
  ...each('CNTNTS AIDS READAIDS', CONTENTS),

  /** The head of a document, a sequence of labelled paragraphs. */
  PREAMB: FLOW,
  ...each(
    'AGY ACT SUM DATES EFFDATE ADD FURINF PREAMHD AUTH AUTHP SOURCE NOTE EDNOTE EFFDNOT CROSSREF EXAMPLE',
    GROUP,
  ),
  ...each('AGENCY SUBAGY CFR DEPDOC RIN', PARAGRAPH),
  SUBJECT: subjectRule,
  HD: headingRule,

  ...each(
    'SUPLINF LSTSUB REGTEXT PART SUBPART SUBJGRP SUBCHAP CHAPTER APPENDIX EXHIBIT PRIACT SEQUENCE WIDE SIG CORRECT',
    FLOW,
  ),
  CONTENTS: GROUP,
  SECTION: { as: 'container', level: 'section' },
  SECTNO: NUMBER,
  ...each('SECHD SECAUTH CITA APPRO APPR SECNO RESERVED TITLENO', PARAGRAPH),
  AMDPAR: { as: 'blocks', make: amendment },
  EREGS_INSTRUCTIONS: INLINE,
  PUT: INLINE,
  EXTRACT: { as: 'quote' },
  ...each('P FP LP', PARAGRAPH),
  STARS: { as: 'stars' },
  ...each('NAME TITLE DATED BILCOD FRDOC FILED SIGDAT PLACE', PARAGRAPH),
  HRULE: FLOW,

  /** Documents of the President. */
  ...each(
    'PROCLA EXECORD EXECORDR EXECORDER DETERM PRNOTICE PRMEMO PRORDER PRESDET PRLETTER OTHERDOC PNOTICE',
    FLOW,
  ),
  ...each('TITLE3 PRES PROC EXECNO EONO DETNO MEMO PRNO PSIG', PARAGRAPH),

  FTNT: { as: 'footnote', id: null },
  SU: { as: 'mark' },
  FTREF: { as: 'called' },
  E: ({ T = '' }) => TYPEFACES[T] ?? INLINE,
  AC: INLINE,
  XREF: INLINE,

  ...TYPESET,
};
