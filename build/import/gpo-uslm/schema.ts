import { Issue } from '../fr/issue.ts';
import type { Schema } from '../schema.ts';
import { USLM_ISSUE } from './fr-form.ts';
import { rules as frRules } from './fr-table.ts';

/** USLM 2 of GPO, beside that of the Code. */
const NAMESPACE = 'http://schemas.gpo.gov/xml/uslm';
const isGpo = (attributes: Readonly<Record<string, string>>): boolean =>
  Object.entries(attributes).every(([name, value]) => !/^xmlns$/.test(name) || value === NAMESPACE);

/** `<?page num="21707"?>` */
const instructions = { page: { category: 'page marks', attribute: 'num' } };

export const frIssue: Schema = {
  name: 'GPO USLM (Federal Register)',
  matches: (root, attributes) => root === 'frDoc' && isGpo(attributes),
  rules: frRules,
  head: ['meta', 'toc'],
  instructions,
  rest: 'issue',
  start: head => new Issue(head, USLM_ISSUE),
};
