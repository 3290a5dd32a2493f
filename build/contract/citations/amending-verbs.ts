/** The verbs of amendatory instructions, and their forms. */

const PLAIN = [
  'add',
  'amend',
  'correct',
  'delete',
  'designate',
  'redesignate',
  'remove',
  'reserve',
  'revise',
  'transfer',
];
const OTHERS = [
  ...['change', 'delay', 'insert', 'lift', 'move', 'renumber', 'replace', 'republish', 'revoke', 'stay'],
  ...['substitute', 'suspend', 'withdraw'],
];

/** What endings are put to: `revis`, `transferr`. */
const stemOf = (verb: string): string => verb.replace(/e$/, '').replace(/fer$/, 'ferr');

const participleOf = (verb: string): string => (verb === 'withdraw' ? 'withdrawn' : `${stemOf(verb)}ed`);

const anyOf = (verbs: readonly string[], form: (verb: string) => string): string =>
  `(?:${verbs.map(form).join('|')})`;

const ALL = [...PLAIN, ...OTHERS];

/** `revise` */
export const BASE = anyOf(ALL, verb => verb);
/** `revising` */
export const GERUND = anyOf(ALL, verb => `${stemOf(verb)}ing`);
/** `revised` */
export const PARTICIPLE = anyOf(ALL, participleOf);
/** `revises` */
export const THIRD = anyOf(ALL, verb => `${verb.replace(/(?<=sh)$/, 'e')}s`);
/** Those of instructions without marks: in the text of regulations the others are frequent. The beginning of a form, `revis`. */
export const PLAIN_STEM = anyOf(PLAIN, verb => verb.replace(/e$/, ''));
/** `revised` */
export const PLAIN_PARTICIPLE = anyOf(PLAIN, participleOf);
