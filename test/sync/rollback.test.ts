import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readRoot } from '../../build/files/manifest/root.ts';
import { silent } from '../../build/report/progress.ts';
import { SignatureError, verifySignature } from '../../build/signature/verify.ts';
import { hasFindings, verifyTree } from '../../build/verify/verify.ts';
import { buildHere, editable } from '../helpers/builds.ts';
import { run } from '../helpers/commands.ts';
import { SITE, temporaryFolder } from '../helpers/tree.ts';
import { SIGNER } from '../signature/vectors.ts';
import { assertMirrors, copyOf, type Fault, failure, serveFiles, syncHere } from './helpers.ts';

/** build/README.md, Sync: whoever serves a mirror has all that was ever signed, and may mix, withhold and repeat it. */

const { publicKey } = SIGNER;
const INDEX = 'changes/index.json';
const SECTION = 'usc/title-17/chapter-01/section-106.md';
const verify = (bytes: Buffer, minisig: string): void => void verifySignature(bytes, minisig, publicKey);

/** Three builds of a corpus, signed, whose newest day is the same. */
let builds: [string, string, string];
test.before(async () => {
  const { corpus, dist } = editable();
  const copies: string[] = [];
  for (let build = 1; build <= 3; build++) {
    fs.appendFileSync(path.join(corpus, SECTION), `\nLighthouse ${build}.\n`);
    await buildHere(corpus, dist, { signer: SIGNER, site: SITE });
    copies.push(copyOf(dist));
  }
  builds = copies as typeof builds;
  assert.is(new Set(builds.map(tree => readRoot(tree).newest)).size, 1);
  assert.is(new Set(builds.map(tree => readRoot(tree).build)).size, 3);
});

/** A tree with the history of another. */
function withHistoryOf(tree: string, other: string): string {
  const copy = copyOf(tree);
  fs.rmSync(path.join(copy, 'changes'), { recursive: true });
  fs.cpSync(path.join(other, 'changes'), path.join(copy, 'changes'), { recursive: true });
  return copy;
}

function without(tree: string, ...names: string[]): string {
  const copy = copyOf(tree);
  for (const name of names) fs.rmSync(path.join(copy, name), { recursive: true });
  return copy;
}

/** Fails where a run is not refused, from a directory and from a server, or changes anything. */
async function assertRefused(
  source: string,
  target: string,
  message: RegExp,
  verifier = true,
): Promise<void> {
  const server = await serveFiles(source);
  try {
    for (const from of [source, server.url]) {
      const mirror = copyOf(target);
      const error = await failure(syncHere(from, mirror, { verify: verifier ? verify : null }));
      assert.match(error, message, from);
      await assertMirrors(mirror, target, from);
    }
  } finally {
    await server.close();
  }
}

const ofTwoBuilds = /changes\/index\.json .*another build/;

test('an old root beside the newest history is refused, with and without a key', async () => {
  const [old, , newest] = builds;
  const mixed = withHistoryOf(old, newest);
  await assertRefused(mixed, newest, ofTwoBuilds);
  await assertRefused(mixed, newest, ofTwoBuilds, false);
  const first = path.join(temporaryFolder(), 'mirror');
  assert.match(await failure(syncHere(mixed, first, { verify })), ofTwoBuilds);
  assert.not.ok(fs.existsSync(first));
});

test('the newest root beside an old history is refused', async () => {
  const [old, middle, newest] = builds;
  await assertRefused(withHistoryOf(newest, old), middle, ofTwoBuilds);
});

test('an old tree without its history is refused, and the mirror keeps its own', async () => {
  const [old, , newest] = builds;
  const bare = without(old, 'changes');
  await assertRefused(bare, newest, /changes\/index\.json is not there/);
  await assertRefused(bare, newest, /has a history, up to number 3, .*--allow-rollback/, false);
  // Whoever allows it gets what the source has.
  const mirror = copyOf(newest);
  await syncHere(bare, mirror, { allowRollback: true });
  await assertMirrors(mirror, bare);
});

test('with a key even the first tree is refused without a signed history', async () => {
  const [, , newest] = builds;
  for (const [names, message] of [
    [['changes'], /changes\/index\.json is not there/],
    [['changes/index.json.minisig'], /changes\/index\.json is not signed/],
  ] as const) {
    const mirror = path.join(temporaryFolder(), 'mirror');
    assert.match(await failure(syncHere(without(newest, ...names), mirror, { verify })), message);
    assert.not.ok(fs.existsSync(mirror));
  }
});

