import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  compareChapters,
  compareNatural,
  naturalKey,
  sortNatural,
} from '../../build/contract/natural-order.ts';
import { SOURCES } from '../../build/contract/sources.ts';
import { ODD_IDENTIFIERS } from '../helpers/catalogs.ts';

/** Asserts that every text comes before all that follow it. */
function assertAscending(texts: readonly string[], compare: (a: string, b: string) => number): void {
  texts.forEach((a, i) => {
    assert.is(compare(a, a), 0);
    for (const b of texts.slice(i + 1)) {
      assert.ok(compare(a, b) < 0, `${a} before ${b}`);
      assert.ok(compare(b, a) > 0, `${b} after ${a}`);
    }
  });
}

test('natural order', () => {
  assertAscending(
    [
      't2/s1',
      't2/s9',
      't2/s10',
      't2/s106',
      't2/s106-1',
      't2/s106a',
      't2/s107',
      't5/s9',
      't5a/s1',
      't6/s1',
      't10/s1',
    ],
    compareNatural,
  );
  assertAscending(['s1.2', 's1.10', 's1.10a', 's2.1'], compareNatural);
  assertAscending(['s46–1', 's46-2', 's46—3', 's46−4', 's46-5'], compareNatural);
  assertAscending(['s16.103', 's§ 16.104-16.109', 's16.110'], compareNatural);
  assertAscending(['2018-998', '2018-09910', '2018-10210'], compareNatural);
  assertAscending(['A', 'a', 'B', 'b'], compareNatural);
  assertAscending(['999999999', '1000000000', '9999999999', '10000000000', '1'.repeat(300)], compareNatural);
});

test('appendices sort after the sections of their part, those of subparts first', () => {
  const identifiers = [
    's1.1',
    'p1/app',
    's200.1',
    's200.9',
    's200.10-200.20',
    's200.521',
    'p200/spB/sg-oil/appA',
    'p200/spB/app',
    'p200/spB/appA',
    'p200/spC/appA',
    'p200/spAA/appA',
    'p200/appA',
    'p200/appA(2)',
    'p200/appA-1',
    'p200/appB',
    'p200/appE-F',
    'p200/appI',
    'p200/appII',
    'p200/appIV',
    'p200/appJ',
    'p200/appV',
    'p200/appVIII',
    'p200/appIX',
    'p200/appX',
    'p200/appXII',
    'p200/appAA',
    'p200/app~2',
    'p200/table1',
    'p200/table2',
    'p200/table10',
    's201.1',
    's201.2/appA',
    's201.3',
    's1000.1',
    'ch2/appA',
    'stA/chI/appA',
  ];
  assertAscending([...identifiers.map(rest => `/us/cfr/t2/${rest}`), '/us/cfr/t3/s1.1'], compareNatural);
  assertAscending(['/us/cfr/t41/s60-1.99', '/us/cfr/t41/p60-1/appA', '/us/cfr/t41/s60-2.1'], compareNatural);
});

test('rules and plans of the appendices of titles: by number, and by year and number', () => {
  assertAscending(
    [
      '/us/usc/t18/s6005',
      '/us/usc/t18a/courtRules/Crim/rule7',
      '/us/usc/t18a/courtRules/Crim/rule7.1',
      '/us/usc/t18a/courtRules/Crim/rule26.3',
      '/us/usc/t18a/pl/91/538/s1',
      '/us/usc/t19/s1',
    ],
    compareNatural,
  );
  const plans = ['1939/I', '1939/II', '1940/III', '1947/3', '1950/2', '1950/19', '1978/1'];
  assertAscending(
    plans.map(plan => `/us/usc/t5a/reorgPlan/${plan}`),
    compareNatural,
  );
  // A law of an appendix is no part of regulations.
  assertAscending(['/us/usc/t5a/p1/appA', '/us/usc/t5a/s1.1'], compareNatural);
});

test('texts that look alike still have an order, so that the order is total', () => {
  for (const [a, b] of [
    ['7', '007'],
    ['s1-2', 's1–2'],
    ['s§ 1', 's1'],
    ['a', 'A'],
    ['s1  2', 's1 2'],
    ['s1\u20112', 's1\u22122'],
  ] as const) {
    assert.is(naturalKey(a), naturalKey(b));
    assert.is.not(compareNatural(a, b), 0);
    assert.is(Math.sign(compareNatural(a, b)), -Math.sign(compareNatural(b, a)));
  }
});

test('sorting agrees with comparing', () => {
  const texts = SOURCES.flatMap(({ id }) => ODD_IDENTIFIERS[id]);
  assert.equal(
    sortNatural(texts, text => text),
    [...texts].sort(compareNatural),
  );
  assert.equal(
    sortNatural([...texts].reverse(), text => text),
    [...texts].sort(compareNatural),
  );
});

test('chapters: Roman numerals by value, everything else natural', () => {
  assertAscending(
    ['I', 'II', 'IV', 'V', 'VI', 'IX', 'X', 'XIV', 'XL', 'L', 'XC', 'CD', 'CM', 'M', 'MMXXIV'],
    compareChapters,
  );
  assertAscending(['1', '2', '10', '10A', '11'], compareChapters);
  assertAscending(['VIII', '8a', 'IX'], compareChapters);
  // Not well-formed numerals, so they are words.
  assertAscending(['IX', 'X', 'IIII', 'VX'], compareChapters);
  assert.is.not(compareChapters('IX', '9'), 0);
});

test.run();
