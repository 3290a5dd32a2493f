import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { CorpusDocument } from '../../build/corpus/document.ts';
import { buildHere } from '../helpers/builds.ts';
import { SAMPLE } from '../helpers/sample.ts';
import { type Json, type Shim, startShim } from '../helpers/shim.ts';
import { buildTree, documentsOf, SAMPLE_CORPUS, sampleTree } from '../helpers/tree.ts';
import { documentText, ECFR_PATH, writeCorpus } from '../helpers/written-corpus.ts';

/** build/contract/README.md, Sources, Hierarchy and Overview: sources and stats. */

let shim: Shim;
let documents: CorpusDocument[];
test.before(async () => {
  shim = await startShim(await sampleTree());
  documents = await documentsOf(SAMPLE_CORPUS);
});
test.after(() => shim.close());

const ofSource = (id: string): CorpusDocument[] => documents.filter(({ source }) => source === id);
const newest = (id: string, field: string): unknown =>
  ofSource(id)
    .map(({ metadata }) => metadata[field])
    .sort()
    .at(-1);

test('/api/sources lists the three sources', async () => {
  const { data } = (await shim.get('/api/sources')).json;
  assert.equal(
    data.map(({ id }: Json) => id),
    ['usc', 'ecfr', 'fr'],
  );
});

test('a source object has its fields', async () => {
  for (const source of (await shim.get('/api/sources')).json.data) {
    assert.equal(Object.keys(source), [
      'id',
      'name',
      'short_name',
      'description',
      'url_prefix',
      'hierarchy',
      'filterable_fields',
      'sortable_fields',
      'has_titles',
      'document_count',
      'sample',
    ]);
    assert.is(source.url_prefix, `/${source.id}`);
    for (const field of ['name', 'short_name', 'description']) assert.ok(source[field].length > 3);
  }
});

test('each source has its hierarchy levels and has_titles', async () => {
  const { data } = (await shim.get('/api/sources')).json;
  assert.equal(
    data.map(({ hierarchy, has_titles }: Json) => [hierarchy, has_titles]),
    [
      [['title', 'chapter', 'section'], true],
      [['title', 'chapter', 'part', 'section'], true],
      [['year', 'month', 'document'], false],
    ],
  );
});

test('4.2, 4.8 filterable_fields and sortable_fields are the parameters of the list endpoint', async () => {
  const { data } = (await shim.get('/api/sources')).json;
  const sorts = ['identifier', 'title_number', 'section_number', 'last_updated'];
  assert.equal(
    data.map(({ filterable_fields, sortable_fields }: Json) => [filterable_fields, sortable_fields]),
    [
      [
        ['title_number', 'chapter_number', 'status', 'positive_law', 'legal_status', 'has_chapter', 'within'],
        sorts,
      ],
      [
        [
          'title_number',
          'chapter_number',
          'part_number',
          'agency',
          'status',
          'legal_status',
          'has_chapter',
          'within',
        ],
        sorts,
      ],
      [
        [
          'document_type',
          'agency',
          'date_from',
          'date_to',
          'effective_date_from',
          'effective_date_to',
          'docket_id',
          'rin',
          'cfr_title',
          'cfr_part',
        ],
        ['publication_date', 'document_number', 'identifier'],
      ],
    ],
  );
});

test('a source describes itself correctly: every sort field works, and titles exist if it has them', async () => {
  for (const { id, sortable_fields, has_titles, url_prefix } of (await shim.get('/api/sources')).json.data) {
    for (const sort of sortable_fields) {
      assert.is((await shim.get(`/api${url_prefix}/documents?sort=-${sort}`)).status, 200, `${id} ${sort}`);
    }
    assert.is((await shim.get(`/api${url_prefix}/titles`)).status, has_titles ? 200 : 404);
  }
});

test('document_count is the current number', async () => {
  for (const { id, document_count } of (await shim.get('/api/sources')).json.data) {
    assert.is(document_count, ofSource(id).length);
  }
});

