import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { digestOfFile } from '../../build/files/digest.ts';
import { filesUnder } from '../../build/files/walk.ts';
import { silent } from '../../build/report/progress.ts';
import { SignatureError, verifySignature } from '../../build/signature/verify.ts';
import { hasFindings, verifyTree } from '../../build/verify/verify.ts';
import { encodeForeign } from '../e2e/foreign-catalog.ts';
import { buildHere, editable } from '../helpers/builds.ts';
import { run } from '../helpers/commands.ts';
import { startShim } from '../helpers/shim.ts';
import { temporaryFolder } from '../helpers/tree.ts';
import { OTHER_SIGNER, SIGNER } from '../signature/vectors.ts';
import { failure, serveFiles, syncHere } from './helpers.ts';

/** build/README.md, Sync: with a key nothing of the catalog is taken that is not signed with it. */

const { publicKey } = SIGNER;
const verify = (bytes: Buffer, minisig: string): void => void verifySignature(bytes, minisig, publicKey);
const [CATALOG, SEARCH, REPORT] = ['catalog/catalog.bin', 'catalog/search.sqlite', 'build.json'];
const SECTION = 'usc/title-17/chapter-01/section-106.md';
const HEADING = 'Keeping of logs';

/** Two builds, signed, with their catalogs; the second is another day's of the same corpus, edited. */
let old: string;
let tree: string;
test.before(async () => {
  const { corpus, dist } = editable();
  const source = path.join(corpus, SECTION);
  await buildHere(corpus, dist, { signer: SIGNER, search: true });
  old = clone(dist);
  fs.writeFileSync(source, fs.readFileSync(source, 'utf8').replace(/(section_name: ).*/, `$1"${HEADING}"`));
  await buildHere(corpus, dist, { signer: SIGNER, search: true });
  tree = clone(dist);
  assert.is.not(digestOfFile(path.join(old, CATALOG)), digestOfFile(path.join(tree, CATALOG)));
});

function clone(from: string): string {
  const to = path.join(temporaryFolder(), 'tree');
  fs.cpSync(from, to, { recursive: true, preserveTimestamps: true });
  return to;
}

/** Another heading of as many letters in a catalog, whose checksum is right again, and in the report that names it. */
function forge(folder: string): void {
  const file = path.join(folder, CATALOG);
  const bytes = fs.readFileSync(file);
  const at = bytes.indexOf(HEADING);
  assert.ok(at > 0);
  for (let i = at; i >= 0; i = bytes.indexOf(HEADING, i + 1)) bytes.write('Selling of logs', i);
  const header = bytes.subarray(12, 12 + bytes.readUInt32LE(8));
  fs.writeFileSync(file, encodeForeign(bytes, JSON.parse(header.toString()).schema_version));
  const report = path.join(folder, REPORT);
  const told = JSON.parse(fs.readFileSync(report, 'utf8'));
  told.catalog[CATALOG] = digestOfFile(file);
  if (told.catalog_bytes) told.catalog_bytes[CATALOG] = fs.statSync(file).size;
  fs.writeFileSync(report, JSON.stringify(told));
}

/** Fails where a mirror takes a source's catalog, or anything else of it. */
async function assertRefused(from: string, message: RegExp): Promise<void> {
  const server = await serveFiles(from);
  try {
    for (const source of [from, server.url]) {
      const mirror = path.join(temporaryFolder(), 'mirror');
      assert.match(await failure(syncHere(source, mirror, { verify, catalog: true })), message);
      assert.not.ok(fs.existsSync(mirror));
    }
  } finally {
    await server.close();
  }
}

test('a signed catalog is copied with its signature, and a shim serves it', async () => {
  const server = await serveFiles(tree);
  try {
    for (const from of [tree, server.url]) {
      const mirror = path.join(temporaryFolder(), 'mirror');
      await syncHere(from, mirror, { verify, catalog: true });
      assertHasCatalog(mirror, tree);
      assert.not.ok(hasFindings(await verifyTree(mirror, silent, { publicKey })));
      const shim = await startShim({ dist: mirror });
      try {
        const answer = await fetch(
          `http://127.0.0.1:${shim.port}/api/usc/documents?chapter_number=1&title_number=17`,
        );
        assert.match(await answer.text(), HEADING);
      } finally {
        await shim.close();
      }
    }
  } finally {
    await server.close();
  }
});

