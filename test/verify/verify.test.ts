import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { silent } from '../../build/progress.ts';
import { verifyTree } from '../../build/verify/verify.ts';
import { run } from '../build/helpers.ts';
import { sampleTree, temporaryFolder } from '../helpers/tree.ts';

/** A mirror's copy: nothing beside it, and other times. */
async function mirror(): Promise<string> {
  const { dist } = await sampleTree();
  const copy = path.join(temporaryFolder(), 'mirror');
  fs.cpSync(dist, copy, { recursive: true });
  return copy;
}

const verify = (...args: string[]) => run('verify', args);

test('a sound copy is sound', async () => {
  const copy = await mirror();
  const { code, out } = await verify(copy);
  assert.is(code, 0);
  assert.match(out, /^\d+ files: 0 missing, 0 extra, 0 altered\n$/);
  // A mirror that runs no shim leaves these out.
  fs.rmSync(path.join(copy, 'catalog'), { recursive: true });
  fs.rmSync(path.join(copy, 'build.json'));
  assert.is((await verify(copy)).code, 0);
});

test('missing, extra and altered files are named', async () => {
  const copy = await mirror();
  const document = path.join(copy, 'api/usc/documents/t17');
  fs.rmSync(path.join(document, 's106.json'));
  fs.rmSync(path.join(copy, 'api/fr/years'), { recursive: true });
  fs.writeFileSync(path.join(document, 's9999.json'), '{}');
  // Same length.
  const text = fs.readFileSync(path.join(document, 's107.txt'), 'utf8');
  fs.writeFileSync(path.join(document, 's107.txt'), text.replace('a', 'b'));
  fs.rmSync(path.join(document, 's108.md'));
  fs.mkdirSync(path.join(document, 's108.md'));
  const { code, out } = await verify(copy);
  assert.is(code, 1);
  assert.match(out, /^missing api\/usc\/documents\/t17\/s106\.json$/m);
  assert.match(out, /^missing api\/fr\/years\/2018\/05\.json$/m);
  assert.match(out, /^extra api\/usc\/documents\/t17\/s9999\.json$/m);
  assert.match(out, /^altered api\/usc\/documents\/t17\/s107\.txt$/m);
  assert.match(out, /^altered api\/usc\/documents\/t17\/s108\.md$/m);
  assert.match(out, /, 1 extra, 2 altered\n$/);
});

test('a damaged catalog is found', async () => {
  const copy = await mirror();
  const catalog = path.join(copy, 'catalog/catalog.bin');
  const bytes = fs.readFileSync(catalog);
  for (const damaged of [bytes.subarray(0, 100), bytes.subarray(0, 10), Buffer.alloc(0), flipped(bytes)]) {
    fs.writeFileSync(catalog, damaged);
    assert.equal((await verifyTree(copy, silent)).altered, ['catalog/catalog.bin']);
  }
});

function flipped(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy[200] = (copy[200] ?? 0) ^ 1;
  return copy;
}

test('a manifest that is missing, damaged or leads outside fails', async () => {
  const copy = await mirror();
  const manifest = path.join(copy, 'manifest.ndjson.gz');
  fs.writeFileSync(manifest, 'nonsense');
  assert.is((await verify(copy)).code, 1);
  fs.rmSync(manifest);
  const { code, err } = await verify(copy);
  assert.is(code, 1);
  assert.match(err, /cannot be checked: .*manifest/);
});

test('wrong usage exits with 2', async () => {
  assert.is((await verify(path.join(temporaryFolder(), 'none'))).code, 2);
  assert.is((await verify('a', 'b')).code, 2);
  assert.is((await verify('--nonsense')).code, 2);
  assert.is((await verify('--help')).code, 0);
});

test.run();
