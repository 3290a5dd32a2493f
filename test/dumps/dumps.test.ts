import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { trailer, writeDump } from '../../build/dumps/write-dump.ts';
import { mtimeOf } from '../../build/files/entry.ts';
import { readPart } from '../../build/files/manifest/read.ts';
import { readRoot } from '../../build/files/manifest/root.ts';
import { silent } from '../../build/report/progress.ts';
import { hasFindings, verifyTree } from '../../build/verify/verify.ts';
import { writeCorpus } from '../bench/generator/corpus.ts';
import { EDITS } from '../build/edits.ts';
import { assertSameTree, buildHere, editable, sha256, snapshot, TSX } from '../helpers/builds.ts';
import { entryOf, placedPart } from '../helpers/dumped.ts';
import { memoryFolder } from '../helpers/memory-folder.ts';
import { Random } from '../helpers/random.ts';
import { addLongList } from '../helpers/references.ts';
import { sampleTree, temporaryFolder } from '../helpers/tree.ts';

interface ToldDump {
  path: string;
  source: string | null;
  group: string;
  documents: number;
  bytes: number;
  uncompressed_bytes: number;
  sha256: string;
  newest: string;
}

const readJson = (dist: string, file: string) => JSON.parse(fs.readFileSync(path.join(dist, file), 'utf8'));
const told = (dist: string): ToldDump[] => readJson(dist, 'bulk/index.json');
const linesOf = (dist: string, file: string): string[] =>
  gunzipSync(fs.readFileSync(path.join(dist, file)))
    .toString()
    .split('\n');

