import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ChangesEntry } from '../../build/contract/changes.ts';
import { CHANGES_INDEX } from '../../build/contract/paths.ts';
import { readRoot } from '../../build/files/manifest/root.ts';
import { HistoryOutOfReach, type HistorySource, takeHistory } from '../../build/history/published-history.ts';
import { workspacesOf } from '../../build/previous/workspace.ts';
import { silent } from '../../build/report/progress.ts';
import { openHistorySource } from '../../build/sync/history-source.ts';
import { hasFindings, verifyTree } from '../../build/verify/verify.ts';
import { buildHere, editable } from '../helpers/builds.ts';
import { indexIn } from '../helpers/follower.ts';
import { temporaryFolder } from '../helpers/tree.ts';
import { SIGNER } from '../signature/vectors.ts';
import { failure, IMPATIENT, serveFiles } from '../sync/helpers.ts';

/** A build that takes the history of the published tree (build/README.md, When the cache is lost). */

const SECTION = 'usc/title-17/chapter-01/section-106.md';
const append = (corpus: string): void =>
  fs.appendFileSync(path.join(corpus, SECTION), '\nOne more lighthouse.\n');
const from = (place: string) => openHistorySource(place, { env: {}, jobs: 1, patience: IMPATIENT });
const numbersIn = (dist: string) => indexIn(dist).map(({ number }) => number);

async function assertSound(dist: string): Promise<void> {
  const findings = await verifyTree(dist, silent);
  assert.not.ok(hasFindings(findings), JSON.stringify(findings));
}

/** A corpus, and what has been published of it: three builds. */
async function published(): Promise<{ corpus: string; dist: string; there: string }> {
  const { corpus, dist } = editable();
  await buildHere(corpus, dist);
  for (let i = 0; i < 2; i++) {
    append(corpus);
    await buildHere(corpus, dist);
  }
  const there = `${dist}-published`;
  fs.cpSync(dist, there, { recursive: true, preserveTimestamps: true });
  return { corpus, dist, there };
}

/** As a machine that has never built. */
function loseCache(dist: string): void {
  fs.rmSync(dist, { recursive: true });
  fs.rmSync(workspacesOf(dist)[0].folder, { recursive: true });
}

test('after a lost cache equal content keeps the number, other content gets the next', async () => {
  const { corpus, dist, there } = await published();
  for (const place of ['directory', 'server'] as const) {
    const server = await serveFiles(there);
    const options = { historyFrom: from(place === 'server' ? server.url : there), signer: SIGNER };
    loseCache(dist);
    const { notices } = await buildHere(corpus, dist, options);
    assert.match(notices.join(), 'behind its number 3: the tree here has none');
    assert.equal(indexIn(dist), indexIn(there), 'nobody is told of a change where there is none');
    assert.equal(
      fs.readFileSync(path.join(dist, 'changes/3.ndjson'), 'utf8'),
      fs.readFileSync(path.join(there, 'changes/3.ndjson'), 'utf8'),
    );
    await assertSound(dist);
    await server.close();
  }
  append(corpus);
  loseCache(dist);
  await buildHere(corpus, dist, { historyFrom: from(there), signer: SIGNER });
  const [newest, ...older] = indexIn(dist);
  assert.equal([newest?.number, newest?.complete, newest?.build], [4, true, readRoot(dist).build]);
  assert.equal(older, indexIn(there));
  await assertSound(dist);
  // The tree's own goes on from there.
  append(corpus);
  const { notices } = await buildHere(corpus, dist, { historyFrom: from(there) });
  assert.equal(notices, []);
  assert.equal(numbersIn(dist), [5, 4, 3, 2, 1]);
  assert.not.ok(indexIn(dist)[0]?.complete);
});

test('after an older cache no number is used twice', async () => {
  const { corpus, dist, there } = await published();
  const old = `${dist}-old`;
  const { folder } = workspacesOf(dist)[0];
  fs.cpSync(dist, old, { recursive: true, preserveTimestamps: true });
  fs.cpSync(folder, `${folder}-old`, { recursive: true, preserveTimestamps: true });
  append(corpus);
  await buildHere(corpus, dist);
  fs.rmSync(there, { recursive: true });
  fs.renameSync(dist, there);
  const restore = (): void => {
    for (const [name, kept] of [
      [dist, old],
      [folder, `${folder}-old`],
    ] as const) {
      fs.rmSync(name, { recursive: true, force: true });
      fs.cpSync(kept, name, { recursive: true, preserveTimestamps: true });
    }
  };
  restore();
  // The night brings what is published already.
  await buildHere(corpus, dist, { historyFrom: from(there) });
  assert.equal(indexIn(dist), indexIn(there));
  await assertSound(dist);
  restore();
  append(corpus);
  const { notices } = await buildHere(corpus, dist, { historyFrom: from(there) });
  assert.match(notices.join(), 'behind its number 4: the tree here ends with number 3');
  assert.equal(numbersIn(dist), [5, 4, 3, 2, 1]);
  assert.ok(indexIn(dist)[0]?.complete, 'number 4 is not what this tree was');
  await assertSound(dist);
});

