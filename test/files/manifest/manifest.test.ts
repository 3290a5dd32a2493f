import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Entry, makeEntry } from '../../../build/files/entry.ts';
import { changedFiles } from '../../../build/files/manifest/differences.ts';
import { checkPart, readManifest, readPart } from '../../../build/files/manifest/read.ts';
import {
  encodeRoot,
  MANIFEST,
  MOST_PARTS,
  makeRoot,
  type Part,
  readRoot,
} from '../../../build/files/manifest/root.ts';
import { ManifestWriter, type WrittenManifest } from '../../../build/files/manifest/write.ts';
import { snapshot } from '../../helpers/builds.ts';
import { temporaryFolder } from '../../helpers/tree.ts';
import { writeManifest } from './written.ts';

/** build/README.md, The manifest. */

const DAY = '2018-05-10';
const entry = (name: string, content: string, day = DAY): Entry =>
  makeEntry(`api/${name}`, [Buffer.from(content)], day);

type Parts = Record<string, readonly Entry[]>;

/** Writes the manifest of these files into a folder, as a build with the manifest of an earlier one does. */
function write(parts: Parts, folder = temporaryFolder(), before: string | null = null) {
  const writer = new ManifestWriter(folder, before === null ? null : readRoot(before));
  for (const [name, entries] of Object.entries(parts)) writer.stagePart(name, entries);
  return { folder, ...writer.finish(DAY, { usc: 1 }) };
}

const A = entry('usc/documents/t17/s1.json', '{"a":1}', '2018-05-11');
const B = entry('usc/documents/t17/s1.txt', 'é');
const C = entry('usc/documents/t18/s1.json', '{}');
const PARTS: Parts = { 'usc/t17': [B, A], 'usc/t18': [C] };

const pathsOf = async (folder: string): Promise<string[]> => {
  const paths: string[] = [];
  for await (const entry of readManifest(folder)) paths.push(entry.path);
  return paths;
};

test('the root has totals and a line for each part, a part a line for each file in the order of paths', async () => {
  const { folder, root } = write(PARTS);
  const text = fs.readFileSync(path.join(folder, MANIFEST), 'utf8');
  assert.ok(text.endsWith('\n'));
  assert.is(text.split('\n').filter(line => line.includes('manifest/usc/t1')).length, 2);
  assert.equal(JSON.parse(text), root);
  assert.equal(
    [root.version, root.newest, root.files, root.bytes, root.documents],
    [1, DAY, 3, 11, { usc: 1 }],
  );
  const [part] = root.parts;
  const file = path.join(folder, 'manifest/usc/t17.ndjson');
  assert.is(part?.path, 'manifest/usc/t17.ndjson');
  assert.equal([part?.files, part?.bytes, part?.content_bytes], [2, fs.statSync(file).size, 9]);
  const lines = fs
    .readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line));
  assert.equal(
    lines.map(({ path, bytes, sha256 }) => ({ path, bytes, sha256 })),
    [A, B].map(({ path, bytes, sha256 }) => ({ path, bytes, sha256 })),
  );
  assert.equal(Object.keys(lines[0]), ['path', 'bytes', 'sha256', 'etag', 'content_type', 'date']);
  assert.equal(
    await pathsOf(folder),
    [A, B, C].map(({ path }) => path),
  );
});

test('the same files in any order give the same manifest', () => {
  const { folder } = write(PARTS);
  const other = write({ 'usc/t18': [C], 'usc/t17': [A, B] }).folder;
  const files = (root: string) => snapshot(root).filter(line => /json/.test(line));
  assert.equal(files(other), files(folder));
  assert.is(
    new Date(fs.statSync(path.join(folder, 'manifest/usc/t17.ndjson')).mtimeMs).toISOString().slice(0, 10),
    A.date,
  );
  assert.is(new Date(fs.statSync(path.join(folder, MANIFEST)).mtimeMs).toISOString().slice(0, 10), DAY);
});

test('the build depends on the content of the parts only', () => {
  const { root } = write(PARTS);
  const again = new ManifestWriter(temporaryFolder(), null);
  for (const [name, entries] of Object.entries(PARTS)) again.stagePart(name, entries);
  assert.is(again.finish('2020-01-01', {}).root.build, root.build);
  assert.is.not(write({ ...PARTS, 'usc/t18': [{ ...C, date: '2018-05-12' }] }).root.build, root.build);
  assert.is.not(write({ 'usc/t17': [A, B], 'usc/t19': [C] }).root.build, root.build);
});

