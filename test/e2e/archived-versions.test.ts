import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ArchiveAppend } from '../../build/archive/append.ts';
import { ROOT_FILE, readRoot, rootText } from '../../build/archive/archive.ts';
import { IndexFile } from '../../build/archive/index-file.ts';
import { IndexWriter } from '../../build/archive/index-writer.ts';
import { filesUnder } from '../../build/files/walk.ts';
import { FormerVersions } from '../../shim/content/former-versions.ts';
import { archive as check } from '../../shim/doctor/checks/archive.ts';
import { assertSameTree, buildHere, editable, run } from '../helpers/builds.ts';
import { testWhere } from '../helpers/needs.ts';
import { edit, now } from '../helpers/rebuilding.ts';
import { type Shim, startShim } from '../helpers/shim.ts';
import { temporaryFolder } from '../helpers/tree.ts';
import { finding } from '../shim/doctor/patient.ts';

/** `npm run build -- --versions archive`: former versions stay in the archive, and the shim answers as from files. */

const SECTION_106 = 'usc/title-17/chapter-01/section-106.md';
const NOTICE = 'usc/title-17/chapter-01/section-107.md';
const SECTION = '/api/usc/documents/t17%2Fs106';
const FORMER = /\/versions\/[^/]+\.(?:json|md)$/;

let corpus = '';
/** Trees of the same corpus and the same archive. */
let [withFiles, without] = ['', ''];
let archive = '';
let [files, archived]: Shim[] = [];

const build = (dist: string, versions: 'files' | 'archive', asOf: string, folder = archive, more = {}) =>
  buildHere(corpus, dist, { now, archive: { folder, asOf, versions }, ...more });

test.before(async () => {
  ({ corpus, dist: withFiles } = editable());
  const folder = path.dirname(withFiles);
  [archive, without] = [path.join(folder, 'archive'), path.join(folder, 'dist-archive')];
  await build(withFiles, 'files', '2020-01-01');
  for (const words of ['One lamp.', 'Two lamps.']) {
    edit(corpus, SECTION_106, text => `${text}\n${words}\n`);
    await build(withFiles, 'files', '2021-01-01');
  }
  edit(corpus, NOTICE, text => `${text}\n${'A long gull. '.repeat(100_000)}\n`);
  await build(withFiles, 'files', '2022-01-01');
  edit(corpus, NOTICE, text => text.replace(/(A long gull\. )+/, ''));
  await build(withFiles, 'files', '2023-01-01');
  await build(without, 'archive', '2023-01-01');
  files = await startShim({ dist: withFiles });
  archived = await startShim({ dist: without, archive });
});
test.after(async () => {
  await Promise.all([files?.close(), archived?.close()]);
});

const formerFiles = (dist: string): string[] =>
  [...filesUnder(dist, 'api')].filter(file => FORMER.test(file));

/** By these the shim finds texts that have no files. */
const DIGEST = /"text_digest":"[0-9a-f]{16}",/g;

test('the tree has all lists of versions, with the digests of texts, and no former version', () => {
  assert.equal(formerFiles(without), []);
  const lists = (dist: string) =>
    [...filesUnder(dist, 'api')]
      .filter(file => file.endsWith('/versions.json'))
      .map(file => [file, fs.readFileSync(path.join(dist, file), 'utf8')]);
  assert.ok(lists(without).length > 0);
  assert.equal(
    lists(without).map(([file = '', text = '']) => [file, text.replace(DIGEST, '')]),
    lists(withFiles),
  );
  for (const [file = '', text = ''] of lists(without).filter(([file]) => file?.includes('/documents/')))
    assert.is(text.match(DIGEST)?.length, text.split('"from":').length - 1, file);
  const names = formerFiles(withFiles).map(file => path.basename(file));
  assert.equal([...new Set(names)].sort(), [
    ...['2020-01-01.json', '2020-01-01.md', '2021-01-01~1.json', '2021-01-01~1.md'],
    ...['2022-01-01.json', '2022-01-01.md'],
  ]);
});

