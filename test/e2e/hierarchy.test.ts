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

  test(`${source} title summaries have their fields, and counts as in the corpus`, async () => {
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
      const chapters = new Set(own.map(({ metadata }) => metadata.chapter_number).filter(Boolean));
      assert.is(title.document_count, own.length, `${title_number}`);
      assert.is(title.chapter_count, chapters.size, `${title_number}`);
    }
  });

  test(`2.4, 4.7 every ${source} title with documents has a detail that agrees with its summary and its documents`, async () => {
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
          ({ metadata }) => metadata.chapter_number === chapter.chapter_number,
        );
        assert.is(chapter.document_count, own.length, `${url} ${chapter.chapter_number}`);
        assert.ok(own.some(({ metadata }) => metadata.chapter_name === chapter.chapter_name));
      }
    }
  });

  test(`a ${source} title without documents yields 404, though the list names it with its address`, async () => {
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

  test(`a ${source} title that does not exist yields 404`, async () => {
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

test('chapters come in natural order, Roman numerals by value', async () => {
  const chaptersOf = async (url: string) =>
    (await shim.get(url)).json.data.chapters.map((chapter: Json) => chapter.chapter_number);
  assert.equal(await chaptersOf('/api/ecfr/titles/2'), ['II', 'IX', 'X']);
  assert.equal(await chaptersOf('/api/usc/titles/44'), ['21', '31', '35']);
});

test('a title is named by its own documents, by the official table where it has none, never by its appendix', async () => {
  const { data } = (await shim.get('/api/usc/titles')).json;
  const nameOf = (number: number) => data[number - 1].title_name;
  assert.is(nameOf(17), 'COPYRIGHTS');
  assert.match(nameOf(5), /^Government Organization and Employees$/i);
  assert.match(nameOf(54), /^National Park Service and Related Programs$/i);
  assert.match((await shim.get('/api/ecfr/titles')).json.data[49].title_name, /^Wildlife and Fisheries$/i);
});

test('fr has no titles: the endpoint does not exist', async () => {
  assert.is((await shim.get('/api/fr/titles')).status, 404);
  assert.is((await shim.get('/api/fr/titles/1')).status, 404);
  assert.is((await shim.get('/api/usc/years')).status, 404);
});

test.run();
