import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readRoot } from '../../build/files/manifest/root.ts';
import { silent } from '../../build/report/progress.ts';
import type { Signer } from '../../build/signature/sign.ts';
import { SignatureError, timestampIn, verifySignature } from '../../build/signature/verify.ts';
import { hasFindings, verifyTree } from '../../build/verify/verify.ts';
import { buildHere, editable, snapshot, timestamps, touched } from '../helpers/builds.ts';
import { OTHER_SIGNER, SIGNER } from '../signature/vectors.ts';

const SIGNATURE = 'manifest.json.minisig';
const SECTION = 'usc/title-17/chapter-01/section-106.md';

const read = (dist: string, file: string): Buffer => fs.readFileSync(path.join(dist, file));
const has = (dist: string, file = SIGNATURE): boolean => fs.existsSync(path.join(dist, file));
const edit = (corpus: string): void =>
  fs.appendFileSync(path.join(corpus, SECTION), '\nOne more lighthouse.\n');

/** @returns the signed comment */
const assertSigned = (dist: string, { publicKey }: Signer = SIGNER, file = 'manifest.json'): string =>
  verifySignature(read(dist, file), read(dist, `${file}.minisig`).toString(), publicKey);

test('signed files have signatures with time, name and build', async () => {
  const { corpus, dist } = editable();
  await buildHere(corpus, dist, { signer: SIGNER, now: () => 1_700_000_000_999 });
  const { build } = readRoot(dist);
  assert.is(assertSigned(dist), `timestamp:1700000000\tfile:manifest.json\tbuild:${build}\thashed`);
  assert.is(
    fs.statSync(path.join(dist, SIGNATURE)).mode & 0o777,
    fs.statSync(path.join(dist, 'manifest.json')).mode & 0o777,
  );
  edit(corpus);
  await buildHere(corpus, dist, { signer: SIGNER, now: () => 1_700_086_400_000 });
  assert.is(timestampIn(assertSigned(dist)), 1_700_086_400);
  assert.not.ok(hasFindings(await verifyTree(dist, silent)));
});

test('two signatures of one second have different modification times', async () => {
  const { corpus, dist } = editable();
  const options = { signer: SIGNER, now: () => 1_700_000_000_000 };
  const built = async () => {
    await buildHere(corpus, dist, options);
    const { size, mtimeMs } = fs.statSync(path.join(dist, SIGNATURE));
    return { size, second: Math.floor(mtimeMs / 1000) };
  };
  const first = await built();
  edit(corpus);
  const second = await built();
  assert.is(first.size, second.size);
  assert.is.not(first.second, second.second);
  assert.is(Math.floor(first.second / 86_400), Math.floor(1_700_000_000 / 86_400));
});

test('a signed tree differs from an unsigned one only in signatures', async () => {
  const { corpus, dist } = editable();
  await buildHere(corpus, dist, { signer: SIGNER });
  await buildHere(corpus, `${dist}-other`);
  const without = snapshot(dist).filter(line => !line.startsWith(SIGNATURE));
  assert.equal(without, snapshot(`${dist}-other`));
});

test('a build without changes adds missing signatures, replaces those of other keys, and changes nothing else', async () => {
  const { corpus, dist } = editable();
  await buildHere(corpus, dist);
  for (const [options, isSigned] of [
    [{ signer: SIGNER }, true],
    [{ signer: SIGNER }, false],
    [{ signer: OTHER_SIGNER }, true],
    [{ signer: OTHER_SIGNER, cold: true }, false],
    [{ signer: SIGNER, cold: true }, true],
    [{}, false],
    [{ cold: true }, false],
  ] as const) {
    const before = timestamps(dist);
    const [last, folder] = [has(dist) ? read(dist, SIGNATURE) : null, fs.statSync(dist).mtimeMs];
    await buildHere(corpus, dist, { ...options, now: () => Date.now() + 5000 });
    const now = read(dist, SIGNATURE);
    assert.is(last === null || !now.equals(last), isSigned, JSON.stringify(options));
    assert.is(fs.statSync(dist).mtimeMs, folder);
    if ('signer' in options) assertSigned(dist, options.signer);
    if ('cold' in options) continue;
    const changed = touched(before, timestamps(dist));
    assert.equal(
      changed.filter(name => name !== '.'),
      isSigned ? [SIGNATURE] : [],
    );
  }
});

