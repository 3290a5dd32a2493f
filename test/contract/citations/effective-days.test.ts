import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { EffectiveDays } from '../../../build/contract/citations/effective-days.ts';
import { daysIn } from '../../../build/contract/written-days.ts';

/** The days of each `§` of an instruction. */
function daysOf(text: string): (string | null)[][] {
  const days = new EffectiveDays(text);
  const places = [...text.matchAll(/§/g)].map(({ index }) => index);
  return places.map((at, i) => days.of(at, places[i + 1] ?? Number.POSITIVE_INFINITY));
}

const check = (cases: readonly (readonly [string, ...(string | null | readonly (string | null)[])[]])[]) => {
  for (const [text, ...expected] of cases)
    assert.equal(
      daysOf(text),
      expected.map(days => [days].flat()),
      text,
    );
};

test('a day behind is of its own clause', () => {
  check([
    ['2. § 1 is added; § 2 is removed, effective June 1, 2021.', null, '2021-06-01'],
    ['2. § 1 is added. § 2 is removed, effective June 1, 2021.', null, '2021-06-01'],
    ['12. Revise § 1. Remove § 2, effective June 1, 2021.', null, '2021-06-01'],
    ['12. Revise § 1 and § 2, effective June 1, 2021.', '2021-06-01', '2021-06-01'],
    // The period of an abbreviation ends none.
    ['2. Revise § 1 by Sec. 4 of the U.S. Code, effective June 1, 2021.', '2021-06-01'],
    ['2. Revise § 1, effective Nov. 1, 2021. Add § 2.', '2021-11-01', null],
    ['2. Revise § 1; revise § 2, effective June 1, 2021; revise § 3.', null, '2021-06-01', null],
    // One part of what is amended has a day.
    ['2. Amend § 1 by removing “x”; and adding “y”, effective June 1, 2021.', [null, '2021-06-01']],
    ['2. Amend § 1; effective June 1, 2021, remove “x”.', [null, '2021-06-01']],
    ['2. Amend § 1; effective June 1, 2021.', '2021-06-01'],
    ['2. Revise § 1. Effective June 1, 2021.', '2021-06-01'],
  ]);
});

test('a day begins or ends at an “and”', () => {
  check([
    [
      '2. Revise § 1, effective May 1, 2020, and add § 2, effective June 1, 2021.',
      '2020-05-01',
      '2021-06-01',
    ],
    ['2. Revise § 1, effective May 1, 2020, and add § 2.', '2020-05-01', null],
    ['2. Revise § 1 (effective May 1, 2020) and add § 2.', '2020-05-01', null],
    [
      '2. Effective May 1, 2020, revise § 1, and effective June 1, 2021, revise § 2.',
      '2020-05-01',
      '2021-06-01',
    ],
    ['2. Effective May 1, 2020, revise § 1. Effective June 1, 2021, revise § 2.', '2020-05-01', '2021-06-01'],
    [
      '2. Effective May 1, 2020, revise § 1. Effective June 1, 2021, revise § 2; revise § 3.',
      ...['2020-05-01', '2021-06-01', '2021-06-01'],
    ],
    [
      '2. Revise § 1, effective May 1, 2020, and effective June 1, 2021, revise § 2.',
      '2020-05-01',
      '2021-06-01',
    ],
    ['2. Revise § 1, and effective June 1, 2021, until July 1, 2022, suspend § 2.', ...[null, '2021-06-01']],
    // Days of what is named, not of the instruction.
    ['2. § 1, dated May 1, 2020, and effective June 1, 2021, is amended.', null],
    ['2. § 1, effective June 1, 2021, and § 2 are amended.', null, null],
    ['2. Amend § 1, as revised May 1, 2020, and effective June 1, 2021, in part.', null],
    ['2. Amend § 1, as revised, effective June 1, 2021, and add § 2.', null, null],
  ]);
});

