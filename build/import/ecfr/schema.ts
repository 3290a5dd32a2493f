import type { Schema } from '../schema.ts';
import { LEVELS } from './levels.ts';
import { rules } from './table.ts';
import { Title } from './title.ts';

/** A part of a title, as the eCFR's API gives it by itself. */
const isDivision = (root: string, { TYPE = '' }: Readonly<Record<string, string>>): boolean =>
  /^DIV[1-9]$/.test(root) && (TYPE in LEVELS || TYPE === 'SECTION' || TYPE === 'APPENDIX');

export const ecfr: Schema = {
  name: 'eCFR',
  matches: (root, attributes) => root === 'DLPSTEXTCLASS' || root === 'ECFR' || isDivision(root, attributes),
  rules,
  head: ['HEADER', 'AMDDATE', 'VOLUME'],
  start: head => new Title(head),
};
