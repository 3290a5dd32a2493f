import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CHANGES_INDEX } from '../../build/contract/paths.ts';
import { writeCorpus } from '../bench/generator/corpus.ts';
import { changeCorpus } from '../bench/nights/changes.ts';
import { EDITS } from '../build/edits.ts';
import { buildHere } from '../helpers/builds.ts';
import { corpusFiles } from '../helpers/corpus-files.ts';
import { Follower, linesIn } from '../helpers/follower.ts';
import { memoryFolder } from '../helpers/memory-folder.ts';
import { Random } from '../helpers/random.ts';
import { type Shim, startShim } from '../helpers/shim.ts';

/** Whoever follows the changes alone has what the manifest lists: after any nights, however long the reader was away. */

const NIGHTS = 30;
const CHANGES = 10;
const KEPT = 5;
const COLD = 12;
const DAMAGED = 20;

/** How a reader asks, and how often it does. */
interface Reader {
  name: string;
  follower: Follower;
  /** @returns whether it came too late */
  ask(shim: Shim, follower: Follower): Promise<boolean>;
  comes(night: number, random: Random): boolean;
  /** How often it had to take the whole. */
  whole: number;
}

const asksSince =
  (of: (follower: Follower) => string | number) =>
  async (shim: Shim, follower: Follower): Promise<boolean> => {
    const { status, json } = await shim.get(`/api/changes?since=${of(follower)}`);
    if (status === 410) return true;
    assert.is(status, 200);
    follower.apply(json.data);
    follower.goOnFrom(json.meta);
    return false;
  };

/** From list to list, as who has file servers alone. */
async function asksEach(shim: Shim, follower: Follower): Promise<boolean> {
  const { json } = await shim.get('/api/changes');
  const [newest] = json.data;
  for (let number = follower.number + 1; number <= newest.number; number++) {
    const entry = json.data.find((entry: { number: number }) => entry.number === number);
    if (!entry || entry.complete) return true;
    const { status, text } = await shim.get(entry.url);
    assert.is(status, 200);
    follower.apply(linesIn(text));
  }
  follower.goOnFrom(newest);
  return false;
}

const byNumber = asksSince(({ number }) => number);
const byBuild = asksSince(({ build }) => build);
const every = () => true;
const sometimes = (_night: number, random: Random) => random.chance(0.3);
const seldom = (night: number) => night % (KEPT + 5) === 0 || night === NIGHTS;

const reader = (name: string, ask: Reader['ask'], comes: Reader['comes']): Reader => ({
  ...{ name, ask, comes },
  follower: new Follower(),
  whole: 0,
});

test("readers that return daily, sometimes or seldom have the tree's content after thirty nights", async () => {
  const folder = memoryFolder();
  const [corpus, dist, original] = ['corpus', 'dist', 'original'].map(name => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  writeCorpus(corpus, { documents: 120, seed: 16 });
  fs.cpSync(corpus, original, { recursive: true });
  const random = new Random(16);
  const readers = [
    reader('every night, by number', byNumber, every),
    reader('every night, by build', byBuild, every),
    reader('every night, list by list', asksEach, every),
    reader('sometimes, by number', byNumber, sometimes),
    reader('sometimes, by build', byBuild, sometimes),
    reader('sometimes, list by list', asksEach, sometimes),
    reader('seldom, by number', byNumber, seldom),
    reader('seldom, by build', byBuild, seldom),
  ];
  const originals = Array.from(corpusFiles(original), file => file.path);
  for (let night = 1; night <= NIGHTS; night++) {
    changeCorpus(corpus, CHANGES, night, random);
    for (const name of ['rename', 'move', 'swap', 'status', 'duplicate', 'noIdentifier', 'body'] as const)
      if (random.chance(0.4)) EDITS[name]?.(corpus, random);
    // What has gone, or was changed, is again as it was.
    for (let i = 0; i < 3; i++) {
      const file = random.pick(originals);
      fs.mkdirSync(path.dirname(path.join(corpus, file)), { recursive: true });
      fs.copyFileSync(path.join(original, file), path.join(corpus, file));
    }
    if (night === DAMAGED) fs.truncateSync(path.join(dist, CHANGES_INDEX), 1000);
    await buildHere(corpus, dist, {
      ...{ keepGoing: true, changesKeep: KEPT, cold: night === COLD },
      now: () => Date.now() + 60_000,
    });
    const shim = await startShim({ dist });
    try {
      for (const reader of readers) {
        if (!reader.comes(night, random)) continue;
        const isLate = reader.follower.number === 0 || (await reader.ask(shim, reader.follower));
        if (isLate) {
          reader.whole++;
          await reader.follower.takeWhole(dist, (await shim.get('/api/changes')).json.meta);
        }
        await reader.follower.assertHas(dist, `night ${night}: ${reader.name}`);
      }
    } finally {
      await shim.close();
    }
  }
  for (const { name, whole } of readers) {
    // At first, and after the history was damaged.
    if (name.startsWith('every')) assert.is(whole, 2, name);
    else if (name.startsWith('seldom')) assert.ok(whole > 2, name);
    else assert.ok(whole >= 2 && whole < 8, name);
  }
});

test.run();
