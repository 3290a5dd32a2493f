import { Worker } from 'node:worker_threads';
import { bundled } from '../../common/bundle.cjs';

/** Items whose files are asked for at once. Fewer are not worth a thread. */
const GROUP = 100;
/** Groups that are read before they are wanted. */
const AHEAD = 5;

/**
 * Yields items in their order, whose files a thread has read shortly before, so that the system has them in memory. A disk takes longer to
 * look for many small files than this thread to use them.
 * @param pathsOf returns the files of an item, which need not be there
 */
export async function* withFilesAtHand<Item>(
  items: AsyncIterable<Item>,
  pathsOf: (item: Item) => readonly string[],
): AsyncGenerator<Item> {
  const groups: Item[][] = [[]];
  let thread: Worker | null = null;
  try {
    for await (const item of items) {
      const last = groups.at(-1)!;
      if (last.push(item) < GROUP) continue;
      // Without the thread all is as before, but slower.
      thread ??= new Worker(bundled(new URL('./files-at-hand-worker.ts', import.meta.url))).on(
        'error',
        () => {},
      );
      thread.postMessage(last.flatMap(pathsOf));
      groups.push([]);
      if (groups.length > AHEAD + 1) yield* groups.shift()!;
    }
    for (const group of groups) yield* group;
  } finally {
    await thread?.terminate();
  }
}