test('days and differences are answered byte for byte as from files', async () => {
  const urls: string[] = [];
  const large = 'api/usc/documents/t17/s107/versions/2022-01-01.json';
  assert.ok(fs.statSync(path.join(withFiles, large)).size > 1 << 20, 'larger than what is held');
  for (const day of ['2020-01-01', '2020-06-30', '2021-01-01~1', '2021-01-01', '2022-05-05'])
    for (const more of ['', '&format=markdown', '&format=text', '&fields=body', '&pinpoint=(1)'])
      urls.push(`${SECTION}?on=${day}${more}`, `/api/usc/documents/t17%2Fs107?on=${day}${more}`);
  urls.push(`${SECTION}/diff?from=2020-01-01`, `${SECTION}/diff?from=2020-01-01&to=2021-01-01~1&format=html`);
  urls.push(`${SECTION}?on=2019-01-01`, `${SECTION}?on=2021-01-01~9`);
  for (const url of urls) {
    const [wanted, got] = await Promise.all([files!.get(url), archived!.get(url)]);
    assert.is(got.status, wanted.status, url);
    if (wanted.status !== 200) continue;
    assert.is(got.bytes.compare(wanted.bytes), 0, url);
    for (const header of ['etag', 'content-type', 'cache-control', 'cache-tag', 'vary'])
      assert.is(got.headers[header], wanted.headers[header], `${header} of ${url}`);
    const { etag } = got.headers;
    assert.is((await archived!.get(url, { 'if-none-match': String(etag) })).status, 304, url);
  }
});

test('names that no list has are none of a former version', async () => {
  const former = new FormerVersions(archive, () => assert.unreachable());
  const read = async (file: string) =>
    await fs.promises.readFile(path.join(without, file), 'utf8').catch(() => null);
  const of = (file: string) => former.content(`api/usc/documents/${file}`, read);
  assert.ok(await of('t17/s106/versions/2020-01-01.json'));
  for (const file of [
    't17/s106/versions/2021-01-01.json',
    't17/s106/versions/2019-01-01.json',
    't17/s106/versions/2020-01-01~1.md',
    't17/s106/versions/2020-01-01.txt',
    't17/s999/versions/2020-01-01.json',
    '../x/versions/2020-01-01.json',
    't17/s106.json',
  ])
    assert.is(await of(file), null, file);
  await former.close();
});

test('without the archive, or with a damaged one, former versions are 503, and all else is answered', async () => {
  const folder = path.join(temporaryFolder(), 'archive');
  fs.cpSync(archive, folder, { recursive: true });
  for (const pack of fs.readdirSync(path.join(folder, 'packs')))
    fs.writeFileSync(path.join(folder, 'packs', pack), 'rubble');
  for (const broken of [path.join(folder, 'nowhere'), folder]) {
    const shim = await startShim({ dist: without, archive: broken });
    const former = await shim.get(`${SECTION}?on=2020-01-01`);
    assert.equal([former.status, former.json.error.code], [503, 'REQUEST_ERROR']);
    assert.is((await shim.get(`${SECTION}/diff?from=2020-01-01`)).status, 503);
    assert.is((await shim.get(`${SECTION}?on=2022-01-01`)).status, 200);
    assert.is((await shim.get(`${SECTION}/versions`)).status, 200);
    await shim.close();
    assert.match(
      await finding(check, { DIST: without, ARCHIVE: broken }),
      /^problem: .* cannot be read from/,
    );
  }
});

/** Puts so many documents behind those of title 17, and changes the lines. @returns the bytes of its index */
function enlarge(folder: string, documents: number, change = (line: string) => line): number {
  const root = readRoot(folder);
  const [part] = root.parts.filter(({ name }) => name === 'usc/t17');
  const { head } = new IndexFile(folder, part!);
  const writer = new IndexWriter(folder, part!.name);
  for (const { text } of new IndexFile(folder, part!)) writer.put(change(text));
  for (let i = 0; i < documents; i++)
    writer.put(
      JSON.stringify({ identifier: `/us/usc/t17/t${String(i).padStart(6, '0')}`, of: 'x'.repeat(500) }),
    );
  const written = writer.finish(head);
  writer.close();
  const parts = root.parts.map(each => (each === part ? { ...each, ...written } : each));
  fs.writeFileSync(path.join(folder, ROOT_FILE), rootText({ ...root, parts }));
  return written.bytes;
}

const IO = '/proc/self/io';
const bytesRead = (): number => Number(/^rchar: (\d+)$/m.exec(fs.readFileSync(IO, 'utf8'))?.[1]);

testWhere(
  test,
  fs.existsSync(IO) ? null : `there is no ${IO}`,
  'of a large index little is read, also by many',
  async () => {
    const folder = path.join(temporaryFolder(), 'archive');
    fs.cpSync(archive, folder, { recursive: true });
    assert.ok(enlarge(folder, 60_000) > 30e6);
    const shim = await startShim({ dist: without, archive: folder });
    const url = `${SECTION}?on=2020-01-01`;
    const { text } = await archived!.get(url);
    await shim.get(url);
    const before = bytesRead();
    const [health, ...answers] = await Promise.all([
      shim.get('/api/health'),
      ...Array.from({ length: 10 }, () => shim.get(url)),
    ]);
    assert.ok(bytesRead() - before < 8e6, `${bytesRead() - before} bytes were read`);
    assert.is(health?.status, 200);
    for (const answer of answers) assert.is(answer.text, text);
    await shim.close();
  },
);

