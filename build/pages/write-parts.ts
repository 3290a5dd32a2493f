import type { Entry } from '../files/entry.ts';
import { type Output, StagingWriter } from '../files/staging.ts';
import type { WorkerPool } from '../threads/pool.ts';

/** Writes the files of many parts: this thread makes them, the others write them. */

/** Files for a thread to write. */
export interface WriteTask {
  staging: string;
  /** Of the part of the manifest that lists them. */
  partOfFiles: string;
  outputs: readonly Output[];
}

export function writeOutputs({ staging, outputs }: WriteTask): Entry[] {
  const writer = new StagingWriter(staging);
  return outputs.map(output => writer.write(output));
}

/** So many files a task: making them takes a thread some milliseconds, as writing them does. */
const BATCH = 64;

export interface Written {
  staging: string;
  pool: WorkerPool;
  /** By name: all files of a part. Each list is asked for once. */
  parts: Iterable<readonly [name: string, outputs: () => Iterable<Output>]>;
  /** Gets the entries of a part when all its files are written. */
  done: (part: string, entries: readonly Entry[]) => void;
}

export async function writeParts({ staging, pool, parts, done }: Written): Promise<void> {
  const open = new Map<string, { entries: Entry[]; left: number; isWhole: boolean }>();
  const settle = (name: string): void => {
    const part = open.get(name);
    if (!part?.isWhole || part.left > 0) return;
    open.delete(name);
    done(name, part.entries);
  };
  async function* tasks(): AsyncGenerator<WriteTask> {
    for (const [name, outputs] of parts) {
      const part = { entries: [], left: 0, isWhole: false };
      open.set(name, part);
      for (const batch of inBatches(outputs())) {
        part.left += 1;
        yield { staging, partOfFiles: name, outputs: batch };
      }
      part.isWhole = true;
      settle(name);
    }
  }
  await pool.run<WriteTask, Entry[]>(tasks(), 1, (entries, { partOfFiles }) => {
    const part = open.get(partOfFiles);
    if (!part) return;
    for (const entry of entries) part.entries.push(entry);
    part.left -= 1;
    settle(partOfFiles);
  });
}

export function* inBatches<Item>(items: Iterable<Item>): Generator<Item[]> {
  let batch: Item[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
