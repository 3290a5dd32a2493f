import { LEVELS } from '../ecfr/levels.ts';
import { rules as ecfr } from '../ecfr/table.ts';
import { heading } from '../gpo/rules.ts';
import { CONTENTS, each, RUNNING_HEADS, TYPESET } from '../gpo/typeset.ts';
import type { Rule, RuleOf } from '../schema.ts';

/** The printed edition of the CFR (`CFRDOC`, `CFRGRANULE`): the eCFR's names for text, GPO's for typesetting. */

const FLOW: Rule = { as: 'flow' };
const PARAGRAPH: Rule = { as: 'paragraph' };
const HEADING: Rule = { as: 'heading' };
const WRAPPER: Rule = { as: 'wrapper' };

const UNITS = new Set(['SECTION', 'APPENDIX']);
/** Elements with a heading, that of a level or of a label. */
const HEADED = new Set([
  ...[...Object.keys(LEVELS), 'TITLEHD', 'TOCHD', 'APPENDIX'],
  ...['AUTH', 'SOURCE', 'NOTE', 'EDNOTE', 'EFFDNOT', 'CROSSREF', 'EXAMPLE'],
]);
const RANKS: Readonly<Record<string, number>> = { HED: 2, HD1: 2, HD2: 3, HD3: 4 };

/** The contents of a chapter use the same names. */
const container =
  (level: string): RuleOf =>
  (_, parent) =>
    parent === 'TOC' ? CONTENTS : { as: 'container', level };

const levels = Object.fromEntries(
  Object.entries(LEVELS).map(([name, { level }]) => [name, container(level)]),
);

const inContents =
  (rule: Rule): RuleOf =>
  (_, parent) =>
    parent === 'TOC' ? CONTENTS : rule;

export const rules: Readonly<Record<string, RuleOf>> = {
  ...ecfr,
  ...TYPESET,
  ...levels,
  SECTION: { as: 'unit', kind: 'section' },
  APPENDIX: (_, parent) => (parent !== null && UNITS.has(parent) ? FLOW : { as: 'unit', kind: 'appendix' }),
  SECTNO: { as: 'number' },
  SUBJECT: (_, parent) => (parent === 'SECTION' ? HEADING : PARAGRAPH),
  HD: ({ SOURCE = 'HED' }, parent) =>
    SOURCE === 'HED' && parent !== null && HEADED.has(parent) ? HEADING : heading(RANKS[SOURCE] ?? 5),
  RESERVED: inContents(HEADING),
  /** Called by the raised number before it. */
  FTNT: { as: 'footnote', id: null },
  SU: { as: 'mark' },
  FTREF: { as: 'called' },

  ...each('LRH RRH EAR', RUNNING_HEADS),
  ...each('CONTENTS CFRTOC', CONTENTS),
  /** A chapter's contents include its heading. */
  TOC: (_, parent) => (parent === null ? CONTENTS : FLOW),
  ...each('PTHD PGHD CHAPTI', inContents(PARAGRAPH)),
  ...each('CFRTITLE TITLEHD TOCHD', FLOW),

  /** Front and back matter of a volume, around its title. */
  ...each('FMTR BMTR', WRAPPER),
  ...each('TITLEPG PUB BTITLE CITE EXPLA IPAR SIDEHED THISTITL SIG GPO SUDOCS OENOTICE CODE', FLOW),
  ...each('FAIDS TOCTAC ALPHLIST LSA PUBYEAR TITLENO EXPL', FLOW),
  ...each('TITLENUM PARTS REVISED CONTAINS DATE CITEP STUB NAME POSITION OFFICE', PARAGRAPH),
  ...each('CHHD AGHD CFRHD CHAPNO SUBTITL AGENCY SUBAGCY CFRID PG', PARAGRAPH),
  ...each('YEAR VOLHD CFRNO ENTRY REV NOREG ALL', PARAGRAPH),
};
