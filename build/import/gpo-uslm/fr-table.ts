import { rules as fr } from '../fr/table.ts';
import { amendment, group, heading } from '../gpo/rules.ts';
import { CONTENTS, each, RUNNING_HEADS } from '../gpo/typeset.ts';
import type { Rule, RuleOf } from '../schema.ts';
import { sgml } from './names.ts';
import { FLOW, HEADING, headingRule, INLINE, PARAGRAPH, textRules, WRAPPER } from './text.ts';

/** Issues of the Federal Register (`frDoc`). */

const GROUP: Rule = { as: 'blocks', make: group };
const AMENDMENT: Rule = { as: 'blocks', make: amendment };
const unit = (kind: string): Rule => ({ as: 'unit', kind });

const RANKS: Readonly<Record<string, number>> = { HED: 2, HD1: 3, HD2: 4, HD3: 5, HD4: 6, HD5: 6, HD6: 6 };
const text = textRules(fr.E!);

/** Elements unknown to GPO's converter are in `foreign`, under their own names. */
const FOREIGN: Readonly<Record<string, RuleOf>> = {
  ...fr,
  HED: (_, parent) => (parent === 'NOTE' || parent === 'AUTH' ? HEADING : heading(2)),
  ...each('FP-1 FP-2 FP-DASH FP1 FP1-2 FP2 FP2-2 FP2-3 NPAR', PARAGRAPH),
  ...each('APPENDIX Q', FLOW),
  amdpar: AMENDMENT,
};

export const rules: Readonly<Record<string, RuleOf>> = {
  ...FOREIGN,
  ...text,
  ...each('frDoc collection component rules notices presidentialDocs', WRAPPER),
  /** Distinguishes proposed rules from others. */
  proposedRules: { as: 'container', level: 'proposed_rules' },
  rule: unit('rule'),
  notice: unit('notice'),
  presidentialDoc: unit('presidential_document'),

  /** The title page of a separate part; the running head of all other units of an issue. */
  preface: ({ role }, parent) => {
    if (parent !== null) return FLOW;
    return role === 'partTitle' ? { as: 'container', level: 'part' } : RUNNING_HEADS;
  },
  property: ({ role }) => (role === 'partNumber' ? { as: 'number' } : PARAGRAPH),
  ...each('docPublicationName startingPage volume issue', (_, __, isDirect) =>
    isDirect ? RUNNING_HEADS : PARAGRAPH,
  ),
  /** Names documents of the President, in Dublin Core. */
  title: PARAGRAPH,
  /** The day of an issue on the title page of a part; a line in the head of a document. */
  date: (_, parent, isDirect) => (parent !== 'preface' ? INLINE : isDirect ? RUNNING_HEADS : PARAGRAPH),
  toc: ({ role }) => (role?.startsWith('fr-') ? CONTENTS : FLOW),
  findingAidsNote: CONTENTS,

  ...each('organization affected', PARAGRAPH),
  ...each('action rulePreamble level notes', FLOW),
  actionDescription: PARAGRAPH,
  headingText: HEADING,
  subject: heading(1),
  heading: headingRule(RANKS, new Set(['section', 'paragraph'])),
  crossHeading: heading(3),
  main: (_, parent) => (parent === null ? WRAPPER : FLOW),
  statement: GROUP,
  ...each('wordsOfIssuance frDocId billingCode', PARAGRAPH),
  section: ({ role }) => (role === 'instruction' ? AMENDMENT : { as: 'container', level: 'section' }),
  subsection: AMENDMENT,
  ...each('part subpart', FLOW),
  p: ({ style }) => (sgml(style) === 'AMDPAR' ? AMENDMENT : PARAGRAPH),
  quotedContent: (_, parent) => (parent === 'statement' ? FLOW : { as: 'quote' }),
};