test('/api/stats has numbers of documents, titles and types, and dates', async () => {
  const { data } = (await shim.get('/api/stats')).json;
  const sections = (id: string) => ({
    document_count: ofSource(id).length,
    title_count: new Set(ofSource(id).map(({ metadata }) => metadata.title_number)).size,
    last_updated: newest(id, 'last_updated'),
  });
  const dates = ofSource('fr').map(({ metadata }) => metadata.publication_date);
  const countOf = (type: string) =>
    ofSource('fr').filter(({ metadata }) => metadata.document_type === type).length;
  assert.equal(data, {
    total_documents: SAMPLE.all,
    sources: {
      usc: sections('usc'),
      ecfr: sections('ecfr'),
      fr: {
        document_count: ofSource('fr').length,
        date_range: { earliest: [...dates].sort()[0], latest: newest('fr', 'publication_date') },
        document_types: {
          rule: countOf('rule'),
          proposed_rule: countOf('proposed_rule'),
          notice: countOf('notice'),
          presidential_document: countOf('presidential_document'),
        },
      },
    },
    database: { schema_version: data.database.schema_version },
  });
  assert.ok(Number.isInteger(data.database.schema_version));
});

test('stats and health have the same schema version', async () => {
  const { schema_version } = (await shim.get('/api/stats')).json.data.database;
  assert.is((await shim.get('/api/health')).json.database.schema_version, schema_version);
});

test('the response may be cached up to 24 hours at a CDN', async () => {
  const header = (await shim.anonymous('/api/stats')).headers['cache-control'] ?? '';
  assert.match(header, /public/);
  assert.ok(Number(/s-maxage=(\d+)/.exec(header)?.[1]) <= 86_400);
});

test('a source without documents has all endpoints, with empty lists', async () => {
  const text = documentText(ECFR_PATH);
  const empty = await startShim(await buildTree(writeCorpus({ [ECFR_PATH]: text })));
  const { data } = (await empty.get('/api/stats')).json;
  assert.is(data.total_documents, 1);
  assert.equal(data.sources.fr.date_range, { earliest: null, latest: null });
  assert.equal(data.sources.usc, { document_count: 0, title_count: 0, last_updated: null });
  assert.is((await empty.get('/api/usc/titles')).json.data.length, 54);
  assert.equal((await empty.get('/api/fr/years')).json.data, []);
  for (const query of ['', '?cursor=', '?sort=-identifier&limit=3', '?offset=5']) {
    assert.equal((await empty.get(`/api/usc/documents${query}`)).json.data, [], query);
    assert.equal((await empty.get(`/api/fr/documents${query}`)).json.data, [], query);
  }
  await empty.close();
});

test('/api/bulk lists every dump like the index of the tree', async () => {
  const { dist } = await sampleTree();
  const { status, json } = await shim.get('/api/bulk');
  assert.is(status, 200);
  assert.equal(json.data, JSON.parse(readFileSync(join(dist, 'bulk/index.json'), 'utf8')));
  for (const source of ['usc', 'ecfr', 'fr']) {
    const dumps = json.data.filter((dump: Json) => dump.source === source);
    const counted = dumps.reduce((sum: number, dump: Json) => sum + dump.documents, 0);
    assert.is(counted, ofSource(source).length);
  }
  assert.equal(json.data[0], {
    path: 'bulk/ecfr/t1.jsonl.gz',
    source: 'ecfr',
    group: 't1',
    documents: documents.filter(({ identifier }) => identifier.startsWith('/us/cfr/t1/')).length,
    bytes: statSync(join(dist, 'bulk/ecfr/t1.jsonl.gz')).size,
    uncompressed_bytes: json.data[0].uncompressed_bytes,
    sha256: json.data[0].sha256,
    newest: json.data[0].newest,
  });
});

test('without dumps /api/bulk is 404 with the reason', async () => {
  const { dist, corpus } = await buildTree(writeCorpus({ [ECFR_PATH]: documentText(ECFR_PATH) }));
  await buildHere(corpus, dist, { bulk: false, search: true });
  const without = await startShim({ dist });
  const { status, json } = await without.get('/api/bulk');
  assert.equal([status, json.error.code, json.error.message], [404, 'NOT_FOUND', 'There are no dumps here.']);
  await without.close();
});

test.run();
