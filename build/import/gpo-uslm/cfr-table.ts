import { rules as annual } from '../annual/table.ts';
import { CONTENTS, each, RUNNING_HEADS } from '../gpo/typeset.ts';
import type { Rule, RuleOf } from '../schema.ts';
import { FLOW, headingRule, INLINE, PARAGRAPH, textRules, WRAPPER } from './text.ts';

/** Volumes of the printed edition of the CFR (`cfrDoc`). */

const LEVELS = ['title', 'subtitle', 'chapter', 'subchapter', 'part', 'subpart'];
const RANKS: Readonly<Record<string, number>> = { HED: 2, HD1: 2, HD2: 3, HD3: 4, HD4: 5, HD5: 5, HD6: 5 };

const UNITS = new Set(['section', 'appendix']);
/** Within a unit, a table of contents is part of the unit. */
const isInUnit = (parent: string | null): boolean =>
  parent !== null && parent !== 'level' && !LEVELS.includes(parent);

export const rules: Readonly<Record<string, RuleOf>> = {
  ...annual,
  ...textRules(annual.E!),
  ...Object.fromEntries(LEVELS.map(level => [level, { as: 'container', level } as Rule])),
  level: { as: 'container', level: 'subject_group' },
  section: { as: 'unit', kind: 'section' },
  appendix: (_, parent) => (parent !== null && UNITS.has(parent) ? FLOW : { as: 'unit', kind: 'appendix' }),
  heading: headingRule(RANKS, new Set([...LEVELS, 'level', 'section', 'appendix', 'paragraph'])),
  crossHeading: headingRule(RANKS, new Set()),

  ...each('cfrDoc main preface backMatter', WRAPPER),
  ...each('leftRunningHead rightRunningHead ear', RUNNING_HEADS),
  toc: (_, parent) => (isInUnit(parent) ? FLOW : CONTENTS),
  /** In Dublin Core it is a line of the title page. */
  date: (_, parent) => (parent === null || parent === 'cfrDoc' ? PARAGRAPH : INLINE),
  ...each('docPublicationName docNumber provisionRange docReleasePoint creator subheading', PARAGRAPH),
  ...each('editionNote organizationNote explanationNote citationNote', FLOW),
};