test("a forged catalog is refused, also with its report or with another key's signature", async () => {
  const forged = clone(tree);
  forge(forged);
  // Without a key nobody can tell.
  const mirror = path.join(temporaryFolder(), 'mirror');
  await syncHere(forged, mirror, { catalog: true });
  assert.is(digestOfFile(path.join(mirror, CATALOG)), digestOfFile(path.join(forged, CATALOG)));
  await assertRefused(forged, /build\.json: does not belong to this content/);
  const signature = path.join(forged, 'build.json.minisig');
  fs.writeFileSync(signature, OTHER_SIGNER.sign(fs.readFileSync(path.join(forged, REPORT)), 'x'));
  await assertRefused(forged, /build\.json: was made with the key/);
  fs.rmSync(signature);
  await assertRefused(forged, /build\.json is not signed/);
  const said = await run('sync', [
    forged,
    path.join(temporaryFolder(), 'mirror'),
    '--catalog',
    '--public-key',
    publicKey,
  ]);
  assert.is(said.code, 1);
  assert.match(said.stderr, /build\.json is not signed/);
});

test('a catalog that differs from the signed report is refused', async () => {
  const forged = clone(tree);
  forge(forged);
  for (const name of [REPORT, 'build.json.minisig'])
    fs.copyFileSync(path.join(tree, name), path.join(forged, name));
  await assertRefused(forged, /catalog\.bin is not what the manifest names/);
});

test('the signed catalog of another build is refused beside the newest root', async () => {
  const mixed = clone(tree);
  for (const name of [REPORT, 'build.json.minisig', ...filesUnder(old, 'catalog')])
    fs.copyFileSync(path.join(old, name), path.join(mixed, name));
  await assertRefused(mixed, /build\.json is of another build/);
  const mirror = path.join(temporaryFolder(), 'mirror');
  assert.match(await failure(syncHere(mixed, mirror, { catalog: true })), /another build/);
  assert.equal((await verifyTree(mixed, silent)).altered, [REPORT]);
  const error = await verifyTree(mixed, silent, { publicKey }).catch(error => error);
  assert.instance(error, SignatureError);
  assert.match(error.message, /build\.json is of another build/);
});

test('verify requires the signature of an existing catalog only', async () => {
  const copy = clone(tree);
  fs.rmSync(path.join(copy, 'build.json.minisig'));
  const error = await verifyTree(copy, silent, { publicKey }).catch(error => error);
  assert.match(error.message, /build\.json\.minisig is missing/);
  for (const name of ['catalog', REPORT]) fs.rmSync(path.join(copy, name), { recursive: true });
  assert.not.ok(hasFindings(await verifyTree(copy, silent, { publicKey })));
});

/** As an earlier version left it: no build, no sizes. */
function asBefore(folder: string): void {
  const report = path.join(folder, REPORT);
  const { build: _, catalog_bytes: __, ...told } = JSON.parse(fs.readFileSync(report, 'utf8'));
  fs.writeFileSync(report, JSON.stringify(told));
}

test('a report of an earlier version is accepted without a key, and refused with one even if signed', async () => {
  const former = clone(tree);
  asBefore(former);
  const mirror = path.join(temporaryFolder(), 'mirror');
  await syncHere(former, mirror, { catalog: true });
  assert.is(digestOfFile(path.join(mirror, CATALOG)), digestOfFile(path.join(tree, CATALOG)));
  const signature = SIGNER.sign(fs.readFileSync(path.join(former, REPORT)), 'x');
  fs.writeFileSync(path.join(former, 'build.json.minisig'), signature);
  await assertRefused(former, /does not tell which build/);
});

test('the first build of this version replaces a report of an earlier one, and signs it', async () => {
  const { corpus, dist } = editable();
  await buildHere(corpus, dist, { signer: SIGNER });
  asBefore(dist);
  await buildHere(corpus, dist, { signer: SIGNER, version: 'next' });
  const { build, catalog_bytes } = JSON.parse(fs.readFileSync(path.join(dist, REPORT), 'utf8'));
  assert.is(build, JSON.parse(fs.readFileSync(path.join(dist, 'manifest.json'), 'utf8')).build);
  assert.equal(catalog_bytes, { [CATALOG]: fs.statSync(path.join(dist, CATALOG)).size });
  assert.not.ok(hasFindings(await verifyTree(dist, silent, { publicKey })));
});

test("a signature is removed if the source's catalog has none", async () => {
  const mirror = path.join(temporaryFolder(), 'mirror');
  await syncHere(old, mirror, { catalog: true });
  const unsigned = clone(tree);
  fs.rmSync(path.join(unsigned, 'build.json.minisig'));
  await syncHere(unsigned, mirror, { catalog: true });
  assert.not.ok(fs.existsSync(path.join(mirror, 'build.json.minisig')));
});

/** What a catalog needs: nothing of it is in the manifest. */
const OF_CATALOG = [CATALOG, SEARCH, REPORT, 'build.json.minisig'];

