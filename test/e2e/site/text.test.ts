import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { TEXT_BYTES } from '../../../build/contract/site-text.ts';
import { webPathOf } from '../../../build/contract/web-path.ts';
import { sampleSite, siteOf } from '../../helpers/browser/site-tree.ts';
import { startWorker, upload, workerHindrance } from '../../helpers/edges/worker.ts';
import { testWhere } from '../../helpers/needs.ts';
import { startShim } from '../../helpers/shim.ts';
import { documentsOf, SAMPLE_CORPUS, temporaryFolder } from '../../helpers/tree.ts';
import { shorthandOf } from '../spellings.ts';

/** The page contains the document's text when it is sent, for readers without scripts. */

const ENTITY = /&#(\d+);/g;
const textIn = (html: string): string =>
  (
    /<article class="plain-text">\n<h1>[^<]*<\/h1>([\s\S]*)<\/article><\/noscript><\/main>/.exec(html)?.[1] ??
    ''
  )
    .replace(/<\/?p>/g, ' ')
    .replace(ENTITY, (_, code) => String.fromCodePoint(Number(code)));
const words = (text: string): string[] => text.split(/\s+/).filter(word => word !== '');

test("every sample document's page has all of its words in order", async () => {
  const dist = await sampleSite();
  const shim = await startShim({ dist });
  try {
    const documents = await documentsOf(SAMPLE_CORPUS);
    for (const document of documents) {
      const file = join(dist, `api/${document.source}/documents/${shorthandOf(document)}.txt`);
      const { text } = await shim.get(webPathOf(document), { accept: 'text/html' });
      const plain = readFileSync(file);
      if (plain.length > TEXT_BYTES) continue;
      assert.equal(words(textIn(text)), words(plain.toString()), document.identifier);
    }
    for (const path of ['/', '/usc/title-17', '/fr/2018/05', '/nothing', '/usc/title-17/section-9999'])
      assert.not.match((await shim.get(path, { accept: 'text/html' })).text, /plain-text/, path);
  } finally {
    await shim.close();
  }
});

/** One document of a megabyte, which the bound cuts within a character. */
function largeCorpus(): string {
  const corpus = temporaryFolder();
  const file = join(corpus, 'fr/2019/01/2019-00001.md');
  mkdirSync(dirname(file), { recursive: true });
  const fields = [
    ...['identifier: /us/fr/2019-00001', 'source: fr', 'title: Large', 'last_updated: 2019-01-07'],
    ...['document_type: notice', 'publication_date: 2019-01-07', 'agency: A'],
  ];
  const body = Array.from({ length: 20_000 }, (_, i) => `§ ${i} – a paragraph “of” its own.`).join('\n\n');
  writeFileSync(file, `---\n${fields.join('\n')}\n---\n\n# Large\n\n${body}\n`);
  return corpus;
}

function assertBounded(html: string): void {
  const bytes = Buffer.byteLength(html);
  assert.ok(bytes > TEXT_BYTES / 2 && bytes < 2 * TEXT_BYTES + 8192, `${bytes} bytes`);
  assert.match(html, /<p><a href="\/api\/fr\/documents\/2019-00001\?format=text">The whole text<\/a>/);
  assert.not.match(html, /\uFFFD/);
  const numbers = Array.from(textIn(html).matchAll(/§ (\d+) – a paragraph “of” its own\./g), ([, n]) =>
    Number(n),
  );
  assert.ok(numbers.length > 400);
  assert.equal(
    numbers,
    Array.from(numbers, (_, i) => i),
  );
}

test('the text of a large document is cut at a bound, with a link to the rest', async () => {
  const shim = await startShim({ dist: await siteOf(largeCorpus()) });
  try {
    assertBounded((await shim.get('/fr/2019-00001', { accept: 'text/html' })).text);
  } finally {
    await shim.close();
  }
});

testWhere(test, workerHindrance(), 'the Worker sends the same pages', async () => {
  const [sample, large] = [await sampleSite(), await siteOf(largeCorpus())];
  const worker = await startWorker();
  const shim = await startShim({ dist: sample });
  const get = async (path: string): Promise<string> =>
    await (
      await fetch(`http://127.0.0.1:${worker.port}${path}`, { headers: { accept: 'text/html' } })
    ).text();
  try {
    await upload(worker, sample);
    for (const path of ['/usc/title-17/chapter-1/section-106', '/fr/2018-09910', '/usc/title-17'])
      assert.is(await get(path), (await shim.get(path, { accept: 'text/html' })).text, path);
    for (const ending of ['json', 'txt']) {
      const path = `api/fr/documents/2019-00001.${ending}`;
      await worker.put(path, readFileSync(join(large, path)));
    }
    assertBounded(await get('/fr/2019-00001'));
  } finally {
    await shim.close();
    await worker.close();
  }
});

test.run();
