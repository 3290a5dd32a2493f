import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { UsageError } from '../../build/common/command-line.ts';
import { roomIn, roomOf } from '../../build/files/disk-space.ts';
import { checkRoom } from '../../build/sync/disk-space.ts';
import { SourceError } from '../../build/sync/errors.ts';
import { openBucket, openSource, openTarget } from '../../build/sync/locations.ts';
import { inParallel } from '../../build/sync/parallel.ts';
import { checkAge, isOlder } from '../../build/sync/rollback.ts';
import { fileProblem, listProblem, partProblem } from '../../build/sync/size-limits.ts';
import { temporaryFolder } from '../helpers/tree.ts';

const GIB = 1024 ** 3;

test('implausible parts, files and lists are refused', () => {
  for (const [bytes, files, isPlausible] of [
    [0, 0, true],
    [128, 1, true],
    [127, 1, false],
    [16 * 1024, 1, true],
    [16 * 1024 + 1, 1, false],
    [1, 0, false],
    [GIB, GIB / 1000, true],
    [GIB + 1, GIB / 1000, false],
  ] as const)
    assert.is(partProblem({ bytes, files }) === null, isPlausible, `${bytes} bytes, ${files} lines`);
  assert.equal(
    [fileProblem('api/x', GIB), fileProblem('bulk/x', 64 * GIB), listProblem({ bytes: GIB })],
    [null, null, null],
  );
  assert.match(fileProblem('api/x', GIB + 1) ?? '', /^declares 1,074 MB, more than/);
  assert.ok(fileProblem('bulk/x', 64 * GIB + 1) !== null && listProblem({ bytes: GIB + 1 }) !== null);
});

test('a hundredth of a disk must stay free, and 256 MiB at most', () => {
  const disk = { blocks: 25_000, bsize: 4096 };
  assert.equal(
    [25_000, 251, 250, 100, 0].map(bavail => roomOf({ ...disk, bavail })),
    [24_750 * 4096, 4096, 0, 0, 0],
  );
  const large = { blocks: 2 ** 30, bsize: 4096 };
  assert.is(roomOf({ ...large, bavail: 2 ** 17 }), GIB / 4);
  const folder = temporaryFolder();
  const { blocks, bsize } = fs.statfsSync(folder);
  assert.ok(roomIn(folder) < blocks * bsize);
  checkRoom(folder, 0);
  assert.throws(
    () => checkRoom(folder, blocks * bsize),
    (error: Error) => error instanceof SourceError && /too small/.test(error.message),
  );
});

test('tasks run in bounded parallel, and the first failure ends them', async () => {
  let [now, most] = [0, 0];
  const done: number[] = [];
  await inParallel([1, 2, 3, 4, 5, 6, 7], 3, async item => {
    most = Math.max(most, ++now);
    await new Promise(setImmediate);
    now--;
    done.push(item);
  });
  assert.equal([most, done.length], [3, 7]);
  const begun: number[] = [];
  const failed = await inParallel([1, 2, 3, 4, 5, 6, 7], 2, async item => {
    begun.push(item);
    await new Promise(setImmediate);
    throw new Error(`${item}`);
  }).then(
    () => 'none',
    error => error.message,
  );
  assert.equal([failed, begun], ['1', [1, 2]]);
});

const dated = (number: number | null, newest: string) => ({ root: { newest }, history: { number } });

test('a tree is older by its number, else by its day, and never than itself', () => {
  assert.ok(isOlder(dated(1, '2020-01-02'), dated(2, '2020-01-01')));
  assert.not(isOlder(dated(2, '2020-01-01'), dated(2, '2020-01-02')));
  assert.ok(isOlder(dated(null, '2020-01-01'), dated(2, '2020-01-02')));
  assert.not(isOlder(dated(null, '2020-01-02'), dated(null, '2020-01-02')));
  checkAge('x', dated(3, '2020-01-01'), dated(3, '2020-01-01'));
  checkAge('x', dated(3, '2020-01-01'), dated(null, '2020-01-01'));
  assert.throws(
    () => checkAge('x', dated(null, '2021-01-01'), dated(3, '2020-01-01')),
    /up to number 3.*gives out none/,
  );
  assert.throws(
    () => checkAge('x', dated(2, '2020-01-01'), dated(3, '2020-01-01')),
    /older than what x has \(number 2 of 2020-01-01, not number 3 of/,
  );
});

const usage = (run: () => unknown, message: RegExp): void =>
  assert.throws(run, (error: Error) => error instanceof UsageError && message.test(error.message));

test('sources and targets are addresses, folders or buckets', () => {
  const options = { env: {}, jobs: 2 };
  for (const [from, message] of [
    ['https://example.org/?x=1', /neither a query nor a fragment/],
    ['https://example.org/#x', /neither a query nor a fragment/],
    ['http://', /no address/],
    [temporaryFolder(), /no tree that can be copied/],
  ] as const)
    usage(() => openSource(from, options), message);
  const source = openSource('https://user:secret@example.org/law/', options);
  assert.is(source.name, 'https://example.org/law');
  source.close();
  for (const [place, name] of [
    ['s3://law', 's3://law/'],
    ['s3://law/', 's3://law/'],
    ['s3://law/a/b//', 's3://law/a/b/'],
  ] as const) {
    const bucket = openBucket(place, options);
    assert.is(bucket.name, name);
    bucket.close();
  }
  for (const place of ['s3://', 's3://L', 'gs://law'])
    usage(() => openBucket(place, options), /A bucket is s3:/);
});

test('source and target must not contain each other', () => {
  const from = temporaryFolder();
  for (const to of [from, path.join(from, 'mirror'), path.dirname(from)])
    usage(
      () => openTarget(to, { env: {}, jobs: 1, from, dry: null, notice() {} }),
      /must not lie one in the other/,
    );
});

test('the staging folder of a bucket depends on its store and name', () => {
  const cache = temporaryFolder();
  const staging = ['http://127.0.0.1:9', 'http://127.0.0.1:10', undefined].map(AWS_ENDPOINT_URL => {
    const env = {
      XDG_CACHE_HOME: cache,
      AWS_REGION: 'us-east-1',
      ...(AWS_ENDPOINT_URL && { AWS_ENDPOINT_URL }),
    };
    const target = openTarget('s3://law/a', { env, jobs: 1, from: '/nowhere', dry: null, notice() {} });
    assert.ok(target.staging.startsWith(path.join(cache, 'pandect', 'sync')));
    target.close();
    return target.staging;
  });
  assert.is(new Set(staging).size, 3);
});

test.run();
