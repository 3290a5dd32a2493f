import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiError } from '../../build/contract/errors.ts';
import { sourceOf } from '../../build/contract/sources.ts';
import type { VersionItem } from '../../build/contract/version.ts';
import { versionOn, versionsBody } from '../../build/contract/versions.ts';

/** The version of a day or of a name, and what is said where there is none. */

const SUBJECT = { source: sourceOf('usc'), identifier: '/us/usc/t17/s107' };
const URL = '/api/usc/documents/t17%2Fs107';

const version = (name: string | null, from: string, to: string | null): VersionItem => ({
  ...{ from, to, edition: from, last_seen: from, certain: true, amended: null },
  url: name === null ? URL : `${URL}?on=${name}`,
});

/** The name of what is found, `today`, or the message of the error. */
async function found(list: readonly VersionItem[], on: string): Promise<string> {
  const read = async (file: string): Promise<string | null> =>
    file === 'api/usc/documents/t17/s107/versions.json' ? versionsBody(list, '2020-01-01T00:00:00Z') : null;
  try {
    return (await versionOn(read, SUBJECT, on)).name ?? 'today';
  } catch (error) {
    assert.instance(error, ApiError);
    assert.is((error as ApiError).status, 404);
    return (error as ApiError).message.replace('/us/usc/t17/s107', '§');
  }
}

const AMENDED = [
  version(null, '2016-01-01', null),
  version('2012-06-01', '2012-06-01', '2016-01-01'),
  version('2010-01-01', '2010-01-01', '2012-06-01'),
];

test('a name that no version has is no statement about the law of its day', async () => {
  for (const name of ['2009-01-01~1', '2012-06-01~1', '2013-01-01~1', '2016-01-01~1', '2026-11-26~3'])
    assert.is(await found(AMENDED, name), `§ has no version ${name}. Its versions are at ${URL}/versions.`);
});

test('a day finds the text that was in force', async () => {
  const days = ['2010-01-01', '2012-05-31', '2012-06-01', '2015-12-31', '2016-01-01', '2026-11-26'];
  const names = ['2010-01-01', '2010-01-01', '2012-06-01', '2012-06-01', 'today', 'today'];
  assert.equal(await Promise.all(days.map(day => found(AMENDED, day))), names);
  const first = 'No text of § is known for 2009-12-31. The first known version begins on 2010-01-01.';
  assert.is(await found(AMENDED, '2009-12-31'), first);
});

test('a text that began and ended on one day has a name, and its day is one without the document', async () => {
  const removed = [version('2016-01-01~1', '2016-01-01', '2016-01-01'), ...AMENDED.slice(1)];
  assert.is(await found(removed, '2016-01-01~1'), '2016-01-01~1');
  assert.is(await found(removed, '2015-12-31'), '2012-06-01');
  for (const day of ['2016-01-01', '2020-01-01'])
    assert.is(await found(removed, day), `§ was not in force on ${day}. It was removed on 2016-01-01.`);
  const back = [version(null, '2018-01-01', null), ...removed];
  const told =
    '§ was not in force on 2016-01-01. It was removed on 2016-01-01. It was there again from 2018-01-01.';
  assert.is(await found(back, '2016-01-01'), told);
  assert.is(await found(back, '2018-01-01'), 'today');
});

test.run();
