import fs from 'node:fs';
import path from 'node:path';
import * as assert from 'uvu/assert';
import { assertSameTree, buildHere, editable, timestamps, touched } from './builds.ts';
import { memoryFolder, withMemoryFolder } from './memory-folder.ts';

/** A corpus that is edited, and its tree, which is built again after each edit. */

export function write(corpus: string, file: string, text: string): void {
  fs.mkdirSync(path.dirname(path.join(corpus, file)), { recursive: true });
  fs.writeFileSync(path.join(corpus, file), text);
}

export const read = (corpus: string, file: string): string =>
  fs.readFileSync(path.join(corpus, file), 'utf8');

export function edit(corpus: string, file: string, change: (text: string) => string): void {
  const text = read(corpus, file);
  const changed = change(text);
  assert.is.not(changed, text, file);
  write(corpus, file, changed);
}

/** So much later that the times of all files can be relied on. */
export const now = (): number => Date.now() + 60_000;

/** Builds the sample's tree, without dumps. Each further tree must be that of a cold build. */
export async function rebuildable(change: (corpus: string) => void = () => {}) {
  const { corpus, dist } = editable(memoryFolder());
  change(corpus);
  await buildHere(corpus, dist, { bulk: false, now });
  /** Builds again. @returns the report, and the paths of written files */
  const again = async (keepGoing = false) => {
    const before = timestamps(dist);
    const report = await buildHere(corpus, dist, { keepGoing, bulk: false, now });
    const files = touched(before, timestamps(dist)).filter(name => {
      const file = path.join(dist, name);
      return fs.existsSync(file) && fs.statSync(file).isFile();
    });
    await withMemoryFolder(async folder => {
      const cold = path.join(folder, 'cold');
      await buildHere(corpus, cold, { keepGoing, bulk: false, now });
      assertSameTree(dist, cold);
    });
    return { ...report, files };
  };
  return { corpus, dist, again };
}
