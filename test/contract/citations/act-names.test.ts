import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { actName, nameGiven } from '../../../build/contract/citations/act-names.ts';
import { writtenCitations } from '../../../build/contract/citations/written.ts';

test('a name is compared without its year, its article, its case and its kind of marks', () => {
  assert.equal(actName('the Harbor Lights Act of 1938'), { name: 'harbor lights act', year: '1938' });
  assert.equal(actName('Keepers’ Pay–Scale  Act'), { name: "keepers' pay-scale act", year: '' });
});

const given = (body: string): string | null => {
  const found = nameGiven(body);
  return found && `${found.name}/${found.year}`;
};

test('a section gives the name that it says the law may be cited as', () => {
  for (const [body, name] of [
    ['This chapter may be cited as the “Harbor Lights Act of 1938”.', 'harbor lights act/1938'],
    ['This title may be cited as "Harbor Lights Act".', 'harbor lights act/'],
    ['this subchapter, with its notes, may be cited as “the Harbor Lights Act,”', 'harbor lights act/'],
    ['That Act may be cited as the “Harbor Lights Act”.', null],
    ['This chapter is cited as the “Harbor Lights Act”.', null],
    ['This chapter may be cited as the “Act”.', null],
    ['This chapter. The lamp “burns”; it may be cited as the “Harbor Lights Act”.', null],
  ] as const)
    assert.is(given(body), name, body);
});

test('of several names the law’s own wins over the enacting act’s, and both over those of changes', () => {
  const own = 'This chapter may be cited as the “Own Act”.';
  const enacting = 'This Act [enacting this chapter] may be cited as the “Enacting Act”.';
  const other = 'This Act may be cited as the “Other Act”.';
  const change = 'This chapter may be cited as the “Own Amendments Act of 1990”.';
  assert.is(given(`${other} ${change} ${enacting} ${own}`), 'enacting act/');
  assert.is(given(`${change} ${other} ${own}`), 'own act/');
  assert.is(given(`${change} ${other}`), 'other act/');
  assert.is(given(change), 'own amendments act/1990');
});

/** The readings of what may be a name. */
const named = (text: string): string[] =>
  writtenCitations(text).flatMap(({ text: words, readings, isCertain }) =>
    readings.map(({ kind, name, skipped }) => {
      assert.equal([kind, isCertain], ['act', false]);
      return `${[...words].slice(skipped).join('')} = ${name?.name}/${name?.year}`;
    }),
  );

test('every beginning of capital words before Act may begin a name, the longest first', () => {
  assert.equal(named('by the 🏛 Fair  Lamp Standards Act of 1938.'), [
    'Fair  Lamp Standards Act of 1938 = fair lamp standards act/1938',
    'Lamp Standards Act of 1938 = lamp standards act/1938',
    'Standards Act of 1938 = standards act/1938',
  ]);
  assert.equal(named('lamp act'), ['lamp act = lamp act/']);
});

test('no name has a number or an end of a sentence inside, and Act alone is none', () => {
  for (const text of ['the Act', 'Act', 'In 1938 Act', 'the lamp. Act', 'to act', 'Active Lamp Actor'])
    assert.equal(named(text), [], text);
  assert.equal(named('oil; Lamp Act'), ['Lamp Act = lamp act/']);
});

test('another citation beside a name stays', () => {
  const kinds = writtenCitations('17 U.S.C. 106 of the Lamp Act').map(({ readings }) => readings[0]?.kind);
  assert.equal(kinds, ['section', 'act']);
});

test.run();