test('a sound source repairs a mirror that was rolled back in either way', async () => {
  const [old, , newest] = builds;
  for (const spoiled of [withHistoryOf(old, newest), without(old, 'changes')]) {
    await syncHere(newest, spoiled, { verify });
    await assertMirrors(spoiled, newest);
  }
});

test("a mirror with the source's root and a wrong history is not up to date", async () => {
  const [old, , newest] = builds;
  for (const spoiled of [
    withHistoryOf(newest, old),
    without(newest, 'changes'),
    without(newest, 'changes/index.json.minisig'),
  ]) {
    const { isUpToDate } = await syncHere(newest, spoiled, { verify });
    assert.not.ok(isUpToDate);
    await assertMirrors(spoiled, newest);
    assert.ok((await syncHere(newest, spoiled, { verify })).isUpToDate);
  }
});

test('a feed that differs from the signed history is refused', async () => {
  const [, middle, newest] = builds;
  const forged = copyOf(newest);
  fs.appendFileSync(path.join(forged, 'changes/feed.atom'), '<!-- forged -->');
  await assertRefused(forged, middle, /changes\/feed\.atom is not what the manifest names/);
  // Withheld it is missing, and no older one takes its place.
  await assertRefused(without(newest, 'changes/feed.atom'), middle, /changes\/feed\.atom is missing/);
});

test('if the source publishes between root and history, the root is read again past caches', async () => {
  const [, middle, newest] = builds;
  let stale = 0;
  const isStale: Fault = (request, response, name) => {
    if (name !== 'manifest.json' || request.headers['cache-control'] === 'no-cache') return false;
    stale++;
    response.end(fs.readFileSync(path.join(middle, name)));
    return true;
  };
  const server = await serveFiles(newest, isStale);
  const mirror = copyOf(builds[0]);
  try {
    await syncHere(server.url, mirror, { verify });
  } finally {
    await server.close();
  }
  assert.ok(stale > 0);
  await assertMirrors(mirror, newest);
});

test('a history that arrives shortly after its root is read a second time', async () => {
  const [old, middle, newest] = builds;
  let stale = 0;
  const isStale: Fault = (_, response, name) => {
    if (name !== 'changes/index.json' || stale > 0) return false;
    stale++;
    response.end(fs.readFileSync(path.join(middle, name)));
    return true;
  };
  const server = await serveFiles(newest, isStale);
  const mirror = copyOf(old);
  try {
    await syncHere(server.url, mirror);
  } finally {
    await server.close();
  }
  assert.is(stale, 1);
  await assertMirrors(mirror, newest);
});

test('verify names files of another build, and requires the history with a key', async () => {
  const [old, , newest] = builds;
  const verdict = (tree: string, options = {}) =>
    verifyTree(tree, silent, options).then(
      findings => (hasFindings(findings) ? findings.altered.join() : 'sound'),
      error => {
        assert.instance(error, SignatureError);
        return (error as Error).message;
      },
    );
  for (const mixed of [withHistoryOf(old, newest), withHistoryOf(newest, old)]) {
    assert.is(await verdict(mixed), INDEX);
    assert.match(await verdict(mixed, { publicKey }), ofTwoBuilds);
    assert.match(await verdict(mixed, { publicKey, parts: ['usc/t17'] }), ofTwoBuilds);
  }
  const bare = without(old, 'changes');
  assert.is(await verdict(bare), 'sound');
  assert.match(await verdict(bare, { publicKey }), /changes\/index\.json is missing/);
  assert.is(await verdict(newest, { publicKey }), 'sound');
  const forged = copyOf(newest);
  fs.appendFileSync(path.join(forged, 'changes/feed.atom'), '<!-- forged -->');
  assert.is(await verdict(forged), 'changes/feed.atom');
});

test('both commands print the reason and exit with 1', async () => {
  const [old, , newest] = builds;
  const mixed = withHistoryOf(old, newest);
  const mirror = copyOf(newest);
  const synced = await run('sync', [mixed, mirror, '--public-key', publicKey]);
  assert.is(synced.code, 1);
  assert.match(synced.stderr, ofTwoBuilds);
  const verified = await run('verify', [mixed, '--public-key', publicKey]);
  assert.is(verified.code, 1);
  assert.match(verified.stderr, ofTwoBuilds);
});

test.run();
