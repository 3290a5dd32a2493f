import { execFileSync } from 'node:child_process';
import { constants, readdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { withFilesAtHand } from '../../../build/search/documents/files-at-hand.ts';
import { messageOf } from '../../helpers/fixture-tree.ts';
import { temporaryFolder } from '../../helpers/tree.ts';
import { within } from '../../helpers/until.ts';

async function* numbers(count: number, taken: number[] = []): AsyncGenerator<number> {
  for (let i = 0; i < count; i++) {
    taken.push(i);
    yield i;
  }
}

async function read(items: AsyncIterable<number>): Promise<number[]> {
  const all: number[] = [];
  for await (const item of items) all.push(item);
  return all;
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

test('all items come in their order, whether a thread reads their files or not', async () => {
  for (const count of [0, 1, 99, 100, 101, 599, 600, 601, 1250])
    assert.equal(await read(withFilesAtHand(numbers(count), item => [`missing-${item}`])), upTo(count));
});

/** More than a pipe holds, and more than is read at once. */
const LONG = Buffer.alloc(1 << 20);

/** Writes into a pipe, which waits until somebody reads it, and fails where not all is read. */
async function isRead(pipe: string): Promise<void> {
  const handle = await open(pipe, 'w');
  try {
    await handle.writeFile(LONG);
  } finally {
    await handle.close();
  }
}

const openFiles = (): number => readdirSync('/dev/fd').length;

test('files of items that are not wanted yet are read to their ends, and closed, behind those that cannot be read', async () => {
  const folder = temporaryFolder();
  const pipes = ['first', 'behind', 'last'].map(name => join(folder, name));
  execFileSync('mkfifo', pipes);
  const [first, behind, last] = pipes as [string, string, string];
  const unreadable = [join(folder, 'missing'), ...Array.from({ length: 50 }, () => folder)];
  const paths: Record<number, string[]> = { 0: [...unreadable, first], 599: [behind], 649: [last] };
  const taken: number[] = [];
  const before = openFiles();
  const items = withFilesAtHand(numbers(650, taken), item => paths[item]);
  try {
    assert.is((await items.next()).value, 0);
    assert.is(taken.length, 600, 'so many are asked for ahead, and no more');
    await within(isRead(first));
    await within(isRead(behind));
    assert.ok(openFiles() < before + 40, `${openFiles()} files are open, ${before} were`);
    for (let i = 1; i < 110; i++) assert.is((await items.next()).value, i);
    await within(isRead(last));
    assert.is((await read(items)).length, 540);
  } finally {
    // Whoever waits for a pipe gets on, and ends.
    const both = await Promise.all(pipes.map(pipe => open(pipe, constants.O_RDWR | constants.O_NONBLOCK)));
    await items.return(undefined);
    await Promise.all(both.map(handle => handle.close()));
  }
});

test('one thread begins where there are many items, and ends with them, with their failure, or where no more are wanted', async () => {
  const threads: Worker[] = [];
  const keep = (thread: Worker) => threads.push(thread);
  async function* failing() {
    yield* numbers(700);
    throw new Error('Interrupted.');
  }
  const runs = [
    () => read(withFilesAtHand(numbers(99), () => [])),
    () => read(withFilesAtHand(numbers(700), () => undefined)),
    async () => {
      for await (const _ of withFilesAtHand(numbers(700), () => [])) break;
    },
    async () => assert.is(await messageOf(read(withFilesAtHand(failing(), () => []))), 'Interrupted.'),
  ];
  process.on('worker', keep);
  try {
    for (const [i, run] of runs.entries()) {
      await run();
      assert.equal([threads.length, threads.filter(({ threadId }) => threadId !== -1)], [i, []]);
    }
  } finally {
    process.off('worker', keep);
  }
});

test('all items come where no thread can be started, or where it fails', async () => {
  let starts = 0;
  const fail = (): never => {
    starts++;
    throw new Error('no thread');
  };
  assert.equal(await read(withFilesAtHand(numbers(700), () => [], fail)), upTo(700));
  assert.is(starts, 1, 'it is tried once');
  let failed = 0;
  const breakIt = (thread: Worker) => {
    failed++;
    thread.emit('error', new Error('a broken thread'));
  };
  process.once('worker', breakIt);
  assert.equal(await read(withFilesAtHand(numbers(700), () => [])), upTo(700));
  assert.is(failed, 1);
});

test.run();
