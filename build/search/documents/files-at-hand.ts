import { Worker } from 'node:worker_threads';
import { bundled } from '../../common/bundle.cjs';

/** Items whose files are asked for at once. Fewer are not worth a thread. */
const GROUP = 100;
/** Groups that are read before they are wanted. */
const AHEAD = 5;

const startThread = (): Worker => new Worker(bundled(new URL('./files-at-hand-worker.ts', import.meta.url)));

/**
 * Yields items in their order. A thread reads their files before, so that the system has them in memory: a disk takes longer to look for
 * many small files than the caller to use them. Without the thread all is as before, but slower.
 * @param pathsOf returns the files of an item, which need not be there
 */
export async function* withFilesAtHand<Item>(
  items: AsyncIterable<Item>,
  pathsOf: (item: Item) => readonly string[] | undefined,
  start = startThread,
): AsyncGenerator<Item> {
  const groups: Item[][] = [[]];
  let thread: Worker | null | undefined;
  const ask = (group: readonly Item[]) => thread?.postMessage(group.flatMap(item => pathsOf(item) ?? []));
  try {
    for await (const item of items) {
      const last = groups.at(-1)!;
      if (last.push(item) < GROUP) continue;
      if (thread === undefined) thread = startedOrNull(start);
      ask(last);
      groups.push([]);
      if (groups.length > AHEAD + 1) yield* groups.shift()!;
    }
    ask(groups.at(-1)!);
    for (const group of groups) yield* group;
  } finally {
    await thread?.terminate();
  }
}

function startedOrNull(start: () => Worker): Worker | null {
  try {
    // An error that nobody listens to would end the process.
    return start().on('error', () => {});
  } catch {
    return null;
  }
}