/** Holds every dump against the parts of the manifest and the files that these list. */
function assertDumps(dist: string): void {
  const { parts } = readRoot(dist);
  const all = told(dist);
  const dumps = all.filter(({ source }) => source !== null);
  const ofDocuments = parts.filter(
    ({ path: file }) => !/manifest\/(bulk|pages|[^/]+\/(pages|structure|references))/.test(file),
  );
  assert.equal(
    dumps.map(dump => dump.path),
    ofDocuments.map(part => part.path.replace('manifest/', 'bulk/').replace('.ndjson', '.jsonl.gz')),
  );
  for (const [i, part] of ofDocuments.entries()) {
    const dump = dumps[i] as ToldDump;
    const entries = [...readPart(dist, part)].filter(entry => entry.path.endsWith('.json'));
    const documents = entries.map(entry => fs.readFileSync(path.join(dist, entry.path), 'utf8'));
    assert.equal(linesOf(dist, dump.path), [...documents, ''], dump.path);
    const file = path.join(dist, dump.path);
    const text = documents.map(document => `${document}\n`).join('');
    assert.equal(dump, {
      path: dump.path,
      source: dump.path.split('/')[1],
      group: path.basename(dump.path, '.jsonl.gz'),
      documents: documents.length,
      bytes: fs.statSync(file).size,
      uncompressed_bytes: Buffer.byteLength(text),
      sha256: sha256(file),
      newest: entries
        .map(entry => entry.date)
        .sort()
        .at(-1),
    });
    // No name, no time, no system: the same file wherever and whenever it is made.
    assert.equal([...fs.readFileSync(file).subarray(0, 10)], [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
    assert.is(fs.statSync(file).mtimeMs, 1000 * mtimeOf({ date: dump.newest, sha256: dump.sha256 }));
  }
  assertReferences(dist, all.slice(dumps.length));
  const { data, meta } = readJson(dist, 'api/bulk.json');
  assert.equal(data, all);
  assert.equal(
    meta.timestamp.slice(0, 10),
    all
      .map(dump => dump.newest)
      .sort()
      .at(-1),
  );
}

/** Holds the dump of references against their files. @param dumps the others in the list */
function assertReferences(dist: string, dumps: readonly ToldDump[]): void {
  const parts = readRoot(dist).parts.filter(part => /^manifest\/[^/]+\/references\//.test(part.path));
  const entries = parts.flatMap(part => [...readPart(dist, part)]);
  const firsts = entries.filter(entry => !entry.path.includes('/_q/')).map(entry => entry.path);
  const [dump, ...others] = dumps as [ToldDump, ...ToldDump[]];
  assert.equal(others, []);
  const { path: file, source, group, documents, sha256: digest, newest } = dump;
  assert.equal([file, source, group], ['bulk/references.jsonl.gz', null, 'references']);
  assert.is(documents, firsts.length);
  assert.is(digest, sha256(path.join(dist, file)));
  const ofFirsts = entries.filter(entry => firsts.includes(entry.path)).map(entry => entry.date);
  assert.is(newest, ofFirsts.sort().at(-1));
  const lines = linesOf(dist, file);
  assert.is(lines.pop(), '');
  // In the order of parts, and of paths within each.
  const expected = firsts.map(first => {
    const answer = readJson(dist, first);
    for (const list of ['cites', 'cited_by'])
      for (let offset = 100; ; offset += 100) {
        const page = first.replace(/\.json$/, `/_q/list=${list}&limit=100&offset=${offset}.json`);
        if (!entries.some(entry => entry.path === page)) break;
        answer.data[list].push(...readJson(dist, page).data);
      }
    return answer;
  });
  assert.equal(
    lines.map(line => JSON.parse(line)),
    expected,
  );
}

test('the dump of references has all items of long lists', async () => {
  const { corpus, dist } = editable(memoryFolder());
  addLongList(corpus);
  await buildHere(corpus, dist);
  assertDumps(dist);
  const lines = linesOf(dist, 'bulk/references.jsonl.gz').filter(line => line !== '');
  const lengths = lines.map(line => JSON.parse(line).data.cites.length);
  assert.ok(lengths.some(length => length > 200));
});

test('a dump has all documents of its part as the API returns them, one a line', async () => {
  const { dist } = await sampleTree();
  assertDumps(dist);
  const [line = ''] = linesOf(dist, 'bulk/usc/t17.jsonl.gz');
  assert.is(JSON.parse(line).data.source, 'usc');
  assert.not.ok(hasFindings(await verifyTree(dist, silent)));
});

test('all dumps together have every document of the API once', async () => {
  const { dist } = await sampleTree();
  const ofDocuments = told(dist).filter(({ source }) => source !== null);
  const identifiers = ofDocuments.flatMap(dump =>
    linesOf(dist, dump.path)
      .filter(line => line !== '')
      .map(line => JSON.parse(line).data.identifier),
  );
  const { data } = readJson(dist, 'api/stats.json');
  assert.is(new Set(identifiers).size, data.total_documents);
  assert.is(identifiers.length, data.total_documents);
  for (const { id, document_count } of readJson(dist, 'api/sources.json').data)
    assert.is(
      told(dist)
        .filter(dump => dump.source === id)
        .reduce((sum, dump) => sum + dump.documents, 0),
      document_count,
    );
});

test('the manifest has separate parts for dumps, and counts them', async () => {
  const { dist } = await sampleTree();
  const { parts, files, bytes } = readRoot(dist);
  const named = parts.filter(part => part.path.startsWith('manifest/bulk'));
  assert.equal(
    named.map(part => part.path),
    [
      'manifest/bulk.ndjson',
      'manifest/bulk/ecfr.ndjson',
      'manifest/bulk/fr.ndjson',
      'manifest/bulk/references.ndjson',
      'manifest/bulk/usc.ndjson',
    ],
  );
  const entries = named.flatMap(part => [...readPart(dist, part)]);
  assert.equal(
    entries.map(entry => entry.path).sort(),
    ['api/bulk.json', 'bulk/index.json', ...told(dist).map(dump => dump.path)].sort(),
  );
  assert.is(entries.find(entry => entry.path === 'bulk/usc/t17.jsonl.gz')?.content_type, 'application/gzip');
  assert.is(
    files,
    parts.reduce((sum, part) => sum + part.files, 0),
  );
  assert.is(
    bytes,
    parts.reduce((sum, part) => sum + part.content_bytes, 0),
  );
});

test('dumps of nightly builds equal those of a cold build', async () => {
  const folder = temporaryFolder();
  const [corpus, dist] = [path.join(folder, 'corpus'), path.join(folder, 'dist')];
  const random = new Random(11);
  writeCorpus(corpus, { documents: 900, seed: 11 });
  await buildHere(corpus, dist, { keepGoing: true });
  for (let night = 0; night < 4; night++) {
    for (let i = 0; i < 6; i++) random.pick(Object.values(EDITS))(corpus, random);
    await buildHere(corpus, dist, { keepGoing: true });
    assertDumps(dist);
    assert.not.ok(hasFindings(await verifyTree(dist, silent)));
    const cold = path.join(folder, `cold-${night}`);
    await buildHere(corpus, cold, { keepGoing: true });
    assertSameTree(dist, cold, `night ${night}`);
  }
});

const SECTION = 'usc/title-17/chapter-01/section-106.md';
const edit = (corpus: string): void =>
  fs.appendFileSync(path.join(corpus, SECTION), '\nOne more lighthouse.\n');

test('only dumps with a changed document are written', async () => {
  const { corpus, dist } = editable(memoryFolder());
  await buildHere(corpus, dist);
  const inodes = () =>
    new Map(told(dist).map(dump => [dump.path, fs.statSync(path.join(dist, dump.path)).ino]));
  const before = inodes();
  edit(corpus);
  await buildHere(corpus, dist);
  const changed = [...inodes()].filter(([file, inode]) => before.get(file) !== inode).map(([file]) => file);
  assert.equal(changed, ['bulk/usc/t17.jsonl.gz']);
  assertDumps(dist);
});

test('--no-bulk leaves out and removes dumps, and later builds restore them', async () => {
  const { corpus, dist } = editable(memoryFolder());
  const without = `${dist}-without`;
  await buildHere(corpus, without, { bulk: false });
  assert.not(fs.existsSync(path.join(without, 'bulk')));
  assert.not(fs.existsSync(path.join(without, 'api/bulk.json')));
  const withDumps = `${dist}-with`;
  await buildHere(corpus, withDumps);
  await buildHere(corpus, dist);
  for (const bulk of [false, true, false, true]) {
    await buildHere(corpus, dist, { bulk });
    assertSameTree(dist, bulk ? withDumps : without);
  }
  // What changes while there are none is in them afterwards.
  await buildHere(corpus, dist, { bulk: false });
  edit(corpus);
  fs.rmSync(path.join(corpus, 'usc/title-48'), { recursive: true });
  await buildHere(corpus, dist, { bulk: false });
  await buildHere(corpus, dist);
  assertDumps(dist);
  assert.not.ok(hasFindings(await verifyTree(dist, silent)));
});

test('no dump has a document that was altered in the tree', async () => {
  const { corpus, dist } = editable(memoryFolder());
  await buildHere(corpus, dist);
  const other = `${dist}-other`;
  const document = path.join(dist, 'api/usc/documents/t17/s107.json');
  for (const spoil of [() => fs.writeFileSync(document, '{}'), () => fs.rmSync(document)]) {
    const sound = fs.readFileSync(document);
    // The piece that it stands in is made again.
    edit(corpus);
    spoil();
    const { notices } = await buildHere(corpus, dist);
    assert.equal(notices, [
      'Rebuilding everything: the state of the last build cannot be used, api/usc/documents/t17/s107.json is not as it was published.',
    ]);
    fs.writeFileSync(document, sound);
    await buildHere(corpus, other, { cold: true });
    const dumps = (tree: string) => snapshot(tree).filter(line => /^(bulk|manifest)/.test(line));
    assert.equal(dumps(dist), dumps(other));
  }
});

test('an altered dump is made again from the documents', async () => {
  const { corpus, dist } = editable(memoryFolder());
  await buildHere(corpus, dist);
  const dump = path.join(dist, 'bulk/usc/t17.jsonl.gz');
  for (const spoil of [
    () => fs.writeFileSync(dump, 'x'),
    () => fs.rmSync(dump),
    () => fs.truncateSync(dump, 100),
  ]) {
    spoil();
    edit(corpus);
    await buildHere(corpus, dist);
    assertDumps(dist);
  }
});

test('an error of the file system is not reported as a damaged document', () => {
  const [tree, staging] = [temporaryFolder(), temporaryFolder()];
  const file = 'api/usc/documents/t17/s107.json';
  // A folder in the place of the document cannot be read.
  fs.mkdirSync(path.join(tree, file), { recursive: true });
  const parts = [placedPart('usc/t17', [entryOf(file, 'Another text.')])];
  const task = { tree, staging, dumped: 'usc/t17', parts };
  assert.throws(() => writeDump({ ...task, published: null }), /EISDIR/);
  fs.rmSync(path.join(tree, file), { recursive: true });
  assert.equal(writeDump({ ...task, published: null }), { damaged: file });
});

test('a text of 4 GiB or more ends with its length modulo 2^32', () => {
  assert.is(trailer(0, 2 ** 32 + 5).readUInt32LE(4), 5);
  assert.is(trailer(0, 2 ** 32).readUInt32LE(4), 0);
});

/** Writes a dump in a process of its own. */
function large(count: number): { dump: { length: number; bytes: number }; most: number } {
  const script = path.join(import.meta.dirname, 'large.ts');
  const args = ['--import', TSX, script, temporaryFolder(), String(count)];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  assert.is(status, 0, stderr);
  return JSON.parse(stdout);
}

test('a dump of any length is written document by document', () => {
  const [short, long] = [large(16), large(160)];
  assert.ok(long.dump.length > 160_000_000);
  assert.ok(long.most - short.most < 60_000_000, `${short.most} and ${long.most} bytes`);
});

test.run();
