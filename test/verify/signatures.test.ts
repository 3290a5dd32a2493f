import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { silent } from '../../build/report/progress.ts';
import { SignatureError } from '../../build/signature/verify.ts';
import { hasFindings, verifyTree } from '../../build/verify/verify.ts';
import { buildHere, editable } from '../helpers/builds.ts';
import { temporaryFolder } from '../helpers/tree.ts';
import { OTHER_SIGNER, SIGNER } from '../signature/vectors.ts';

const { publicKey } = SIGNER;
const INDEX = 'changes/index.json';

let signed: Promise<string> | null = null;

/** A mirror's copy of a signed tree with a history. */
async function mirror(): Promise<string> {
  signed ??= (async () => {
    const { corpus, dist } = editable();
    await buildHere(corpus, dist);
    fs.mkdirSync(path.join(dist, 'changes'), { recursive: true });
    if (!fs.existsSync(path.join(dist, INDEX))) fs.writeFileSync(path.join(dist, INDEX), '{}');
    await buildHere(corpus, dist, { signer: SIGNER });
    return dist;
  })();
  const copy = path.join(temporaryFolder(), 'mirror');
  fs.cpSync(await signed, copy, { recursive: true });
  return copy;
}

/** What verification comes to: the message of a refusal, or whether anything is amiss. */
const outcome = (tree: string, key = publicKey): Promise<string | boolean> =>
  verifyTree(tree, silent, { publicKey: key }).then(
    ({ missing, altered }) => missing.length + altered.length === 0,
    error => {
      assert.instance(error, SignatureError);
      return error.message;
    },
  );

function change(tree: string, file: string, at: number): void {
  const bytes = fs.readFileSync(path.join(tree, file));
  const place = at < 0 ? bytes.length + at : at;
  bytes[place] = (bytes[place] as number) ^ 1;
  fs.writeFileSync(path.join(tree, file), bytes);
}

test('a signed tree has no findings, and its comment is returned', async () => {
  const copy = await mirror();
  assert.is(await outcome(copy), true);
  const { signed } = await verifyTree(copy, silent, { publicKey });
  assert.match(signed ?? '', /\tfile:manifest\.json\t/);
  assert.is((await verifyTree(copy, silent)).signed, null);
  assert.not.ok(hasFindings(await verifyTree(copy, silent, { parts: ['usc/t17'], publicKey })));
});

const OFFSETS: readonly [what: string, file: string, at: number, refusal: string | boolean][] = [
  ['the root', 'manifest.json', 20, 'manifest.json.minisig does not belong to this content'],
  ['the root at its end', 'manifest.json', -1, 'manifest.json.minisig does not belong to this content'],
  ['a part of the manifest', 'manifest/usc/t17.ndjson', 100, false],
  ['a document', 'api/usc/documents/t17/s106.txt', 3, false],
  ['a page', 'api/stats.json', 30, false],
  ['the algorithm of the signature', 'manifest.json.minisig', 58, 'manifest.json.minisig is no signature'],
  ['the index of changes', INDEX, 0, 'changes/index.json.minisig does not belong to this content'],
];

for (const [what, file, at, refusal] of OFFSETS) {
  test(`one changed byte is refused: ${what}`, async () => {
    const copy = await mirror();
    change(copy, file, at);
    assert.is(await outcome(copy), refusal);
  });
}

test('one changed byte is refused: the last line of the signature', async () => {
  const copy = await mirror();
  const file = path.join(copy, 'manifest.json.minisig');
  const text = fs.readFileSync(file, 'utf8');
  // Another letter of base 64, whatever stood there: any other byte would make it no signature at all.
  const letter = text.at(-19) === 'A' ? 'B' : 'A';
  fs.writeFileSync(file, `${text.slice(0, -19)}${letter}${text.slice(-18)}`);
  assert.is(await outcome(copy), 'manifest.json.minisig has a trusted comment that was changed');
});

test('one changed byte is refused: signature and trusted comment, wherever', async () => {
  const copy = await mirror();
  const lines = fs.readFileSync(path.join(copy, 'manifest.json.minisig'), 'utf8').split('\n');
  for (const at of [60, 70, 90, 140]) {
    change(copy, 'manifest.json.minisig', at);
    assert.match(String(await outcome(copy)), /^manifest\.json\.minisig /);
    change(copy, 'manifest.json.minisig', at);
  }
  const comment = lines.slice(0, 2).join('\n').length + 1;
  for (const at of [comment, comment + 30, comment + 60]) {
    change(copy, 'manifest.json.minisig', at);
    assert.match(String(await outcome(copy)), /is no signature|trusted comment that was changed/);
    change(copy, 'manifest.json.minisig', at);
  }
  assert.is(await outcome(copy), true);
});

test('another key, a missing signature or a missing file is refused', async () => {
  const copy = await mirror();
  assert.is(
    await outcome(copy, OTHER_SIGNER.publicKey),
    'manifest.json.minisig was made with the key 0807060504030201, not with 3837363534333231',
  );
  const signature = path.join(copy, 'manifest.json.minisig');
  const other = path.join(temporaryFolder(), 'signature');
  fs.renameSync(signature, other);
  assert.is(await outcome(copy), 'manifest.json.minisig is missing');
  assert.is((await verifyTree(copy, silent)).missing.length, 0);
  // What it leads to may change without the tree's doing.
  fs.symlinkSync(other, signature);
  assert.is(await outcome(copy), 'manifest.json.minisig is missing');
  fs.rmSync(signature);
  fs.copyFileSync(path.join(copy, `${INDEX}.minisig`), signature);
  assert.is(await outcome(copy), 'manifest.json.minisig does not belong to this content');
});

test('a missing or unsigned history is refused', async () => {
  const copy = await mirror();
  fs.rmSync(path.join(copy, `${INDEX}.minisig`));
  assert.is(await outcome(copy), 'changes/index.json.minisig is missing');
  fs.rmSync(path.join(copy, 'changes'), { recursive: true });
  assert.is(await outcome(copy), 'changes/index.json is missing');
});

test.run();
