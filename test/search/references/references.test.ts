import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { mentionsIn } from '../../../build/search/references/mentions.ts';
import { REFERENCE_LIMITS, referencesOf } from '../../../build/search/references/references.ts';
import { documentWith } from './sample.ts';

const numbered = (count: number, text: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => text(i + 1)).join(' ');

test('lists of references end at their bounds', () => {
  const { cites, names, abbreviations } = REFERENCE_LIMITS;
  const letters = (i: number) =>
    i
      .toString(26)
      .replace(/\d/g, digit => 'qrstuvwxyz'.charAt(Number(digit)))
      .toUpperCase();
  const body = [
    numbered(cites + 1, i => `${(i % 90) + 1} U.S.C. ${i};`),
    numbered(names + 1, i => `the Lamp A${letters(i)} Act (7 U.S.C. 5)`),
    numbered(abbreviations + 50, i => `Lamp B${letters(i)} (LB)`),
  ].join(' ');
  const found = referencesOf(documentWith('fr', body));
  assert.is(found.cites.length, cites);
  assert.is(found.names.length, names);
  assert.is(found.abbreviations.length, abbreviations);
});

test('mentions, numbers of a list, their digits and occurrences of a name are bounded', () => {
  const mentions = (text: string) => mentionsIn(documentWith('fr', text), text);
  assert.is(mentions('5 U.S.C. 7; '.repeat(20_001)).length, 20_000);
  assert.is(mentions(`5 U.S.C. ${numbered(201, i => `${i},`)}`)[0]?.keys.length, 200);
  assert.is(mentions(`5 U.S.C. ${'7'.repeat(30)}`).length, 1);
  assert.is(mentions(`5 U.S.C. ${'7'.repeat(31)}`).length, 0);
  const named = (before: number) =>
    referencesOf(
      documentWith(
        'usc',
        `${'may be cited as x. '.repeat(before)}This chapter may be cited as the “Lamp Act”.`,
      ),
    );
  assert.is(named(999).names.length, 1);
  assert.is(named(1_000).names.length, 0);
});

const MEGABYTE = 1_000_000;
/** What would make a careless pattern begin again at each place; the runner's own limit would end the test. */
const HOSTILE: Record<string, string> = {
  parentheses: '(',
  'capital letters': 'A',
  'capital words': 'Act ',
  'capital words in parentheses': '(Act Act ',
  'a list of sections': 'section 1, 2, 3, ',
  'sections on one line': 'section 1 ',
  'one list of a code': '5 U.S.C. 1, 2, ',
  digits: '1',
  'citations without numbers': '5 U.S.C. ',
  'short names': 'This Act may be cited as the “X Act” ',
  'short titles without an end': 'may be cited as the “',
  'names without an end': 'The X, referred to in classified to chapter 1 (§ 1 ',
  'acts with citations': 'the Lamp Act of 1969 (7 U.S.C. 5) ',
  abbreviations: 'Lamp Board (LB) ',
  'dashes and hyphens': '1–1-',
  subdivisions: '5 U.S.C. 5(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)(k)(l)',
  spaces: ' ',
  lines: '\n',
};
for (const [name, unit] of Object.entries(HOSTILE)) {
  test(`a megabyte of ${name} is read in time`, () => {
    const body = unit.repeat(Math.ceil(MEGABYTE / unit.length));
    for (const head of ['', '5 U.S.C. ', 'may be cited as ']) {
      const found = referencesOf(documentWith('usc', head + body));
      assert.ok(found.cites.length <= REFERENCE_LIMITS.cites);
    }
  });
}

test.run();
