import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { CorpusDocument } from '../../build/corpus/document.ts';
import { SAMPLE } from '../helpers/sample.ts';
import { type Shim, startShim } from '../helpers/shim.ts';
import { buildTree, documentsOf, SAMPLE_CORPUS, sampleTree } from '../helpers/tree.ts';
import { documentText, FR_PATH, USC_PATH, writeCorpus } from '../helpers/written-corpus.ts';
import { shorthandOf, spellings, urlOf } from './spellings.ts';

/** build/contract/README.md, Representations: every document by every form of its identifier. */

let shim: Shim;
let documents: CorpusDocument[];
test.before(async () => {
  shim = await startShim(await sampleTree());
  documents = await documentsOf(SAMPLE_CORPUS);
});
test.after(() => shim.close());

test('every document has addresses by shorthand and canonical identifier, encoded and with plain slashes', async () => {
  assert.is(documents.length, SAMPLE.all);
  for (const document of documents) {
    const urls = spellings(document);
    const [first = ''] = urls;
    const { bytes, headers } = await shim.get(first);
    for (const url of urls) {
      const answer = await shim.get(url);
      assert.is(answer.status, 200, url);
      assert.equal(answer.bytes, bytes, url);
      assert.is(answer.headers.etag, headers.etag, url);
      assert.is(answer.json.data.identifier, document.identifier, url);
    }
  }
});

test('4.4, 4.5 every document has three representations; Markdown is the stored file, byte for byte', async () => {
  const tree = await sampleTree();
  for (const document of documents) {
    const url = urlOf(document);
    assert.equal((await shim.get(`${url}?format=markdown`)).bytes, document.raw, url);
    const stored = (ending: string) =>
      readFileSync(join(tree.dist, `api/${document.source}/documents/${shorthandOf(document)}.${ending}`));
    assert.equal((await shim.get(`${url}?format=json`)).bytes, stored('json'), url);
    assert.equal((await shim.get(`${url}?format=text`)).bytes, stored('txt'), url);
  }
});

test('the forms of the specification are addresses: t<title>%2Fs<section>, /us/usc/… encoded, <part>.<section>, <year>-<number>', async () => {
  for (const [url, identifier] of [
    ['/api/usc/documents/t17%2Fs106', '/us/usc/t17/s106'],
    ['/api/usc/documents/%2Fus%2Fusc%2Ft17%2Fs106', '/us/usc/t17/s106'],
    ['/api/ecfr/documents/t1%2Fs1.1', '/us/cfr/t1/s1.1'],
    ['/api/ecfr/documents/%2Fus%2Fcfr%2Ft1%2Fs1.1', '/us/cfr/t1/s1.1'],
    ['/api/fr/documents/2018-09910', '/us/fr/2018-09910'],
    ['/api/fr/documents/%2fus%2ffr%2f2018-09910', '/us/fr/2018-09910'],
  ]) {
    const { status, json } = await shim.get(url ?? '');
    assert.equal([status, json.data.identifier], [200, identifier], url);
  }
});

test('an identifier belongs to its source', async () => {
  for (const url of [
    '/api/ecfr/documents/t17%2Fs106',
    '/api/usc/documents/%2Fus%2Fcfr%2Ft1%2Fs1.1',
    '/api/usc/documents/2018-09910',
    '/api/fr/documents/t17%2Fs106',
  ]) {
    assert.is((await shim.get(url)).status, 404, url);
  }
});

test('an unknown identifier is 404, with the canonical identifier in the message', async () => {
  for (const [url, identifier] of [
    ['/api/usc/documents/t17%2Fs99999', '/us/usc/t17/s99999'],
    ['/api/usc/documents/%2Fus%2Fusc%2Ft17%2Fs99999', '/us/usc/t17/s99999'],
    ['/api/ecfr/documents/t1/s99', '/us/cfr/t1/s99'],
    ['/api/fr/documents/1999-00001', '/us/fr/1999-00001'],
    ['/api/usc/documents/', '/us/usc/'],
    ['/api/usc/documents/t17', '/us/usc/t17'],
    ['/api/usc/documents/t17%2Fs106.json', '/us/usc/t17/s106.json'],
    ['/api/usc/documents/t17%2FS106', '/us/usc/t17/S106'],
  ] as const) {
    const { status, json, headers } = await shim.get(url);
    assert.equal([status, json.error.code], [404, 'DOCUMENT_NOT_FOUND'], url);
    assert.is(json.error.message, `No document was found with the identifier ${identifier}.`);
    assert.not(headers.etag);
  }
});

/** Identifiers as no corpus has had them yet, which are lawful all the same. */
const ODD = [
  't1/s1%2F2',
  't1/s50%',
  't1/s%',
  't1/s1?x=1',
  't1/s1#2',
  't1/s..',
  't1/s1+2',
  't1/s1&2',
  't1/s"1"',
  "t1/s'",
  't1/s\u{1f5fa}',
  `t1/s${'9'.repeat(200)}`,
  't1/ё',
  't1/s1;2',
  't1/s<b>',
];

test('an identifier may have any character, in small documents and in streamed ones', async () => {
  const big = `${'Many words. '.repeat(100_000)}\n`;
  const files = ODD.flatMap((shorthand, i) => {
    const text = documentText(USC_PATH, { identifier: JSON.stringify(`/us/usc/${shorthand}`) });
    const bigText = documentText(USC_PATH, { identifier: JSON.stringify(`/us/usc/big/${shorthand}`) }) + big;
    return [
      [`usc/title-01/chapter-01/section-${i}.md`, text],
      [`usc/title-01/chapter-02/section-${i}.md`, bigText],
    ] as const;
  });
  const tree = await buildTree(writeCorpus(Object.fromEntries(files)));
  const odd = await startShim(tree);
  for (const document of await documentsOf(tree.corpus)) {
    for (const url of spellings(document)) {
      const answer = await odd.get(url);
      assert.is(answer.status, 200, url);
      assert.is(answer.json.data.identifier, document.identifier, url);
    }
    assert.equal((await odd.get(`${urlOf(document)}?format=markdown`)).bytes, document.raw);
  }
  await odd.close();
});

test('currency is a date if the corpus has one', async () => {
  const text = documentText(USC_PATH, { currency: '2024-01-15' });
  const tree = await buildTree(writeCorpus({ [USC_PATH]: text, [FR_PATH]: documentText(FR_PATH) }));
  const dated = await startShim(tree);
  assert.is((await dated.get('/api/usc/documents/t17%2Fs106')).json.data.metadata.currency, '2024-01-15');
  await dated.close();
});

test.run();
