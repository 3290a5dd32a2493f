import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { etagOf } from '../../build/contract/etag.ts';
import { fingerprintOf, makeEntry, manifestLine, mtimeOf } from '../../build/files/entry.ts';

const entry = (text: string, timestamp = '2018-05-10T00:00:00.000Z') =>
  makeEntry('api/a.json', [Buffer.from(text)], timestamp);

test('the manifest has the ETag of the answer', () => {
  for (const text of ['', '{}', 'é'])
    assert.is(JSON.parse(manifestLine(entry(text))).etag, etagOf(Buffer.from(text)), text);
});

test('content in pieces has the entry of the joined content', () => {
  const pieces = ['a', '', 'bé'].map(text => Buffer.from(text));
  assert.equal(makeEntry('api/a.json', pieces, '2018-05-10'), entry('abé'));
  assert.equal(makeEntry('api/a.json', [], '2018-05-10'), entry(''));
});

test('files of one size and day have different times if their bytes differ, all of that day', () => {
  const texts = Array.from({ length: 20 }, (_, i) => String(i + 10));
  const times = texts.map(text => mtimeOf(entry(text)));
  assert.is(new Set(times).size, texts.length);
  for (const time of times) assert.is(new Date(1000 * time).toISOString().slice(0, 10), '2018-05-10');
  assert.is(mtimeOf(entry('10')), times[0]);
});

test('a fingerprint depends on bytes and day, not on the time of day', () => {
  assert.is(fingerprintOf(entry('a')), fingerprintOf(entry('a', '2018-05-10T12:00:00.000Z')));
  assert.is.not(fingerprintOf(entry('a')), fingerprintOf(entry('b')));
  assert.is.not(fingerprintOf(entry('a')), fingerprintOf(entry('a', '2018-05-11T00:00:00.000Z')));
});

test.run();
