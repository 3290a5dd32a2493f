import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import Database from 'libsql';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readRoot } from '../../build/files/manifest/root.ts';
import { silent } from '../../build/report/progress.ts';
import { hasFindings, verifyTree } from '../../build/verify/verify.ts';
import { writeManifest } from '../files/manifest/written.ts';
import { buildHere, editable, run } from '../helpers/builds.ts';
import { sampleTree, temporaryFolder } from '../helpers/tree.ts';
import { endAfter } from '../runner/leftovers.cjs';

/** A mirror's copy: nothing beside it, and other times. */
async function mirror(): Promise<string> {
  const { dist } = await sampleTree();
  const copy = path.join(temporaryFolder(), 'mirror');
  fs.cpSync(dist, copy, { recursive: true });
  return copy;
}

const verify = (...args: string[]) => run('verify', args);

test('an unchanged copy of a tree has no findings', async () => {
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

test('a damaged catalog is altered', async () => {
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

const INDEX = 'catalog/search.sqlite';

test('a changed, cut or empty search index is altered', async () => {
  const copy = await mirror();
  const index = path.join(copy, INDEX);
  const bytes = fs.readFileSync(index);
  for (const damaged of [flipped(bytes), bytes.subarray(0, bytes.length - 8192), Buffer.alloc(0)]) {
    fs.writeFileSync(index, damaged);
    assert.equal((await verifyTree(copy, silent)).altered, [INDEX]);
  }
  // Its rows are gone, and it is a sound database all the same.
  fs.writeFileSync(index, bytes);
  const database = new Database(index);
  database.exec('DELETE FROM documents; DELETE FROM postings;');
  database.close();
  assert.equal((await verifyTree(copy, silent)).altered, [INDEX]);
});

const LOST: [what: string, lose: (copy: string) => void, missing: string[]][] = [
  ['the catalog', copy => remove(copy, 'catalog'), ['catalog/catalog.bin', INDEX]],
  ['the search index', copy => remove(copy, INDEX), [INDEX]],
  ['the listing index', copy => remove(copy, 'catalog/catalog.bin'), ['catalog/catalog.bin']],
  ['the report, and with it what is known of the index', copy => remove(copy, 'build.json'), ['build.json']],
];

const remove = (copy: string, name: string): void => fs.rmSync(path.join(copy, name), { recursive: true });

for (const [what, lose, missing] of LOST) {
  test(`a lost part of the catalog is missing: ${what}`, async () => {
    const copy = await mirror();
    lose(copy);
    const { code, out } = await verify(copy);
    assert.is(code, 1);
    assert.equal(
      out.match(/^missing .*$/gm),
      missing.map(name => `missing ${name}`),
    );
    assert.match(out, `${missing.length} missing, 0 extra, 0 altered`);
  });
}

test('a tree built without a search index lacks none, and a later one is extra', async () => {
  const { corpus, dist } = editable();
  await buildHere(corpus, dist);
  assert.not.ok(hasFindings(await verifyTree(dist, silent)));
  fs.writeFileSync(path.join(dist, INDEX), '');
  assert.equal((await verifyTree(dist, silent)).extra, [INDEX]);
});

test('a damaged report is altered', async () => {
  const copy = await mirror();
  for (const text of ['', '{', '{}', 'null', '[]']) {
    fs.writeFileSync(path.join(copy, 'build.json'), text);
    assert.equal((await verifyTree(copy, silent)).altered, ['build.json'], text);
  }
  // The catalog can be told by itself.
  const catalog = path.join(copy, 'catalog/catalog.bin');
  fs.writeFileSync(catalog, flipped(fs.readFileSync(catalog)));
  assert.equal((await verifyTree(copy, silent)).altered, ['build.json', 'catalog/catalog.bin']);
});

test('a file that no list names is extra in any folder', async () => {
  const copy = await mirror();
  const names = ['.htaccess', 'api/usc/x.json', 'catalog/old.bin', 'index.html', 'other/deep/file'];
  for (const name of names) {
    fs.mkdirSync(path.dirname(path.join(copy, name)), { recursive: true });
    fs.writeFileSync(path.join(copy, name), '');
  }
  // What builds and file systems keep there is no part of the tree.
  for (const folder of ['.build', 'lost+found']) {
    fs.mkdirSync(path.join(copy, folder));
    fs.writeFileSync(path.join(copy, folder, 'file'), '');
  }
  const { missing, extra, altered } = await verifyTree(copy, silent);
  assert.equal({ missing, extra, altered }, { missing: [], extra: names, altered: [] });
});

/** Puts something else in place of a file or folder, which goes on under another name outside the tree. */
function replaced(copy: string, name: string, put: (place: string, kept: string) => void): void {
  const place = path.join(copy, name);
  const kept = path.join(temporaryFolder(), 'kept');
  fs.renameSync(place, kept);
  put(place, kept);
}

const DOCUMENT = 'api/usc/documents/t17/s106.json';
const link = (place: string, kept: string): void => fs.symlinkSync(kept, place);
const pipe = (place: string): void => void execFileSync('mkfifo', [place]);

test('a link to an equal file or folder is altered', async () => {
  const names = [
    DOCUMENT,
    INDEX,
    'catalog/catalog.bin',
    'build.json',
    'manifest.json',
    'manifest/usc/t17.ndjson',
    'manifest/usc',
    'manifest',
    'catalog',
    'api/usc',
  ];
  for (const name of names) {
    const copy = await mirror();
    replaced(copy, name, link);
    const { missing, extra, altered } = await verifyTree(copy, silent);
    assert.equal({ missing, extra, altered }, { missing: [], extra: [], altered: [name] }, name);
  }
});

test('pipes, sockets and devices are reported without blocking', async () => {
  const copy = await mirror();
  for (const name of [DOCUMENT, INDEX, 'catalog/catalog.bin']) replaced(copy, name, pipe);
  pipe(path.join(copy, 'api/pipe'));
  const server = endAfter(net.createServer()).listen(path.join(copy, 'api/usc/socket'));
  await once(server, 'listening');
  const { missing, extra, altered } = await verifyTree(copy, silent);
  server.close();
  assert.equal(missing, []);
  assert.equal(extra, ['api/pipe', 'api/usc/socket']);
  assert.equal(altered, [DOCUMENT, 'catalog/catalog.bin', INDEX]);
  replaced(copy, 'build.json', pipe);
  assert.ok((await verifyTree(copy, silent)).altered.includes('build.json'));
});

test('a pipe in place of the manifest fails at once', async () => {
  const copy = await mirror();
  replaced(copy, 'manifest.json', pipe);
  const { code, err } = await verify(copy);
  assert.is(code, 1);
  assert.match(err, 'cannot be checked');
});

test('a manifest that is missing, damaged or leads outside fails', async () => {
  const copy = await mirror();
  const manifest = path.join(copy, 'manifest.json');
  const outside = { path: 'api/../../secret', bytes: 0, sha256: '0'.repeat(64), date: '2018-01-01' };
  writeManifest(copy, [outside]);
  const { err: told } = await verify(copy);
  assert.match(told, 'names a file outside api/, bulk/, site/: "api/../../secret"');
  fs.writeFileSync(manifest, 'nonsense');
  assert.is((await verify(copy)).code, 1);
  fs.rmSync(manifest);
  const { code, err } = await verify(copy);
  assert.is(code, 1);
  assert.match(err, /cannot be checked: .*manifest/);
});

test('a damaged or lost part is reported, its files are not', async () => {
  const copy = await mirror();
  const [damaged, lost] = ['manifest/usc/t17.ndjson', 'manifest/fr/2018-05.ndjson'];
  fs.appendFileSync(path.join(copy, damaged), '\n');
  fs.rmSync(path.join(copy, lost));
  fs.writeFileSync(path.join(copy, DOCUMENT), 'altered');
  fs.rmSync(path.join(copy, 'api/stats.json'));
  fs.writeFileSync(path.join(copy, 'robots.txt'), '');
  const { missing, extra, altered } = await verifyTree(copy, silent);
  assert.equal(
    { missing, extra, altered },
    { missing: ['api/stats.json', lost], extra: ['robots.txt'], altered: [damaged] },
  );
});

test('with one part named only its files are checked', async () => {
  const copy = await mirror();
  const sections = path.join(copy, 'api/usc/documents/t17');
  for (const [name, folder] of [
    ['s106.json', sections],
    ['2018-09910.json', path.join(copy, 'api/fr/documents')],
  ] as const)
    fs.writeFileSync(path.join(folder, name), 'altered');
  fs.rmSync(path.join(sections, 's107.txt'));
  fs.rmSync(path.join(copy, 'api/stats.json'));
  fs.rmSync(path.join(copy, 'catalog'), { recursive: true });
  fs.writeFileSync(path.join(sections, 'extra.json'), '');
  for (const name of ['usc/t17', 'manifest/usc/t17.ndjson']) {
    const { code, out } = await verify(copy, '--part', name);
    assert.is(code, 1);
    assert.match(
      out,
      new RegExp(`^missing .*/s107\\.txt\naltered ${DOCUMENT}\n\\d+ files: 1 missing, 0 extra, 1 altered\n$`),
    );
  }
  const both = await verify(copy, '--part', 'pages', '--part', 'fr/2018-05');
  assert.equal(both.out.match(/^(missing|altered) .*$/gm), [
    'missing api/stats.json',
    'altered api/fr/documents/2018-09910.json',
  ]);
  const { code, out } = await verify(copy, '--part', 'ecfr/t44');
  assert.is(code, 0);
  const sound = readRoot(copy).parts.find(part => part.path === 'manifest/ecfr/t44.ndjson');
  assert.is(out, `${sound?.files} files: 0 missing, 0 extra, 0 altered\n`);
});

test('with one part named its damage, and links and folders in place of its files, are reported', async () => {
  const copy = await mirror();
  replaced(copy, DOCUMENT, link);
  fs.rmSync(path.join(copy, 'api/usc/documents/t17/s107.json'));
  fs.mkdirSync(path.join(copy, 'api/usc/documents/t17/s107.json'));
  const part = async (...names: string[]) => {
    const { missing, extra, altered } = await verifyTree(copy, silent, { parts: names });
    return { missing, extra, altered };
  };
  const altered = [DOCUMENT, 'api/usc/documents/t17/s107.json'];
  assert.equal(await part('usc/t17'), { missing: [], extra: [], altered });
  replaced(copy, 'api/usc', link);
  assert.equal(await part('usc/t17'), { missing: [], extra: [], altered: ['api/usc'] });
  fs.appendFileSync(path.join(copy, 'manifest/ecfr/t44.ndjson'), ' ');
  assert.equal((await part('ecfr/t44')).altered, ['manifest/ecfr/t44.ndjson']);
  const { code, err } = await verify(copy, '--part', 'usc/t17', '--part', 'usc/t99');
  assert.is(code, 2);
  assert.match(err, 'There is no part usc/t99; manifest.json names those that there are.');
});

test('wrong usage exits with 2', async () => {
  assert.is((await verify(path.join(temporaryFolder(), 'none'))).code, 2);
  assert.is((await verify('a', 'b')).code, 2);
  assert.is((await verify('--nonsense')).code, 2);
  assert.is((await verify('--help')).code, 0);
});

test.run();
