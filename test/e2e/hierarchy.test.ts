import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { CorpusDocument } from '../../build/corpus/document.ts';
import { type Json, type Shim, startShim } from '../helpers/shim.ts';
import { documentsOf, SAMPLE_CORPUS, sampleTree } from '../helpers/tree.ts';

/** build/contract/README.md, Hierarchy: titles. Years and months: see months.test.ts. */

let shim: Shim;
let documents: CorpusDocument[];
test.before(async () => {
  shim = await startShim(await sampleTree());
  documents = await documentsOf(SAMPLE_CORPUS);
});
test.after(() => shim.close());

const TITLES = { usc: 54, ecfr: 50 } as const;
const SOURCES = ['usc', 'ecfr'] as const;

const ofTitle = (source: string, title: number): CorpusDocument[] =>
  documents.filter(document => document.source === source && document.metadata.title_number === title);

for (const source of SOURCES) {
  test(`/api/${source}/titles lists all ${TITLES[source]} titles, in order`, async () => {
    const { data } = (await shim.get(`/api/${source}/titles`)).json;
    assert.equal(
      data.map((title: Json) => title.title_number),
      Array.from({ length: TITLES[source] }, (_, i) => i + 1),
    );
  });

  test(`${source} title summaries have their fields, and the counts of the corpus`, async () => {
    const { data } = (await shim.get(`/api/${source}/titles`)).json;
    for (const title of data) {
      const { title_number, title_name, positive_law, url } = title;
      assert.equal(Object.keys(title), [
        'title_number',
        'title_name',
        'document_count',
        'chapter_count',
        'positive_law',
        'url',
      ]);
      assert.is(url, `/api/${source}/titles/${title_number}`);
      assert.ok(title_name.length > 3, `${title_number}`);
      assert.type(positive_law, 'boolean');
      const own = ofTitle(source, title_number);
      const chapters = new Set(
        own.flatMap(({ metadata: { chapter_number, chapter_name } }) =>
          chapter_number === null ? [] : [`${chapter_number} ${chapter_name}`],
        ),
      );
      assert.is(title.document_count, own.length, `${title_number}`);
      assert.is(title.chapter_count, chapters.size, `${title_number}`);
    }
  });

  test(`2.4, 4.7 each ${source} title with documents has a detail that agrees with its summary and its documents`, async () => {
    const { data } = (await shim.get(`/api/${source}/titles`)).json;
    const withDocuments = data.filter(({ document_count }: Json) => document_count > 0);
    assert.ok(withDocuments.length > 3);
    for (const { url, chapter_count, ...summary } of withDocuments) {
      const { status, json } = await shim.get(url);
      assert.is(status, 200, url);
      const { chapters, ...detail } = json.data;
      assert.equal({ ...detail, url }, { ...summary, url });
      assert.equal(Object.keys(json.data), [
        'title_number',
        'title_name',
        'document_count',
        'positive_law',
        'chapters',
      ]);
      assert.is(chapters.length, chapter_count, url);
      for (const chapter of chapters) {
        assert.equal(Object.keys(chapter), ['chapter_number', 'chapter_name', 'document_count']);
        assert.type(chapter.chapter_number, 'string');
        const own = ofTitle(source, summary.title_number).filter(
          ({ metadata }) =>
            metadata.chapter_number === chapter.chapter_number &&
            metadata.chapter_name === chapter.chapter_name,
        );
        assert.is(chapter.document_count, own.length, `${url} ${chapter.chapter_number}`);
      }
    }
  });

  test(`a ${source} title without documents is 404, though the list has it with its address`, async () => {
    const { data } = (await shim.get(`/api/${source}/titles`)).json;
    const empty = data.filter(({ document_count }: Json) => document_count === 0);
    assert.ok(empty.length > 20);
    for (const { url, title_number, chapter_count } of empty) {
      assert.is(url, `/api/${source}/titles/${title_number}`);
      assert.is(chapter_count, 0);
      const { status, json } = await shim.get(url);
      assert.equal([status, json.error.code, json.error.status], [404, 'NOT_FOUND', 404], url);
    }
    const stats = (await shim.get('/api/stats')).json.data.sources[source];
    assert.is(stats.title_count, data.length - empty.length);
  });

  test(`an unknown ${source} title is 404`, async () => {
    for (const number of [
      '0',
      String(TITLES[source] + 1),
      '999',
      '0017',
      'x',
      '1.5',
      '-1',
      '17a',
      '1e1',
      '٣',
    ]) {
      const { status, json, headers } = await shim.get(`/api/${source}/titles/${encodeURIComponent(number)}`);
      assert.equal([status, json.error.code, json.error.status], [404, 'NOT_FOUND', 404], number);
      assert.ok(json.error.message.includes(number), json.error.message);
      assert.is(headers['cache-control'], 'no-store');
    }
  });
}

