import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { onParam, type VersionItem } from '../../../build/contract/version.ts';
import {
  absenceOf,
  dayOf,
  failureOf,
  gapBefore,
  isCurrent,
  knownOf,
  nameOf,
  noveltyOf,
  spanOf,
  versionOn,
} from '../../../build/site/app/read/past/history.ts';

/** The history of a document in words. */

const version = (
  name: string | null,
  from: string,
  to: string | null,
  seen: string,
  certain = false,
): VersionItem => ({
  ...{ from, to, edition: from, last_seen: seen, certain, amended: null },
  url: `/api/usc/documents/t1%2Fs1${name === null ? '' : `?on=${name}`}`,
});

const NOW = version(null, '2021-12-27', null, '2025-09-05', true);
const SAME_DAY = version('2021-12-27~1', '2021-12-27', '2021-12-27', '2021-12-27', true);
const BACK = version('2018-04-11', '2018-04-11', '2021-12-27', '2018-04-11');
const FIRST = version('2013-08-09', '2013-08-09', '2014-01-01', '2013-12-31', true);
const ALL = [NOW, SAME_DAY, BACK, FIRST];

test('a version has the name by which the API knows it, and that of today a day that stays', () => {
  assert.equal(ALL.map(nameOf), [null, '2021-12-27~1', '2018-04-11', '2013-08-09']);
  assert.equal(ALL.map(isCurrent), [true, false, false, false]);
  assert.equal(ALL.map(dayOf), ['2021-12-27', '2021-12-27~1', '2018-04-11', '2013-08-09']);
});

test('the span of a version in words', () => {
  assert.equal(ALL.map(spanOf), [
    'Since December 27, 2021',
    'December 27, 2021, replaced or removed on the same day',
    'April 11, 2018 to December 27, 2021',
    'August 9, 2013 to January 1, 2014',
  ]);
});

test('a version that amends less than the own words says so', () => {
  assert.is(noveltyOf({ amended: 'text' }, FIRST), null);
  assert.is(noveltyOf({ amended: 'notes' }, FIRST), 'Only notes amended');
  assert.is(noveltyOf({ amended: null }, FIRST), 'Same words as before');
  assert.is(noveltyOf({ amended: null }, null), null);
});

test('what is known of a version says what is not certain, at its beginning and its end', () => {
  assert.is(
    knownOf({ ...NOW, edition: '117-80' }, BACK),
    'In force from December 27, 2021 at the latest (edition of Public Law 117-80); text last seen September 5, 2025.',
  );
  assert.is(
    knownOf({ ...BACK, edition: '115-164not141' }, null),
    'In force from April 11, 2018 (edition of Public Law 115-164 without 115-141), the first edition here that has it to December 27, 2021; text last seen April 11, 2018. When it changed is not certain: after April 11, 2018, and not later than December 27, 2021.',
  );
  assert.is(
    knownOf({ ...FIRST, edition: 'reprint' }, { ...FIRST, certain: true, amended: null }),
    'In force from August 9, 2013 (edition of reprint) to January 1, 2014; text last seen December 31, 2013.',
  );
});

test('days on which a document was not there are between two versions', () => {
  assert.equal(gapBefore(BACK, FIRST), { from: '2014-01-01', to: '2018-04-11' });
  assert.is(gapBefore(NOW, BACK), null);
  assert.is(gapBefore(FIRST, null), null);
});

test('a day finds its version, its last day exclusive, and a name its own', () => {
  const on = (day: string) => versionOn(ALL, day)?.from ?? null;
  assert.is(on('2013-08-08'), null);
  assert.is(on('2013-08-09'), '2013-08-09');
  assert.is(on('2014-01-01'), null);
  assert.is(on('2021-12-26'), '2018-04-11');
  assert.is(versionOn(ALL, '2021-12-27'), NOW);
  assert.is(versionOn(ALL, '2021-12-27~1'), SAME_DAY);
  assert.is(versionOn(ALL, '2021-12-27~2'), null);
});

test('a day without a text is told with the day that is known', () => {
  assert.match(absenceOf(ALL, '2013-08-08'), 'The oldest text that is known here is of August 9, 2013.');
  assert.match(absenceOf(ALL, '2015-01-01'), 'there again from April 11, 2018');
  assert.match(absenceOf([FIRST], '2015-01-01'), 'the edition of January 1, 2014 no longer has it');
  assert.match(absenceOf([], '2015-01-01'), 'Nothing is known');
});

test('a name that no version has tells nothing of its day', () => {
  for (const name of ['2013-08-09~1', '2015-01-01~1', '2021-12-27~2', '2024-01-01~1', '2010-01-01~1'])
    assert.match(absenceOf(ALL, name), /^No version has that name/, name);
});

test('a text that is known and that nobody finds is not kept, but not removed', () => {
  for (const day of ['2020-01-01', '2018-04-11', '2021-12-27~1', '2024-01-01'])
    assert.match(absenceOf(ALL, day), 'not kept on this host', day);
  assert.match(absenceOf(ALL, '2015-01-01'), 'It was removed before that day');
});

test('a day that is none is an error, as the API says it', () => {
  for (const day of ['2020-02-29', '2021-12-27~1']) assert.is(failureOf(day), null, day);
  for (const word of ['zzz', '', '2021-02-29', '2021-12-27~0', '2021-12-27x', '2021-12']) {
    const failure = failureOf(word);
    assert.is(failure?.status, 400, word);
    try {
      onParam([{ name: 'on', value: word }]);
      assert.is(word, '');
    } catch (error) {
      assert.is(failure?.message, (error as Error).message);
    }
  }
});

test.run();
