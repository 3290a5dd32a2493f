import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { VersionItem } from '../../../build/contract/version.ts';
import { citationWords, dayWords, textsOf } from '../../../build/site/app/read/past/law-events.ts';

/** What credits and notes tell, in words, and the texts that it leads to. */

const version = (from: string, to: string | null, name: string | null = from): VersionItem => ({
  ...{ from, to, edition: from, last_seen: from, certain: false, amended: null },
  url: `/api/usc/documents/t1%2Fs1${name === null ? '' : `?on=${name}`}`,
});

const NOW = version('2021-12-27', null, null);
const REPLACED = version('2018-01-01', '2018-01-01', '2018-01-01~1');
const STAYED = version('2018-01-01', '2021-12-27');
const FIRST = version('2015-01-01', '2018-01-01');
const ALL = [NOW, STAYED, REPLACED, FIRST];

test('an event leads to the first text from its day on, and to the one before that', () => {
  const texts = (date: string | null, in_archive = true) => {
    const found = textsOf({ date, in_archive }, ALL);
    return found && [found.version, found.older];
  };
  assert.equal(texts('2018-01-02'), [NOW, STAYED]);
  assert.equal(texts('2021-12-27'), [NOW, STAYED]);
  assert.equal(texts('2018-01-01'), [STAYED, FIRST]);
  assert.equal(texts('2015-01-02'), [STAYED, FIRST]);
  assert.equal(texts('2015-01-01'), [FIRST, null]);
  for (const [date, isHeld] of [
    ['2018-01-01', false],
    ['2021-12-28', true],
    [null, true],
  ] as const)
    assert.is(texts(date, isHeld), null, String(date));
  assert.is(textsOf({ date: '2018-01-01', in_archive: true }, []), null);
});

test('a note on an effective date is told with its law, which a credit tells itself', () => {
  const words = (kind: 'effective' | 'amended', law: string | null) =>
    citationWords({ kind, law, citation: 'The words' });
  assert.is(words('effective', '/us/pl/101/650/tVII/s704'), 'The words (Public Law 101-650)');
  assert.is(words('effective', '/us/stat/61/633'), 'The words (61 Stat. 633)');
  for (const law of ['/us/act/1947-07-30/ch391', null]) assert.is(words('effective', law), 'The words');
  assert.is(words('amended', '/us/pl/101/650'), 'The words');
});

test('a day that nobody tells is said to be none', () => {
  assert.is(dayWords({ date: '1990-12-01' }), 'December 1, 1990');
  assert.is(dayWords({ date: null }), 'On a day that is not told');
});

test.run();