test('of two days in a clause each is of its own instruction, where the words tell which', () => {
  check([
    [
      '2. Effective January 1, 2020, until June 1, 2021, § 1 is suspended and § 2 is added, effective July 1, 2020 through June 1, 2021.',
      ...['2020-01-01', '2020-07-01'],
    ],
    [
      '2. Effective May 1, 2020, amend § 1 by removing “x” and adding “y”, effective June 1, 2021.',
      ['2020-05-01', '2021-06-01'],
    ],
    ['2. Effective May 1, 2020, amend § 1 and § 2, effective June 1, 2021.', null, null],
    ['2. Effective May 1, 2020, § 1 and § 2 are added, effective June 1, 2021.', null, null],
    ['2. Effective May 1, 2020, amend § 1 and § 2, effective May 1, 2020.', '2020-05-01', '2020-05-01'],
    [
      '2. Effective May 1, 2020, amend § 1; and amend § 2, effective June 1, 2021.',
      '2020-05-01',
      '2021-06-01',
    ],
    [
      '2. Effective May 1, 2020, § 1 is amended; § 2 is amended, effective June 1, 2021, and § 3 is amended.',
      ...['2020-05-01', '2021-06-01', null],
    ],
    [
      '2. Effective May 1, 2020, suspend § 1 and § 2 and add § 3, effective June 1, 2021.',
      ...['2020-05-01', '2020-05-01', '2021-06-01'],
    ],
    [
      '2. Effective May 1, 2020, § 1 is removed and reserved and § 2 is added, effective June 1, 2021.',
      ...['2020-05-01', '2021-06-01'],
    ],
    [
      '2. Effective May 1, 2020, § 1 is removed and § 2 and § 3 are added, effective June 1, 2021.',
      ...['2020-05-01', null, '2021-06-01'],
    ],
    ['2. Effective May 1, 2020, amend § 1 and § 2 by removing “x”, effective June 1, 2021.', ...[null, null]],
    ['2. Effective May 1, 2020, remove and reserve § 1 and § 2, effective June 1, 2021.', ...[null, null]],
    [
      '2. Effective May 1, 2020, remove and reserve § 1 and § 2 is added, effective June 1, 2021.',
      ...['2020-05-01', '2021-06-01'],
    ],
    [
      '2. Effective May 1, 2020, amend § 1 and § 2 that is on gulls, effective June 1, 2021.',
      ...[null, null],
    ],
    ['2. Effective May 1, 2020, and June 1, 2021, amend § 1 and § 2.', null, null],
    ['2. Revise § 1, effective May 1, 2020 or June 1, 2021.', null],
  ]);
});

test('what is delayed until a day has that day', () => {
  check([
    ['2. The effective date of § 1 is delayed until June 1, 2021.', '2021-06-01'],
    ['2. The effective dates of § 1 and § 2 are hereby delayed to June 1, 2021.', '2021-06-01', '2021-06-01'],
    [
      '2. § 1, published at 78 FR 4726, effective May 1, 2020, is further delayed until June 1, 2021.',
      '2021-06-01',
    ],
    ['2. § 1 is revised; the effective date of § 2 is delayed until June 1, 2021.', null, '2021-06-01'],
    ['2. § 1 is delayed until June 1, 2021, and § 2 is delayed indefinitely.', '2021-06-01', 'delayed'],
    ['2. Revise § 1 (effective date delayed until June 1, 2021)', '2021-06-01'],
    [
      '2. Effective date delayed until May 1, 2020, revise § 1; revise § 2, delayed to June 1, 2021.',
      '2020-05-01',
      '2021-06-01',
    ],
    // A day of something else, or none.
    ['2. Revise § 1 on nests of which the ban is delayed until June 1, 2021.', null],
    ['2. The effective date of § 1 is delayed until further notice.', null],
    ['2. The effective date of § 1 is delayed until June 31, 2021.', null],
    ['2. The effective date of § 1 is not delayed until June 1, 2021.', null],
  ]);
});

test('what is delayed indefinitely has no day', () => {
  check([
    ['2. The effective date of § 1 is delayed indefinitely.', 'delayed'],
    [
      '2. The effective dates of § 1 and § 2 are hereby indefinitely delayed pending review.',
      'delayed',
      'delayed',
    ],
    ['2. The effective date of § 1, published at 78 FR 4726, is delayed indefinitely.', 'delayed'],
    ['2. § 1 is amended, delayed indefinitely.', 'delayed'],
    ['2. Revise § 1 (effective date delayed indefinitely)', 'delayed'],
    ['2. Revise § 1, delayed indefinitely; revise § 2', 'delayed', null],
    ['2. The effective date of § 1 is delayed indefinitely, and § 2 is revised.', 'delayed', null],
    ['2. § 1 is revised; the effective date of § 2 is delayed indefinitely.', null, 'delayed'],
    ['2. The effective date of § 1 is not delayed indefinitely.', null],
    ['2. Revise § 1, added at 78 FR 4726, delayed indefinitely.', null],
    ['2. Revise § 1 on nests of which the ban is delayed indefinitely.', null],
    ['2. § 1, delayed indefinitely, is amended.', null],
  ]);
});

test('days are read in any case', () => {
  check([
    ['2. EFFECTIVE MAY 1, 2020, AMEND § 1.', '2020-05-01'],
    ['2. AMEND § 1, EFFECTIVE SEPT. 1, 2020.', '2020-09-01'],
    ['2. Amend § 1, effective september 1, 2020.', '2020-09-01'],
    ['2. Amend § 1, effective decided 1, 2020.', null],
  ]);
  assert.equal(daysIn('Nov. 4, 1972; MAY 1 2020; JUL. 2, 2021, june 3, 2022, Febuary 4, 2023'), [
    ...['1972-11-04', '2020-05-01', '2021-07-02', '2022-06-03', '2023-02-04'],
  ]);
  assert.equal(daysIn('decided 5, 1999, MARINE 5, 1999, Gulls 5, 1999, may 32, 1999, ma 5, 1999'), []);
});

test('an instruction of more than 20 days has none', () => {
  const written = (count: number) =>
    Array.from({ length: count }, (_, i) => `revise § ${i}, effective May 1, ${2000 + i}`).join('; ');
  assert.equal(daysOf(written(20)).at(-1), ['2019-05-01']);
  assert.equal(
    daysOf(written(21)),
    Array.from({ length: 21 }, () => [null]),
  );
});

test.run();