test("lines are in byte order, which is not JavaScript's for some characters", async () => {
  const names = ['api/\uffee', 'api/\u{1f600}', 'api/z'];
  const { folder } = write({ pages: names.map(name => ({ ...A, path: name })) });
  assert.equal(await pathsOf(folder), ['api/z', 'api/\uffee', 'api/\u{1f600}']);
});

test('only parts that differ are staged, and a kept one is not made', () => {
  const before = write(PARTS).folder;
  const staged = (folder: string): string[] =>
    fs
      .readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(name => /json$/.test(name))
      .sort();
  const same = write(PARTS, temporaryFolder(), before);
  assert.equal(staged(same.folder), [MANIFEST]);
  const changed = { ...PARTS, 'usc/t18': [{ ...C, date: '2018-05-12' }] };
  assert.equal(
    staged(write(changed, temporaryFolder(), before).folder),
    ['manifest/usc/t18.ndjson', MANIFEST].sort(),
  );
  const folder = temporaryFolder();
  const writer = new ManifestWriter(folder, readRoot(before));
  writer.keepPart('usc/t18');
  writer.keepPart('usc/t17');
  const { digest }: WrittenManifest = writer.finish(DAY, { usc: 1 });
  assert.is(digest, same.digest);
  assert.equal(staged(folder), [MANIFEST]);
});

test('a part is made once, can only be kept if it exists, and has files', () => {
  const writer = new ManifestWriter(temporaryFolder(), write(PARTS).root);
  assert.throws(() => writer.keepPart('usc/t19'), /has no part manifest\/usc\/t19\.ndjson/);
  writer.stagePart('usc/t17', []);
  writer.keepPart('usc/t18');
  assert.throws(() => writer.stagePart('usc/t18', [C]), /is there already/);
  assert.throws(() => writer.keepPart('usc/t18'), /is there already/);
  assert.equal(
    writer.finish(DAY, {}).root.parts.map(({ path }) => path),
    ['manifest/usc/t18.ndjson'],
  );
});

/** Reads all, and tells what it fails with. */
const failure = (folder: string): Promise<string> =>
  pathsOf(folder).then(
    paths => `none: ${paths}`,
    (error: Error) => `${error.constructor.name}: ${error.message}`,
  );

const LINE = { path: 'api/a.json', bytes: 4, sha256: '0'.repeat(64), date: DAY };
const LINES: [what: string, line: unknown, told: RegExp][] = [
  [
    'that leads outside',
    { ...LINE, path: 'api/../../victim' },
    /names a file outside api\/, bulk\/, site\/: "api\/\.\.\/\.\.\/victim"/,
  ],
  ['of the tree beside api', { ...LINE, path: 'catalog/catalog.bin' }, /names a file outside api/],
  ['that Windows takes for another', { ...LINE, path: 'api/a\\..\\b.json' }, /names a file outside api/],
  ...[
    null,
    [],
    'text',
    {},
    { ...LINE, path: 1 },
    { ...LINE, bytes: -1 },
    { ...LINE, bytes: '4' },
    { ...LINE, sha256: 'x' },
    { ...LINE, date: '2018-02-30' },
    { ...LINE, identifier: 1 },
    { ...LINE, identifier: 'x'.repeat(65_536) },
  ].map((line, i): [string, unknown, RegExp] => [
    `that is none (${i})`,
    line,
    /has a line that names no file/,
  ]),
];

for (const [what, line, told] of LINES) {
  test(`a part with a line ${what} is refused`, async () => {
    const folder = temporaryFolder();
    writeManifest(folder, [line]);
    assert.match(await failure(folder), told);
    assert.match(await failure(folder), /^ManifestError: manifest\/usc\/t17\.ndjson /);
  });
}

test('an endless line is refused early', async () => {
  const folder = temporaryFolder();
  writeManifest(folder, [LINE, { ...LINE, identifier: 'x'.repeat(3_000_000) }, LINE]);
  assert.match(await failure(folder), /has a line that names no file/);
});

test('a part that differs from the root is refused before its first line', () => {
  const { folder, root } = write(PARTS);
  const part = root.parts[0] as Part;
  const file = path.join(folder, part.path);
  const bytes = fs.readFileSync(file);
  assert.ok(checkPart(folder, part));
  const damages: [damage: () => void, told: RegExp][] = [
    [() => fs.writeFileSync(file, bytes.toString().replace('{"path"', '{"pa7h"')), /is not the part/],
    [() => fs.appendFileSync(file, '\n'), /is not the part/],
    [() => fs.truncateSync(file, 10), /is not the part/],
    [() => fs.rmSync(file), /t17\.ndjson is missing/],
    [() => fs.mkdirSync(file), /is not the part/],
  ];
  for (const [damage, told] of damages) {
    damage();
    assert.not.ok(checkPart(folder, part));
    assert.throws(() => readPart(folder, part).next(), told);
    if (fs.statSync(file, { throwIfNoEntry: false })?.isFile()) fs.writeFileSync(file, bytes);
  }
});

