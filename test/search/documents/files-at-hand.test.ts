import { execFileSync } from 'node:child_process';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { withFilesAtHand } from '../../../build/search/documents/files-at-hand.ts';
import { temporaryFolder } from '../../helpers/tree.ts';
import { within } from '../../helpers/until.ts';

async function* numbers(count: number, taken: number[] = []): AsyncGenerator<number> {
  for (let i = 0; i < count; i++) {
    taken.push(i);
    yield i;
  }
}

test('all items come in their order, whether a thread reads their files or not', async () => {
  for (const count of [0, 1, 99, 100, 101, 599, 600, 601, 1250]) {
    const all: number[] = [];
    for await (const item of withFilesAtHand(numbers(count), item => [`missing-${item}`])) all.push(item);
    assert.equal(
      all,
      Array.from({ length: count }, (_, i) => i),
    );
  }
});

/** Opens a pipe to write, which waits until somebody opens it to read. */
async function isRead(pipe: string): Promise<void> {
  const handle = await open(pipe, 'w');
  await handle.close();
}

const pipeIn = (folder: string, name: string): string => {
  const pipe = join(folder, name);
  execFileSync('mkfifo', [pipe]);
  return pipe;
};

test('files of items that are not wanted yet are read, behind files that are not there', async () => {
  const folder = temporaryFolder();
  const [first, last] = [pipeIn(folder, 'first'), pipeIn(folder, 'last')];
  const pathsOf = (item: number): string[] =>
    item === 0 ? [join(folder, 'missing'), first] : item === 599 ? [folder, last] : [];
  const taken: number[] = [];
  const items = withFilesAtHand(numbers(2000, taken), pathsOf);
  assert.is((await items.next()).value, 0);
  assert.is(taken.length, 600, 'so many are read ahead, and no more');
  await within(isRead(first));
  await within(isRead(last));
  await items.return(undefined);
});

test('a thread begins where there are many items, and ends with them or where no more are wanted', async () => {
  const threads: Worker[] = [];
  const keep = (thread: Worker) => threads.push(thread);
  process.on('worker', keep);
  const runs = [
    async () => {
      for await (const _ of withFilesAtHand(numbers(99), () => []));
      assert.is(threads.length, 0, 'for a few items');
    },
    async () => {
      for await (const _ of withFilesAtHand(numbers(700), () => []));
    },
    async () => {
      for await (const _ of withFilesAtHand(numbers(700), () => [])) break;
    },
  ];
  for (const [i, run] of runs.entries()) {
    await run();
    assert.equal([threads.length, threads.filter(({ threadId }) => threadId !== -1)], [i, []]);
  }
  process.off('worker', keep);
});

test.run();
