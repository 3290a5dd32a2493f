import fs from 'node:fs';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { takeLock } from '../../build/common/lock.ts';
import { shareCorpus, takeCorpus } from '../../build/corpus/lock.ts';
import { run } from '../helpers/commands.ts';
import { OfficialServer } from '../helpers/official-server.ts';
import { SAMPLE_CORPUS, temporaryFolder } from '../helpers/tree.ts';

const test = suite('npm run update');

const TITLE = fs.readFileSync(new URL('../import/fixtures/usc03.xml', import.meta.url), 'utf8');
const PAGE = OfficialServer.page;

const update = (...args: string[]) => run('update', args);

const server = new OfficialServer();
const folder = temporaryFolder();
const [into, corpus, out] = ['official', 'corpus', 'dist'].map(name => path.join(folder, name)) as [
  string,
  string,
  string,
];
const nightly = () =>
  update('usc', '--titles', '3', '--from', server.url.href, '--into', into, '--corpus', corpus, '--out', out);

const documents = (): string =>
  fs
    .readFileSync(path.join(out, 'api/usc/titles/3.json'), 'utf8')
    .replace(/.*"document_count":(\d+).*/s, '$1');

test.before(() => server.start());
test.after(() => server.close());

test('an update fetches, imports and builds new law, and without new law changes nothing', async () => {
  server.offerTitle('117-80', TITLE);
  const first = await nightly();
  assert.is(first.code, 0, first.stderr);
  assert.match(first.stdout, /usc: 1 files fetched[\s\S]*words [\d,]+ in, [\d,]+ out[\s\S]*documents +\d+:/);
  const before = documents();
  server.take();
  const second = await nightly();
  assert.is(second.code, 0, second.stderr);
  assert.match(
    second.stdout,
    /usc: 0 files fetched, 1 unchanged[\s\S]*0 imported, 1 unchanged[\s\S]*0 of them rendered anew/,
  );
  assert.equal(server.take(), [PAGE]);
  assert.is(documents(), before);
});

test('a title that cannot be fetched or read is unchanged, and the exit code reports it', async () => {
  const before = documents();
  server.offerTitle('117-81', TITLE);
  server.places.set('uscode.house.gov/download/releasepoints/us/pl/117/81/xml_usc03@117-81.zip', {
    body: 'under repair',
  });
  const refused = await nightly();
  assert.is(refused.code, 3, refused.stderr);
  assert.match(refused.stdout, /no whole zip file/);
  server.offerTitle('117-82', TITLE.slice(0, TITLE.length / 2));
  const half = await nightly();
  assert.is(half.code, 3, half.stderr);
  assert.match(half.stdout, /failed .*xml_usc03@117-82\.zip/);
  assert.is(documents(), before);
});

test('an update imports nothing while another import, or a build, works on the corpus', async () => {
  for (const lock of [takeCorpus, shareCorpus]) {
    const release = lock(corpus);
    try {
      const { code, stderr } = await nightly();
      assert.is(code, 1);
      assert.match(stderr, /Another import into the corpus .*, or a build of it, is running/);
    } finally {
      release();
    }
  }
});

test('a second update is refused, real law is not mixed into the sample, and only three sources exist', async () => {
  const unlock = takeLock(path.join(into, '.update.lock'), 'held');
  try {
    const { code, stderr } = await nightly();
    assert.is(code, 1);
    assert.match(stderr, /Another update/);
  } finally {
    unlock();
  }
  const sample = await update('usc', '--corpus', SAMPLE_CORPUS, '--into', into, '--from', server.url.href);
  assert.is(sample.code, 2);
  assert.match(sample.stderr, /is the sample corpus/);
  assert.is((await update('cfr')).code, 2);
});

test.run();
