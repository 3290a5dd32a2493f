import { BOOK, Volume } from '../annual/volume.ts';
import { Issue } from '../fr/issue.ts';
import type { Schema } from '../schema.ts';
import { USLM_VOLUME } from './cfr-form.ts';
import { rules as cfrRules } from './cfr-table.ts';
import { USLM_ISSUE } from './fr-form.ts';
import { rules as frRules } from './fr-table.ts';

const NAMESPACE = 'http://schemas.gpo.gov/xml/uslm';

const isOf =
  (wanted: string): Schema['matches'] =>
  (root, { xmlns = NAMESPACE }) =>
    root === wanted && xmlns === NAMESPACE;

/** `<?page num="21707"?>` */
const instructions = { page: { category: 'page marks', attribute: 'num' } };

export const frIssue: Schema = {
  name: 'GPO USLM (Federal Register)',
  matches: isOf('frDoc'),
  rules: frRules,
  head: ['meta', 'toc'],
  instructions,
  rest: 'issue',
  start: head => new Issue(head, USLM_ISSUE),
};

export const cfrVolume: Schema = {
  name: 'GPO USLM (annual CFR)',
  matches: isOf('cfrDoc'),
  rules: cfrRules,
  head: ['meta'],
  instructions,
  rest: BOOK,
  start: head => new Volume(head, USLM_VOLUME),
};
