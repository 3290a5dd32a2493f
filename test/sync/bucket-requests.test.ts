import { hash } from 'node:crypto';
import { existsSync, mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { LockedError } from '../../build/common/lock.ts';
import type { Part, Root } from '../../build/files/manifest/root.ts';
import { BucketTarget } from '../../build/sync/bucket-target.ts';
import type { Moves } from '../../build/sync/file-moves.ts';
import { openHistorySource } from '../../build/sync/history-source.ts';
import type { Publication } from '../../build/sync/target.ts';
import { temporaryFolder } from '../helpers/tree.ts';
import { closeAfter } from '../runner/leftovers.cjs';
import { failure } from './helpers.ts';
import { type Asked, keyOf, Shelf } from './shelf.ts';

/** A bucket's answers, one by one; whole runs with a store that others have written are in bucket.test.ts. */

const MB = 1024 * 1024;
const JOURNAL = '.sync/journal.json';

function file(content: string | number): { file: string; sha256: string } {
  const name = join(temporaryFolder(), 'file');
  const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.alloc(content, 'x');
  writeFileSync(name, bytes);
  return { file: name, sha256: hash('sha256', bytes) };
}

test('an upload has its bucket in the path, its headers, and a digest for the store to check', async () => {
  const shelf = new Shelf();
  const bucket = await shelf.open();
  const lamp = file('{"lamp":1}');
  await bucket.putFile('api/usc/documents/t17/s1.json', lamp);
  const { method, url, headers } = shelf.asked[0] as Asked;
  assert.equal([method, url], ['PUT', keyOf('api/usc/documents/t17/s1.json')]);
  assert.is(headers['x-amz-checksum-sha256'], Buffer.from(lamp.sha256, 'hex').toString('base64'));
  assert.is(headers['x-amz-meta-sha256'], lamp.sha256);
  assert.match(headers['content-type'] ?? '', /^application\/json/);
  assert.is(bucket.traffic.bytes, 10);
});

test('an object is read up to its bound, and a refusal of the store is an error, not a missing object', async () => {
  const shelf = new Shelf();
  const bucket = await shelf.open();
  shelf.objects.set(keyOf('a'), Buffer.alloc(1000));
  assert.is((await bucket.get('a', 1000))?.length, 1000);
  assert.match(await failure(bucket.get('a', 999)), /is longer than 999 bytes/);
  assert.is(await bucket.get('b', 1), null);
  shelf.fails = () => 403;
  assert.match(await failure(bucket.get('a', 1000)), /^s3:\/\/shelf\/law\/a: /);
  shelf.fails = () => 404;
  assert.match(await failure(bucket.putText('a', 'x')), /There is no bucket shelf/);
});

test('a failed upload of a large file is repeated', async () => {
  const shelf = new Shelf();
  const bucket = await shelf.open();
  const large = file(9 * MB);
  const puts = () => shelf.asked.filter(({ method }) => method === 'PUT');
  shelf.fails = () => (puts().length === 1 ? 500 : null);
  await bucket.putFile('bulk/a.gz', large);
  assert.equal(
    puts().map(({ bytes }) => bytes),
    [9 * MB, 9 * MB],
  );
  shelf.fails = () => 500;
  shelf.asked.length = 0;
  await failure(bucket.putFile('bulk/a.gz', large));
  assert.is(puts().length, 6);
});

test('a file too large for a single upload is refused before it is sent', async () => {
  const shelf = new Shelf();
  const bucket = await shelf.open();
  shelf.fails = () => 400;
  const { file: name } = file('');
  truncateSync(name, 5 * 1024 ** 3 + 1);
  assert.match(
    await failure(bucket.putFile('catalog/search.sqlite', { file: name, sha256: 'a'.repeat(64) })),
    /^catalog\/search.sqlite is larger than/,
  );
  assert.equal(shelf.asked, []);
});

interface Opened {
  shelf: Shelf;
  target: BucketTarget;
  folder: string;
}

async function opened(journal?: object): Promise<Opened> {
  const shelf = new Shelf();
  const bucket = await shelf.open();
  if (journal) shelf.objects.set(keyOf(JOURNAL), Buffer.from(JSON.stringify(journal)));
  const folder = join(temporaryFolder(), 'here');
  const target = new BucketTarget(bucket, folder, 2);
  closeAfter(() => target.close());
  return { shelf, target, folder };
}

const LINE = {
  ...{ path: 'api/usc/documents/t17/s1.json', bytes: 2, sha256: 'c'.repeat(64), etag: '"x"' },
  ...{ content_type: 'application/json; charset=utf-8', date: '2022-01-27', identifier: '/us/usc/t17/s1' },
};
const PART = `${JSON.stringify(LINE)}\n`;
const part = (sha256: string): Part =>
  ({ path: 'manifest/usc/t17.ndjson', sha256, bytes: PART.length, files: 1 }) as Part;

test('after an interrupted run its parts count as sound, and others are in doubt', async () => {
  const [came, planned] = [hash('sha256', PART), 'b'.repeat(64)];
  const { shelf, target } = await opened({ to: 'a'.repeat(64), parts: { 'manifest/usc/t17.ndjson': came } });
  assert.is(await target.published(), null);
  assert.is(target.isTorn, true);
  shelf.objects.set(keyOf('manifest/usc/t17.ndjson'), Buffer.from(PART));
  assert.is.not(await target.readPart(part(planned)), null);
  shelf.objects.set(keyOf('manifest/usc/t17.ndjson'), Buffer.from(PART.replace('s1', 's2')));
  assert.is(await target.readPart(part(planned)), null);
  assert.equal(
    [came, planned, null].map(sha256 => target.doubts('manifest/usc/t17.ndjson', sha256)),
    [false, true, true],
  );
  assert.is(target.doubts('manifest/usc/t18.ndjson', null), true);
});

test('a journal with a name outside the tree is damaged', async () => {
  for (const journal of [{ removed: ['../other/a'] }, { added: ['/etc/passwd'] }]) {
    const { target } = await opened({ to: 'a'.repeat(64), ...journal });
    assert.match(await failure(target.published()), /journal\.json is damaged/);
  }
});

test('a run removes objects only if allowed, and leaves no files on this machine', async () => {
  const gone = 'api/usc/documents/t17/s2.json';
  for (const removes of [true, false]) {
    const { shelf, target, folder } = await opened();
    shelf.objects.set(keyOf(gone), Buffer.from('{}'));
    mkdirSync(join(folder, 'staging'), { recursive: true });
    const moves = { inOrder: () => [], removed: () => [gone] } as unknown as Moves;
    const root = { parts: [] } as unknown as Root;
    await target.publish({
      moves,
      root,
      removes,
      to: 'a',
      jobs: 1,
      fileOf: String,
      onFile() {},
    } as unknown as Publication);
    assert.is(shelf.objects.has(keyOf(gone)), !removes);
    assert.is(shelf.objects.has(keyOf(JOURNAL)), false);
    assert.is(existsSync(join(folder, 'staging')), false);
    assert.is(existsSync(join(folder, 'lock')), true, 'the same for every run');
    const other = await new Shelf().open();
    assert.throws(
      () => new BucketTarget(other, folder, 2),
      (error: Error) => error instanceof LockedError,
    );
  }
});

test('a bucket without a history has none', async () => {
  const shelf = new Shelf();
  await shelf.open();
  const place = openHistorySource('s3://shelf/law', { env: process.env, jobs: 1 } as never);
  closeAfter(() => place.close());
  const to = join(temporaryFolder(), 'index');
  assert.is(await place.copy('changes/index.json', to, 1000), null);
  shelf.objects.set(keyOf('changes/index.json'), Buffer.from('{}'));
  assert.equal(await place.copy('changes/index.json', to, 1000), { bytes: 2, sha256: hash('sha256', '{}') });
});

test.run();
