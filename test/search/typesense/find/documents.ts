import { notice, section } from '../../../helpers/fixture-tree.ts';

/** Documents that are hard to search. */

export const HOSTILE_AGENCIES = [
  'A & B, `Inc.` [C] (D)',
  '`',
  '`] || source:=`757363',
  'Agriculture Department',
  'Agriculture-Department',
  '\\`; && ||',
  `Long${' name'.repeat(60)}`,
  '😀 中文',
];

export const DOCUMENTS = [
  ...HOSTILE_AGENCIES.map((agency, i) =>
    notice(`2018-0000${i + 1}`, `Hostile notice ${i}`, `An agency gives notice, ${i} times.`, { agency }),
  ),
  section(
    17,
    '106',
    'Exclusive rights in copyrighted works',
    'The owner’s exclusive rights <are> & “these”.',
  ),
  section(17, '107', 'Fair use', 'See section 106—and 17 U.S.C. 106A. Fair use is no infringement.'),
  section(2, '9', 'Second title', 'Number nine.'),
  section(10, '9', 'Tenth title', 'Number nine.'),
  notice(
    '2013-28210',
    'A long document',
    `Alpha begins. ${'Filler words follow. '.repeat(4_000)} The zebra crossing is here. ${'More filler. '.repeat(4_000)} Omega ends.`,
    { fr_citation: '78 FR 72393' },
  ),
];

/** What random queries are made of. */
export const QUERY_PIECES = [
  'notice',
  '"',
  '-',
  '`',
  '&&',
  '||',
  '(',
  ')',
  '[',
  ']',
  ':=',
  '*',
  '\\',
  ',',
  '§',
  '“',
  '—',
  'U.S.C.',
  '106',
  'the',
  '😀',
  '中文',
  '\u0000',
  '\u001f',
  'é',
  'e\u0301',
  '17',
  'CFR',
  '.',
  '/',
  "'",
  '<b>',
  '%',
  'zebra',
  '½',
  'ʻ',
];
