import type { Schema } from '../schema.ts';
import { PRINTED } from './form.ts';
import { rules } from './table.ts';
import { BOOK, Volume } from './volume.ts';

export const annualCfr: Schema = {
  name: 'annual CFR',
  matches: root => root === 'CFRDOC' || root === 'CFRGRANULE',
  rules,
  head: ['FDSYS', 'AMDDATE', 'TITLEPG'],
  rest: BOOK,
  start: head => new Volume(head, PRINTED),
};