test('a damaged line of an index is 503, and told; other documents are answered', async () => {
  const folder = path.join(temporaryFolder(), 'archive');
  fs.cpSync(archive, folder, { recursive: true });
  enlarge(folder, 2000, line =>
    line.includes('/s106"') ? line.replace('"versions":[', '"versions":{[') : line,
  );
  const told: string[] = [];
  const former = new FormerVersions(folder, message => told.push(message));
  const read = (file: string) => fs.promises.readFile(path.join(without, file), 'utf8');
  const of = (section: string) =>
    former.content(`api/usc/documents/t17/${section}/versions/2020-01-01.json`, read);
  await of('s106').then(
    () => assert.unreachable(),
    error => assert.is(error.status, 503),
  );
  assert.is(told.length, 1);
  assert.match(told[0] ?? '', /index\/usc\/t17-\w+\.ndjson at byte \d+: \/us\/usc\/t17\/s106: /);
  assert.ok(await of('s107'));
  await former.close();
});

test('doctor tells whether an archive is needed, and whether it is the one', async () => {
  assert.match(await finding(check, { DIST: without, ARCHIVE: archive }), /^ok: former versions are read/);
  assert.match(
    await finding(check, { DIST: without }),
    /^problem: .* and none is named: api\/.* → set ARCHIVE/,
  );
  assert.match(await finding(check, { DIST: withFiles }), /^ok: all former versions are files/);
  assert.match(await finding(check, { DIST: withFiles, ARCHIVE: archive }), /^warning: .* needs no archive/);
});

test('an edition between two others moves no version from under a tree that was built before', async () => {
  const folder = path.join(temporaryFolder(), 'archive');
  fs.cpSync(archive, folder, { recursive: true });
  const shim = await startShim({ dist: without, archive: folder });
  try {
    const url = `${SECTION}?on=2020-01-01`;
    const { text } = await shim.get(url);
    const bytes = Buffer.from((await files!.get(`${url}&format=markdown`)).text);
    const append = new ArchiveAppend(folder);
    const { text: digest } = await import('../../build/archive/text-digest.ts').then(module => ({
      text: module.textDigest(bytes),
    }));
    const day = { day: '2018-01-01', edition: '2018-01-01' };
    append.enter({
      ...{ name: 'usc/t17', isGone: () => false, edition: null, isWhole: false, isCurrent: false },
      seen: [{ identifier: '/us/usc/t17/s106', text: digest, ...day, read: () => bytes }],
    });
    append.commit();
    append.close();
    const fresh = await startShim({ dist: without, archive: folder });
    assert.is((await fresh.get(url)).text, text);
    await fresh.close();
  } finally {
    await shim.close();
  }
});

test('a tree changes from files to the archive and back as a cold build would have it', async () => {
  const folder = path.join(temporaryFolder(), 'archive');
  fs.cpSync(archive, folder, { recursive: true });
  const dist = path.join(temporaryFolder(), 'dist');
  await build(dist, 'files', '2023-01-01', folder);
  assertSameTree(dist, withFiles);
  await build(dist, 'archive', '2023-01-01', folder);
  assertSameTree(dist, without);
  const night = `${corpus}-night`;
  fs.cpSync(corpus, night, { recursive: true });
  const nightly = (out: string, versions: 'files' | 'archive') =>
    buildHere(night, out, { now, archive: { folder, asOf: '2024-01-01', versions } });
  await nightly(dist, 'archive');
  edit(night, SECTION_106, text => `${text}\nThree lamps.\n`);
  await nightly(dist, 'archive');
  const cold = path.join(temporaryFolder(), 'dist');
  await nightly(cold, 'archive');
  assertSameTree(dist, cold);
  const shim = await startShim({ dist, archive: folder });
  assert.match((await shim.get(`${SECTION}?on=2023-12-31`)).text, /Two lamps\.(?!.*Three)/s);
  await shim.close();
  await nightly(dist, 'files');
  assert.ok(formerFiles(dist).length > 0);
});

test('wrong flags are told', async () => {
  const flags = (...more: string[]) => run('build', ['--corpus', corpus, '--out', `${withFiles}-x`, ...more]);
  const unknown = await flags('--archive', archive, '--versions', 'nowhere');
  assert.equal([unknown.code, /--versions takes files or archive/.test(unknown.err)], [2, true]);
  const alone = await flags('--versions', 'archive');
  assert.equal([alone.code, /--versions needs --archive/.test(alone.err)], [2, true]);
});

test.run();
