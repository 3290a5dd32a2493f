import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Workspace, workspacesOf } from '../../build/previous/workspace.ts';
import { silent } from '../../build/report/progress.ts';
import { SignatureError } from '../../build/signature/verify.ts';
import { verifyTree } from '../../build/verify/verify.ts';
import { buildHere, editable, sha256 } from '../helpers/builds.ts';
import { temporaryFolder } from '../helpers/tree.ts';
import { SIGNER } from '../signature/vectors.ts';
import { editPart } from '../sync/helpers.ts';

/** build/README.md, Signatures: a pending publication, which comes along with a tree, makes no forged file a signed one. */

const [ROOT, INDEX, REPORT] = ['manifest.json', 'changes/index.json', 'build.json'];
const CATALOG = 'catalog/catalog.bin';
const PART = 'manifest/usc/t17.ndjson';
const LAW = 'api/usc/documents/t17/s106.txt';
const SIGNED = [ROOT, INDEX, REPORT].flatMap(file => [file, `${file}.minisig`]);
const UNSIGNED_ROOT = 'manifest.json.minisig does not belong to this content';

let built: string;
test.before(async () => {
  const { corpus, dist } = editable();
  await buildHere(corpus, dist, { signer: SIGNER });
  built = dist;
});

/** A signed tree as somebody received it. */
function received(): string {
  const tree = path.join(temporaryFolder(), 'dist');
  fs.cpSync(built, tree, { recursive: true });
  return fs.realpathSync(tree);
}

/** Puts other law of as many bytes into a tree, and makes its unsigned manifest fit. */
function forge(tree: string): void {
  const text = fs.readFileSync(path.join(tree, LAW), 'utf8');
  fs.writeFileSync(
    path.join(tree, LAW),
    text.replace(/[a-z]/, letter => (letter === 'x' ? 'y' : 'x')),
  );
  const digest = sha256(path.join(tree, LAW));
  editPart(tree, PART, entries =>
    entries.map(entry => (entry.path === LAW ? { ...entry, sha256: digest } : entry)),
  );
}

function copy(from: string, to: string, files: readonly string[]): void {
  for (const file of files) {
    fs.mkdirSync(path.dirname(path.join(to, file)), { recursive: true });
    fs.copyFileSync(path.join(from, file), path.join(to, file));
  }
}

/** Puts files of another tree into a workspace, as if a build had been killed while it published them. */
function stage({ tree, staging, journal }: Workspace, from: string, files: readonly string[]): void {
  copy(from, staging, files);
  const to = sha256(path.join(staging, ROOT));
  const plan = { from: sha256(path.join(tree, ROOT)), to, renames: files, deletions: [] };
  fs.writeFileSync(journal, JSON.stringify(plan));
}

/** The message of a refusal, or what is amiss. */
const found = (tree: string, publicKey: string | null = SIGNER.publicKey) =>
  verifyTree(tree, silent, { publicKey }).then(
    ({ missing, extra, altered, isPending }) => ({ wrong: [...missing, ...extra, ...altered], isPending }),
    error => {
      assert.instance(error, SignatureError);
      return error.message as string;
    },
  );

test('a forged tree is refused that brings the signed root in a workspace of its own', async () => {
  const tree = received();
  forge(tree);
  stage(workspacesOf(tree)[1], built, [...SIGNED, PART]);
  assert.is(await found(tree), UNSIGNED_ROOT);
  // Without a key nothing is trusted, and a build that keeps its workspace there may have been killed.
  assert.equal(await found(tree, null), { wrong: [], isPending: true });
});

test('what only an unsigned root tells is altered, also beside the workspace', async () => {
  const tree = received();
  forge(tree);
  const [beside] = workspacesOf(tree);
  stage(beside, built, [...SIGNED, PART]);
  assert.equal(await found(tree), { wrong: [PART], isPending: true });
  copy(built, tree, [PART]);
  assert.equal(await found(tree), { wrong: [LAW], isPending: true });
  fs.rmSync(path.join(tree, LAW));
  assert.equal(await found(tree), { wrong: [LAW], isPending: true }, 'missing');
  copy(built, tree, [LAW]);
  assert.equal(await found(tree), { wrong: [], isPending: true });
});

test('what only an unsigned staged root tells is altered', async () => {
  const [tree, forged] = [received(), received()];
  forge(forged);
  copy(forged, tree, [LAW]);
  stage(workspacesOf(tree)[0], forged, [...SIGNED, PART]);
  assert.equal(await found(tree), { wrong: [LAW], isPending: false });
  assert.equal(await found(tree, null), { wrong: [], isPending: true });
});

for (const file of [INDEX, REPORT])
  test(`an unsigned ${file} is refused beside a staged one that is signed, and the other way round`, async () => {
    for (const isStaged of [false, true]) {
      const tree = received();
      const [beside] = workspacesOf(tree);
      stage(beside, built, SIGNED);
      assert.equal(await found(tree), { wrong: [], isPending: true });
      fs.appendFileSync(path.join(isStaged ? beside.staging : tree, file), ' ');
      assert.is(await found(tree), `${file}.minisig does not belong to this content`);
    }
  });

test('where only deletions are left, nothing that is still staged counts', async () => {
  const tree = received();
  const [beside] = workspacesOf(tree);
  fs.writeFileSync(path.join(tree, 'api/gone.json'), '{}');
  const bytes = fs.readFileSync(path.join(tree, CATALOG));
  fs.mkdirSync(beside.staging, { recursive: true });
  const to = sha256(path.join(tree, ROOT));
  const plan = { from: '0'.repeat(64), to, renames: [ROOT], deletions: ['api/gone.json'] };
  fs.writeFileSync(beside.journal, JSON.stringify(plan));
  assert.equal(await found(tree), { wrong: [], isPending: true });
  // A catalog that is as sound as the other one, and another.
  const other = path.join(temporaryFolder(), 'other');
  const { corpus } = editable();
  fs.rmSync(path.join(corpus, 'usc/title-48'), { recursive: true });
  await buildHere(corpus, other);
  copy(other, tree, [CATALOG]);
  copy(other, beside.staging, [REPORT]);
  assert.equal(await found(tree), { wrong: [CATALOG], isPending: true });
  fs.writeFileSync(path.join(tree, CATALOG), bytes);
  assert.equal(await found(tree), { wrong: [], isPending: true });
});

test.run();