test('chapters are in natural order, Roman numerals by value', async () => {
  const chaptersOf = async (url: string) =>
    (await shim.get(url)).json.data.chapters.map((chapter: Json) => chapter.chapter_number);
  assert.equal(await chaptersOf('/api/ecfr/titles/2'), ['II', 'IX', 'X']);
  assert.equal(await chaptersOf('/api/usc/titles/44'), ['21', '31', '35']);
});

test('titles have their official names and standing, regardless of the documents', async () => {
  const { data } = (await shim.get('/api/usc/titles')).json;
  const told = (number: number) => [data[number - 1].title_name, data[number - 1].positive_law];
  assert.equal(told(17), ['Copyrights', true]);
  assert.equal(
    told(5),
    ['Government Organization and Employees', true],
    'of which there is the appendix alone',
  );
  assert.equal(
    told(44),
    ['Public Printing and Documents', true],
    'whose documents say that it is no positive law',
  );
  assert.equal(told(54), ['National Park Service and Related Programs', true]);
  const detail = (await shim.get('/api/usc/titles/5')).json.data;
  assert.equal([detail.title_name, detail.positive_law], told(5));
  assert.is((await shim.get('/api/ecfr/titles')).json.data[49].title_name, 'Wildlife and Fisheries');
  const document = (await shim.get('/api/usc/documents/t17%2Fs106')).json.data.metadata;
  assert.is(document.title_name, 'COPYRIGHTS', 'documents keep the words of the corpus');
});

test('two chapters with one number are separate', async () => {
  const { chapters, document_count } = (await shim.get('/api/usc/titles/30')).json.data;
  assert.equal(
    chapters.filter(({ chapter_number }: Json) => chapter_number === '2'),
    [
      {
        chapter_number: '2',
        chapter_name: 'MINERAL LANDS AND REGULATIONS IN GENERAL',
        document_count: 1,
      },
      { chapter_number: '2', chapter_name: 'COAL FOR THE LAMPS OF STATIONS', document_count: 1 },
    ],
  );
  assert.is(
    chapters.reduce((sum: number, chapter: Json) => sum + chapter.document_count, 0),
    document_count,
  );
});

test('documents without a chapter are found by has_chapter', async () => {
  for (const source of SOURCES)
    for (const value of ['true', 'false', '1', '0']) {
      const wanted = value === 'true' || value === '1';
      const { data, pagination } = (await shim.get(`/api/${source}/documents?has_chapter=${value}&limit=100`))
        .json;
      const expected = documents.filter(
        document => document.source === source && (document.metadata.chapter_number !== null) === wanted,
      );
      assert.ok(expected.length > 0);
      assert.is(pagination.total, expected.length, `${source} ${value}`);
      assert.equal(
        data.map(({ identifier }: Json) => identifier).sort(),
        expected.map(({ identifier }) => identifier).sort(),
      );
    }
  const { data } = (await shim.get('/api/usc/documents?title_number=48&has_chapter=false')).json;
  assert.equal(
    data.map(({ identifier }: Json) => identifier),
    ['/us/usc/t48/s5'],
  );
  const none = (await shim.get('/api/usc/documents?chapter_number=2&has_chapter=false')).json;
  assert.equal([none.data, none.pagination.total], [[], 0]);
  const { status, json } = await shim.get('/api/usc/documents?has_chapter=maybe');
  assert.equal([status, json.error.code], [400, 'INVALID_PARAMETER']);
  assert.is((await shim.get('/api/fr/documents?has_chapter=maybe')).status, 200, 'fr has no chapters');
});

test('the laws of an appendix are listed as such', async () => {
  const { data } = (await shim.get('/api/usc/documents/t5a%2Fpl%2F95%2F988%2FtI%2Fs112')).json;
  assert.match(data.metadata.display_title, /^5 USC App\. § 112 - Repealed/);
});

test('fr has no titles: the endpoint is 404', async () => {
  assert.is((await shim.get('/api/fr/titles')).status, 404);
  assert.is((await shim.get('/api/fr/titles/1')).status, 404);
  assert.is((await shim.get('/api/usc/years')).status, 404);
});

test.run();