const ROOT = makeRoot(
  [
    {
      path: 'manifest/usc/t17.ndjson',
      files: 1,
      bytes: 1,
      sha256: '0'.repeat(64),
      content_bytes: 1,
      newest: '2018-01-01',
    },
  ],
  { newest: DAY, documents: { usc: 1 } },
);
const [PART] = ROOT.parts;
const ROOTS: [what: string, root: unknown, told: RegExp][] = [
  ['that is null', null, /is no manifest of a tree/],
  ['of a web application', { name: 'An application', icons: [] }, /is no manifest of a tree/],
  ['of a version to come', { ...ROOT, version: 2 }, /is of version 2, and only 1 is known/],
  ['without a build', { ...ROOT, build: 'x' }, /its totals are none/],
  ['of no day', { ...ROOT, newest: 'today' }, /its totals are none/],
  ['with half a file', { ...ROOT, files: 1.5 }, /its totals are none/],
  ['without numbers of documents', { ...ROOT, documents: null }, /its totals are none/],
  ...[
    'api/a.ndjson',
    'manifest/../a.ndjson',
    'manifest/a.json',
    'manifest/a\\b.ndjson',
    '/manifest/a.ndjson',
    1,
  ].map((path): [string, unknown, RegExp] => [
    `with a part ${path}`,
    { ...ROOT, parts: [{ ...PART, path }] },
    /names a part outside manifest\//,
  ]),
  ['with a part twice', { ...ROOT, parts: [PART, PART] }, /out of order/],
  ['with null as a part', { ...ROOT, parts: [null] }, /names a part outside/],
  ['with a part of no digest', { ...ROOT, parts: [{ ...PART, sha256: 'x' }] }, /damaged at the part/],
  ['with a part of no size', { ...ROOT, parts: [{ ...PART, bytes: null }] }, /damaged at the part/],
  [
    'with too many parts',
    { ...ROOT, parts: Array.from({ length: MOST_PARTS + 1 }) },
    /100001 parts, more than 100000/,
  ],
];

for (const [what, root, told] of ROOTS) {
  test(`a root ${what} is refused`, async () => {
    const folder = temporaryFolder();
    fs.writeFileSync(path.join(folder, MANIFEST), JSON.stringify(root));
    assert.match(await failure(folder), /^ManifestError: manifest\.json /);
    assert.match(await failure(folder), told);
  });
}

test('a root that is missing, no JSON, or too large is refused', async () => {
  const folder = temporaryFolder();
  assert.match(await failure(folder), /^ManifestError: manifest\.json is missing/);
  fs.writeFileSync(path.join(folder, MANIFEST), encodeRoot(ROOT).slice(0, -4));
  assert.match(await failure(folder), /is damaged: it is no JSON/);
  fs.truncateSync(path.join(folder, MANIFEST), 64 * 1024 * 1024 + 1);
  assert.match(await failure(folder), /has 67108865 bytes, more than 67108864/);
});

test('more parts than readers accept are not written', () => {
  assert.throws(
    () =>
      makeRoot(
        Array.from({ length: MOST_PARTS + 1 }, () => PART as Part),
        ROOT,
      ),
    /more than/,
  );
});

test('only parts that differ between two trees are read', () => {
  const before = write({ ...PARTS, 'usc/t19': [entry('x.json', 'x')] }).folder;
  const moved = entry('x.json', 'x');
  const after = write({
    'usc/t17': [A, { ...B, sha256: C.sha256 }],
    'usc/t18': [C],
    'usc/t20': [moved],
  }).folder;
  for (const folder of [before, after]) fs.rmSync(path.join(folder, 'manifest/usc/t18.ndjson'));
  const told = Array.from(changedFiles(before, after), ({ path, before, after }) => [
    path,
    before?.sha256,
    after?.sha256,
  ]);
  assert.equal(told, [[B.path, B.sha256, C.sha256]]);
});

test('added and removed files differ', () => {
  const [before, after] = [write({ pages: [A] }).folder, write({ pages: [B] }).folder];
  const told = Array.from(changedFiles(before, after), ({ path, before, after }) => [
    path,
    before?.path,
    after?.path,
  ]);
  assert.equal(told, [
    [B.path, undefined, B.path],
    [A.path, A.path, undefined],
  ]);
  assert.equal([...changedFiles(before, before)], []);
});

test.run();