test('only intact lists of the index are copied, and only up to the bound', async () => {
  const { corpus, dist, there } = await published();
  append(corpus);
  for (const damage of [
    () => fs.writeFileSync(path.join(there, 'changes/2.ndjson'), 'x'),
    () => fs.rmSync(path.join(there, 'changes/2.ndjson')),
  ]) {
    damage();
    loseCache(dist);
    await buildHere(corpus, dist, { historyFrom: from(there) });
    assert.equal(numbersIn(dist), [4, 3]);
    await assertSound(dist);
  }
  loseCache(dist);
  await buildHere(corpus, dist, { historyFrom: from(there), changesKeep: 1 });
  assert.equal(numbersIn(dist), [4]);
  assert.equal(fs.readdirSync(path.join(dist, 'changes')).sort(), ['4.ndjson', 'index.json']);
});

test('a source without a history begins one with a notice, and an unreachable or damaged one fails', async () => {
  const { corpus, dist } = editable();
  const now = Date.UTC(2026, 10, 23, 3, 30, 59);
  const { notices } = await buildHere(corpus, dist, {
    ...{ historyFrom: from(`${dist}-none`), firstNumber: undefined },
    now: () => now,
  });
  assert.match(notices.join(), 'nor in the tree here: a new one begins');
  assert.equal(numbersIn(dist), [Math.floor(now / 60_000)]);
  append(corpus);
  const index = fs.readFileSync(path.join(dist, CHANGES_INDEX));
  const failing = async (place: string, reason: RegExp) => {
    assert.match(await failure(buildHere(corpus, dist, { historyFrom: from(place) })), reason);
    assert.ok(fs.readFileSync(path.join(dist, CHANGES_INDEX)).equals(index));
  };
  await failing(
    'http://127.0.0.1:1',
    /^The history cannot be taken from http:\/\/127\.0\.0\.1:1: .*Nothing was published\.$/,
  );
  const broken = `${dist}-broken`;
  fs.mkdirSync(path.join(broken, 'changes'), { recursive: true });
  fs.writeFileSync(path.join(broken, CHANGES_INDEX), '{"data":[]}');
  await failing(broken, /changes\/index\.json is damaged/);
  fs.truncateSync(path.join(broken, CHANGES_INDEX), 17 * 1024 * 1024);
  await failing(broken, /changes\/index\.json is damaged/);
});

/** A place with entries of these numbers, and what it was asked for, with the most bytes. */
function placeWith(entries: readonly Partial<ChangesEntry>[], asked: string[] = []): HistorySource {
  const data = entries.map(entry => ({
    ...{ previous: null, published: '2026-01-02T00:00:00.000Z', complete: true },
    ...{ documents: null, sources: null, pages: null, bytes: 0, sha256: 'c'.repeat(64) },
    ...{ build: 'b'.repeat(64), path: `changes/${entry.number}.ndjson`, url: `/api/changes/${entry.number}` },
    ...entry,
  }));
  return {
    name: 'there',
    async copy(name, to, bytes) {
      asked.push(`${name} ${bytes}`);
      if (name === CHANGES_INDEX) fs.writeFileSync(to, JSON.stringify({ data, meta: {} }));
      return { bytes: 0, sha256: 'c'.repeat(64) };
    },
    close() {},
  };
}

test('a published history is copied unless the tree has its newest build', async () => {
  const { corpus, dist } = editable();
  await buildHere(corpus, dist);
  const [{ number, build }] = indexIn(dist) as [ChangesEntry];
  const taken = async (entry: Partial<ChangesEntry>) =>
    (await takeHistory(placeWith([entry]), dist, temporaryFolder()))?.newest.number ?? null;
  assert.is(await taken({ number, build }), null);
  assert.is(await taken({ number, build: 'd'.repeat(64) }), number);
  assert.is(await taken({ number: number + 1, build }), number + 1);
});

test('lists are copied as far back as all of them fit', async () => {
  const GB = 1024 ** 3;
  const asked: string[] = [];
  const place = placeWith(
    [
      { number: 3, bytes: GB / 2 },
      { number: 2, bytes: GB / 2 },
      { number: 1, bytes: 1 },
    ],
    asked,
  );
  const taken = await takeHistory(place, temporaryFolder(), temporaryFolder());
  assert.equal(
    taken?.entries.map(({ number }) => number),
    [3, 2],
  );
  assert.equal(asked, [
    `${CHANGES_INDEX} ${16 * 1024 * 1024}`,
    `changes/3.ndjson ${GB / 2}`,
    `changes/2.ndjson ${GB / 2}`,
  ]);
});

test('a place that fails is named with its reason, which ends with one full stop', async () => {
  const cause = new Error('the disk is gone.');
  const place = { ...placeWith([]), copy: () => Promise.reject(cause) };
  const error = await takeHistory(place, temporaryFolder(), temporaryFolder()).catch((error: Error) => error);
  assert.instance(error, HistoryOutOfReach);
  const told = error as Error;
  assert.is(told.message, 'The history cannot be taken from there: the disk is gone. Nothing was published.');
  assert.is(told.cause, cause);
});

test.run();