test('a build without a key removes the signature of a replaced file', async () => {
  const { corpus, dist } = editable();
  await buildHere(corpus, dist, { signer: SIGNER });
  edit(corpus);
  await buildHere(corpus, dist);
  assert.not(has(dist));
  await buildHere(corpus, dist, { signer: SIGNER });
  edit(corpus);
  await buildHere(corpus, dist, { cold: true });
  assert.not(has(dist));
});

test('a damaged signature is replaced', async () => {
  const { corpus, dist } = editable();
  await buildHere(corpus, dist, { signer: SIGNER });
  for (const text of [
    '',
    'x'.repeat(100_000),
    read(dist, SIGNATURE).toString().replace('timestamp', 'Timestamp'),
  ]) {
    fs.writeFileSync(path.join(dist, SIGNATURE), text);
    await buildHere(corpus, dist, { signer: SIGNER });
    assertSigned(dist);
  }
});

test('the index of changes is signed, like the root', async () => {
  const { corpus, dist } = editable();
  await buildHere(corpus, dist);
  fs.mkdirSync(path.join(dist, 'changes'), { recursive: true });
  const index = path.join(dist, 'changes/index.json');
  if (!fs.existsSync(index)) fs.writeFileSync(index, '{}');
  await buildHere(corpus, dist, { signer: SIGNER });
  assert.match(assertSigned(dist, SIGNER, 'changes/index.json'), '\tfile:changes/index.json\t');
});

test('the report is signed and is not among the published files', async () => {
  const { corpus, dist } = editable();
  const told: string[] = [];
  const options = {
    signer: SIGNER,
    onPublished: (files: Iterable<{ path: string }>) =>
      void told.push(...Array.from(files, ({ path }) => path)),
  };
  await buildHere(corpus, dist, options);
  told.length = 0;
  edit(corpus);
  await buildHere(corpus, dist, options);
  const { build } = readRoot(dist);
  assert.match(assertSigned(dist, SIGNER, 'build.json'), `\tfile:build.json\tbuild:${build}\t`);
  assert.is(JSON.parse(read(dist, 'build.json').toString()).build, build);
  assert.ok(told.includes(SIGNATURE));
  assert.equal(
    told.filter(name => name.startsWith('build.json')),
    [],
  );
});

/** Builds, and is stopped when a file is about to be put into the tree. */
async function stoppedAt(file: string, dist: string, run: () => Promise<unknown>): Promise<void> {
  const { renameSync } = fs;
  const real = fs.realpathSync(dist);
  fs.renameSync = (from, to) => {
    if (String(to) === path.join(real, file)) throw new Error('stopped');
    renameSync(from, to);
  };
  try {
    const error = (await run().catch(error => error)) as Error;
    assert.is(error.message, 'stopped');
  } finally {
    fs.renameSync = renameSync;
  }
}

for (const file of ['build.json', SIGNATURE, 'manifest.json']) {
  test(`a build stopped before it puts ${file} leaves a tree with valid signatures, and the next one completes it`, async () => {
    const { corpus, dist } = editable();
    await buildHere(corpus, dist, { signer: SIGNER });
    edit(corpus);
    await stoppedAt(file, dist, () => buildHere(corpus, dist, { signer: SIGNER }));
    const findings = await verifyTree(dist, silent, { publicKey: SIGNER.publicKey });
    assert.ok(findings.isPending);
    assert.not.ok(hasFindings(findings));
    const other = await verifyTree(dist, silent, { publicKey: OTHER_SIGNER.publicKey }).catch(error => error);
    assert.instance(other, SignatureError);
    // Whoever sees the tree alone finds the one or the other root, and one signature.
    await buildHere(corpus, dist);
    assertSigned(dist);
    await buildHere(corpus, `${dist}-other`, { signer: SIGNER });
    const rest = (tree: string) => snapshot(tree).filter(line => !line.startsWith(SIGNATURE));
    assert.equal(rest(dist), rest(`${dist}-other`));
  });
}

test.run();