function assertHasCatalog(mirror: string, original: string, message = ''): void {
  for (const name of OF_CATALOG)
    assert.is(digestOfFile(path.join(mirror, name)), digestOfFile(path.join(original, name)), message + name);
}

test('a mirror that is up to date gets the catalog that it lacks, and then is up to date', async () => {
  const server = await serveFiles(tree);
  try {
    for (const from of [tree, server.url]) {
      const mirror = path.join(temporaryFolder(), 'mirror');
      await syncHere(from, mirror);
      const { isUpToDate, moved } = await syncHere(from, mirror, { catalog: true });
      assert.not.ok(isUpToDate);
      assert.is(moved.documents, undefined);
      assertHasCatalog(mirror, tree);
      for (const key of [null, verify])
        assert.ok((await syncHere(from, mirror, { catalog: true, verify: key })).isUpToDate);
      // Without --catalog none of it is asked for.
      assert.is((await syncHere(from, mirror)).traffic.requests, 1);
    }
  } finally {
    await server.close();
  }
});

test('a catalog that a sync without --catalog left behind is replaced', async () => {
  const mirror = path.join(temporaryFolder(), 'mirror');
  await syncHere(old, mirror, { catalog: true });
  await syncHere(tree, mirror);
  assertHasCatalog(mirror, old);
  await syncHere(tree, mirror, { catalog: true });
  assertHasCatalog(mirror, tree);
});

const SPOILED: [what: string, spoil: (mirror: string) => void, hasKey: boolean][] = [
  ['a lost catalog', mirror => fs.rmSync(path.join(mirror, CATALOG)), false],
  ['a lost search index', mirror => fs.rmSync(path.join(mirror, SEARCH)), false],
  ['a cut search index', mirror => fs.truncateSync(path.join(mirror, SEARCH), 4096), false],
  ['a damaged report', mirror => fs.writeFileSync(path.join(mirror, REPORT), '{'), false],
  ['an unsigned report', mirror => fs.rmSync(path.join(mirror, 'build.json.minisig')), true],
  [
    "another file's signature",
    mirror =>
      fs.copyFileSync(path.join(mirror, 'manifest.json.minisig'), path.join(mirror, 'build.json.minisig')),
    true,
  ],
];

for (const [what, spoil, hasKey] of SPOILED)
  test(`a mirror is not up to date with ${what}`, async () => {
    const mirror = path.join(temporaryFolder(), 'mirror');
    await syncHere(tree, mirror, { catalog: true });
    spoil(mirror);
    const options = { catalog: true, verify: hasKey ? verify : null };
    assert.not.ok((await syncHere(tree, mirror, options)).isUpToDate);
    assertHasCatalog(mirror, tree);
    assert.ok((await syncHere(tree, mirror, options)).isUpToDate);
  });

test('a catalog that was made anew of the same content is copied', async () => {
  const [mirror, anew] = [path.join(temporaryFolder(), 'mirror'), clone(tree)];
  await syncHere(tree, mirror, { catalog: true });
  // Another version's, without an index.
  const report = JSON.parse(fs.readFileSync(path.join(anew, REPORT), 'utf8'));
  delete report.catalog[SEARCH];
  fs.writeFileSync(path.join(anew, REPORT), JSON.stringify(report));
  fs.rmSync(path.join(anew, SEARCH));
  assert.not.ok((await syncHere(anew, mirror, { catalog: true })).isUpToDate);
  assert.not.ok(fs.existsSync(path.join(mirror, SEARCH)));
  assert.ok((await syncHere(anew, mirror, { catalog: true })).isUpToDate);
  // An index that no report names would be served.
  fs.copyFileSync(path.join(tree, SEARCH), path.join(mirror, SEARCH));
  assert.not.ok((await syncHere(anew, mirror, { catalog: true })).isUpToDate);
  assert.not.ok(fs.existsSync(path.join(mirror, SEARCH)));
});

test('a source that does not give out its catalog is told, also where the mirror is up to date', async () => {
  const [mirror, other] = [path.join(temporaryFolder(), 'mirror'), clone(tree)];
  await syncHere(tree, mirror, { catalog: true });
  fs.rmSync(path.join(other, REPORT));
  assert.match(await failure(syncHere(other, mirror, { catalog: true })), /does not give out its catalog/);
});

test('a source and a mirror with a catalog of another build beside one root are not up to date', async () => {
  const [mirror, mixed] = [path.join(temporaryFolder(), 'mirror'), clone(tree)];
  await syncHere(old, mirror, { catalog: true });
  await syncHere(tree, mirror);
  for (const name of OF_CATALOG) fs.copyFileSync(path.join(old, name), path.join(mixed, name));
  assert.match(await failure(syncHere(mixed, mirror, { catalog: true })), /another build/);
});

test.run();
