import { generateKeyPairSync } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { signerWith } from '../../build/signature/sign.ts';
import { verifySignature } from '../../build/signature/verify.ts';
import { run } from '../helpers/commands.ts';
import { temporaryFolder } from '../helpers/tree.ts';
import {
  assertMirrors,
  copyOf,
  editPart,
  failure,
  nights,
  serveFiles,
  sha256Of,
  syncHere,
} from './helpers.ts';

/** build/README.md, Sync: with a public key, what is not signed with it is refused. */

const signer = (id: number) =>
  signerWith({ id: Buffer.alloc(8, id), key: generateKeyPairSync('ed25519').privateKey });
const [own, other] = [signer(1), signer(2)];
const verify = (bytes: Buffer, minisig: string): void => void verifySignature(bytes, minisig, own.publicKey);

function sign(tree: string, by = own): string {
  for (const name of ['manifest.json', 'changes/index.json']) {
    const file = path.join(tree, name);
    if (fs.existsSync(file))
      fs.writeFileSync(`${file}.minisig`, by.sign(fs.readFileSync(file), 'timestamp:1'));
  }
  return tree;
}

let before: string;
let after: string;
test.before(async () => {
  const trees = await nights(40, 20);
  [before, after] = [sign(copyOf(trees.before)), sign(copyOf(trees.after))];
});

test('a signed tree is copied with its signature, by the command, too', async () => {
  const mirror = path.join(temporaryFolder(), 'mirror');
  await syncHere(before, mirror, { verify });
  await assertMirrors(mirror, before);
  const key = path.join(temporaryFolder(), 'key.pub');
  fs.writeFileSync(key, `untrusted comment: minisign public key\n${own.publicKey}\n`);
  for (const named of [key, own.publicKey]) {
    const { code, stdout, stderr } = await run('sync', [after, mirror, '--public-key', named]);
    assert.is(code, 0, stderr);
    assert.match(stdout, named === key ? /^files +\d+ moved/ : /^up to date/);
  }
  assert.ok(
    fs
      .readFileSync(path.join(mirror, 'manifest.json.minisig'))
      .equals(fs.readFileSync(path.join(after, 'manifest.json.minisig'))),
  );
  assert.is((await run('sync', [after, mirror, '--public-key', 'no key'])).code, 2);
  const refused = await run('sync', [before, mirror, '--allow-rollback', '--public-key', other.publicKey]);
  assert.is(refused.code, 1);
  assert.match(refused.stderr, /manifest.json: was made with the key/);
});

test('a check of an up-to-date mirror costs one request, and three if its signature is missing or of another key', async () => {
  const mirror = copyOf(after);
  const server = await serveFiles(after);
  assert.ok((await syncHere(server.url, mirror, { verify })).isUpToDate);
  assert.is(server.asked.length, 1);
  for (const spoil of [
    () => fs.rmSync(path.join(mirror, 'manifest.json.minisig')),
    () =>
      fs.writeFileSync(
        path.join(mirror, 'manifest.json.minisig'),
        other.sign(fs.readFileSync(path.join(mirror, 'manifest.json')), 'x'),
      ),
  ]) {
    spoil();
    await syncHere(server.url, mirror, { verify });
    await assertMirrors(mirror, after);
    assert.ok((await syncHere(server.url, mirror, { verify })).isUpToDate);
  }
  await server.close();
});

const SPOILED: Readonly<Record<string, [(tree: string) => void, RegExp]>> = {
  'no signature': [
    tree => fs.rmSync(path.join(tree, 'manifest.json.minisig')),
    /manifest.json is not signed/,
  ],
  'the signature of another key': [tree => void sign(tree, other), /was made with the key/],
  'a byte of the signature': [tree => change(tree, 'manifest.json.minisig', 80), /damaged/],
  'a byte of the root': [tree => change(tree, 'manifest.json', 40), /damaged/],
  'a root that was made anew for another file': [
    tree => {
      const content = 'x';
      editPart(tree, 'manifest/pages.ndjson', entries => [
        ...entries,
        { path: 'api/x.json', bytes: 1, sha256: sha256Of(content), date: '2020-01-01' },
      ]);
      fs.writeFileSync(path.join(tree, 'api/x.json'), content);
    },
    /does not belong to this content/,
  ],
  'a byte of a part': [
    tree => change(tree, 'manifest/usc/pages/lists.ndjson', 40),
    /is not what the manifest names/,
  ],
  'a byte of a file': [tree => change(tree, 'api/usc/documents.json', 40), /is not what the manifest names/],
};

/** Another letter in place of one. */
function change(tree: string, name: string, at: number): void {
  const file = path.join(tree, name);
  const bytes = Buffer.from(fs.readFileSync(file));
  bytes[at] = bytes[at] === 0x61 ? 0x62 : 0x61;
  fs.writeFileSync(file, bytes);
}

for (const [what, [spoil, message]] of Object.entries(SPOILED))
  test(`${what} is refused`, async () => {
    const [tree, mirror] = [copyOf(after), copyOf(before)];
    spoil(tree);
    assert.match(await failure(syncHere(tree, mirror, { verify })), message);
    await assertMirrors(mirror, before);
  });

test('without a key signatures are copied, and removed if the source has none', async () => {
  const [tree, mirror] = [copyOf(after), copyOf(before)];
  fs.rmSync(path.join(tree, 'manifest.json.minisig'));
  await syncHere(tree, mirror);
  assert.not.ok(fs.existsSync(path.join(mirror, 'manifest.json.minisig')));
});

test.run();
