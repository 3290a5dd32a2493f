import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { staticHost } from '../../build/edge/static/static.ts';
import { sampleSite } from '../helpers/browser/site-tree.ts';
import { start, untilListening } from '../helpers/commands.ts';
import { startWorker, upload, workerHindrance } from '../helpers/edges/worker.ts';
import { testWhere } from '../helpers/needs.ts';
import { startShim } from '../helpers/shim.ts';
import { temporaryFolder } from '../helpers/tree.ts';

/** Whatever is served from the sample says that it is no law, whoever serves it. */

const NOTICE = 'This is a sample, not the law.';
const PAGES = [
  '/',
  '/usc',
  '/usc/title-17/chapter-1/section-106',
  '/fr/2018/05',
  '/search?q=logs',
  '/docs',
  '/nothing',
];
const ACCEPT = { accept: 'text/html' };

test('the shim marks every page and every source as sample', async () => {
  const shim = await startShim({ dist: await sampleSite() });
  try {
    for (const page of PAGES) assert.ok((await shim.get(page, ACCEPT)).text.includes(NOTICE), page);
    const { data } = (await shim.get('/api/sources')).json;
    for (const source of data) assert.is(source.sample, true);
    for (const document of [
      'usc/documents/t17%2Fs106',
      'ecfr/documents/t1%2Fs1.1',
      'fr/documents/2018-09910',
    ])
      assert.is((await shim.get(`/api/${document}`)).json.data.metadata.legal_status, 'sample');
  } finally {
    await shim.close();
  }
});

testWhere(test, workerHindrance(), 'the Worker marks every page as sample', async () => {
  const worker = await startWorker();
  try {
    await upload(worker, await sampleSite());
    for (const page of PAGES) {
      const answer = await fetch(`http://127.0.0.1:${worker.port}${page}`, { headers: ACCEPT });
      assert.ok((await answer.text()).includes(NOTICE), page);
    }
  } finally {
    await worker.close();
  }
});

test('files for a host without rewriting are marked as sample', async () => {
  const listen = { host: '127.0.0.1', port: 0 };
  const files = await staticHost.files({ dist: await sampleSite(), listen, origin: null, base: '/law/' });
  const pages = Object.entries(files).filter(([name]) => name.endsWith('.html'));
  assert.ok(pages.length > 3);
  for (const [name, content] of pages) assert.ok(String(content).includes(NOTICE), name);
});

test('npm start reports a sample before the build and when it listens, and never for an unmarked corpus', async () => {
  const folder = temporaryFolder();
  const said = async (corpus: string): Promise<string> => {
    const running = start('start', [
      ...['--corpus', corpus, '--dist', path.join(folder, `${path.basename(corpus)}-dist`)],
      ...['--port', '0', '--no-site'],
    ]);
    try {
      await untilListening(running);
      return running.stderr();
    } finally {
      running.child.kill();
      await running.finished;
    }
  };
  const [, second] = (await said('corpus')).split('\n');
  assert.is(second, NOTICE);
  assert.match(await said('corpus'), /\nThis is a sample, not the law\.\nPandect is listening at/);
  const corpus = path.join(folder, 'unmarked');
  fs.cpSync('corpus', corpus, { recursive: true, filter: file => !file.endsWith('_corpus.json') });
  assert.not.match(await said(corpus), /sample/);
});

test.run();
