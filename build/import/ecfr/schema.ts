import type { Schema } from '../schema.ts';
import { childOf, lineOf } from '../xml/node.ts';
import { factsOf } from './file-facts.ts';
import type { CfrForm } from './form.ts';
import { LEVELS } from './levels.ts';
import { headOf, prepare } from './prepare-tree.ts';
import { creditsIn, statementIn } from './statements.ts';
import { rules } from './table.ts';
import { Title } from './title.ts';

const ECFR: CfrForm = {
  legalStatus: 'authoritative_unofficial',
  factsOf,
  headingOf({ own }) {
    const head = own.find(({ name }) => name === 'HEAD' || name === 'RESERVED');
    return head ? lineOf(headOf(head)) : '';
  },
  namesOf(node) {
    const head = childOf(node, 'HEAD');
    return { number: node.attributes.N ?? '', heading: head ? lineOf(headOf(head)) : '' };
  },
  creditsOf: ({ children }) => creditsIn(children),
  statementOf: (nodes, name) => statementIn(nodes, name),
  prepare,
};

/** Whether the root is a part of a title by itself, from the eCFR's API. */
const isDivision = (root: string, { TYPE = '' }: Readonly<Record<string, string>>): boolean =>
  /^DIV[1-9]$/.test(root) && (TYPE in LEVELS || TYPE === 'SECTION' || TYPE === 'APPENDIX');

export const ecfr: Schema = {
  name: 'eCFR',
  matches: (root, attributes) => root === 'DLPSTEXTCLASS' || root === 'ECFR' || isDivision(root, attributes),
  rules,
  head: ['HEADER', 'AMDDATE', 'VOLUME'],
  start: head => new Title(head, ECFR),
};
