import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { CorpusDocument } from '../../build/corpus/document.ts';
import { type Json, type Shim, startShim } from '../helpers/shim.ts';
import { documentsOf, SAMPLE_CORPUS, sampleTree } from '../helpers/tree.ts';
import { urlOf } from './spellings.ts';

/** build/contract/README.md, Documents: documents and their metadata. The tables here are the specification's. */

let shim: Shim;
let documents: CorpusDocument[];
test.before(async () => {
  shim = await startShim(await sampleTree());
  documents = await documentsOf(SAMPLE_CORPUS);
});
test.after(() => shim.close());

const isDate = (value: unknown): boolean =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));
const isStrings = (value: unknown): boolean =>
  Array.isArray(value) && value.every(item => typeof item === 'string');
const hasKeys =
  (...names: string[]) =>
  (value: Json): boolean =>
    Object.keys(value).join() === names.join();
const isCfrReference = (value: Json): boolean =>
  Object.keys(value).join() === 'title,parts' && Number.isInteger(value.title) && isStrings(value.parts);

const TYPES: Readonly<Record<string, (value: Json) => boolean>> = {
  string: value => typeof value === 'string',
  integer: Number.isInteger,
  boolean: value => typeof value === 'boolean',
  date: isDate,
  strings: isStrings,
  references: value => Array.isArray(value) && value.every(isCfrReference),
  levels: value => Array.isArray(value) && value.every(hasKeys('level', 'number', 'name', 'identifier')),
  notes: value => Array.isArray(value) && value.every(hasKeys('topic', 'heading')),
};
/** Fields that only the importer's corpora have a value for (`test/corpus/` reads them). */
const IMPORTED = [
  ...['hierarchy', 'notes', 'subtitle_number', 'subtitle_name', 'division_number', 'division_name'],
  ...['credits', 'amendment_dates'],
  ...['subpart_number', 'subpart_name', 'subject_group', 'start_page', 'end_page'],
];

const COMMON = {
  identifier: 'string',
  source: 'string',
  display_title: 'string',
  legal_status: 'string',
  status: 'string',
  last_updated: 'date',
  granularity: 'string',
};
const SECTION = {
  title_number: 'integer',
  title_name: 'string',
  section_number: 'string',
  section_name: 'string',
  chapter_number: 'string',
  chapter_name: 'string',
  hierarchy: 'levels',
  credits: 'strings',
  amendment_dates: 'strings',
  subtitle_number: 'string',
  subtitle_name: 'string',
};
const METADATA: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  usc: {
    ...COMMON,
    ...SECTION,
    subchapter_number: 'string',
    subchapter_name: 'string',
    positive_law: 'boolean',
    currency: 'date',
    part_number: 'string',
    part_name: 'string',
    release_point: 'string',
    source_credit: 'string',
    division_number: 'string',
    division_name: 'string',
    notes: 'notes',
  },
  ecfr: {
    ...COMMON,
    ...SECTION,
    subchapter_number: 'string',
    subchapter_name: 'string',
    part_number: 'string',
    part_name: 'string',
    agency: 'string',
    authority: 'string',
    regulatory_source: 'string',
    cfr_part: 'string',
    cfr_subpart: 'string',
    subpart_number: 'string',
    subpart_name: 'string',
    subject_group: 'string',
    source_credit: 'string',
    currency: 'date',
  },
  fr: {
    ...COMMON,
    document_number: 'string',
    document_type: 'string',
    publication_date: 'date',
    agency: 'string',
    agencies: 'strings',
    fr_citation: 'string',
    fr_volume: 'integer',
    effective_date: 'date',
    comments_close_date: 'date',
    fr_action: 'string',
    docket_ids: 'strings',
    cfr_references: 'references',
    rin: 'string',
    start_page: 'integer',
    end_page: 'integer',
  },
};

test('a document has id, identifier, source, metadata and body', async () => {
  for (const document of documents) {
    const { data } = (await shim.get(urlOf(document))).json;
    assert.equal(Object.keys(data), ['id', 'identifier', 'source', 'metadata', 'body'], data.identifier);
    assert.is(data.identifier, document.identifier);
    assert.is(data.source, document.source);
    assert.is(data.body, document.body, data.identifier);
  }
});

test('id is unique and derives from the canonical identifier', async () => {
  const ids = new Set<string>();
  for (const document of documents) {
    const { data } = (await shim.get(urlOf(document))).json;
    assert.is(data.id, document.identifier.slice(1).replaceAll('/', '-'));
    ids.add(data.id);
  }
  assert.is(ids.size, documents.length);
});

test('body is missing if fields exclude it', async () => {
  for (const document of documents) {
    assert.not('body' in (await shim.get(`${urlOf(document)}?fields=metadata`)).json.data);
  }
});

test('complete metadata repeat identifier and source', async () => {
  for (const document of documents) {
    const { identifier, source, metadata } = (await shim.get(urlOf(document))).json.data;
    assert.equal([metadata.identifier, metadata.source], [identifier, source]);
  }
});

test('identifiers have the namespace of their source', async () => {
  const namespaces = { usc: /^\/us\/usc\/t\w+\//, ecfr: /^\/us\/cfr\/t\w+\//, fr: /^\/us\/fr\/[\w-]+$/ };
  for (const document of documents) {
    const { data } = (await shim.get(urlOf(document))).json;
    assert.match(data.identifier, namespaces[document.source]);
  }
});

for (const [source, fields] of Object.entries(METADATA)) {
  test(`${source} metadata have the specified fields and ours`, async () => {
    for (const document of documents.filter(document => document.source === source)) {
      const { metadata } = (await shim.get(urlOf(document))).json.data;
      assert.equal(Object.keys(metadata).sort(), Object.keys(fields).sort(), document.identifier);
    }
  });

  test(`${source} metadata fields have the specified types, or null if they are no lists`, async () => {
    const withValue = new Set<string>();
    for (const document of documents.filter(document => document.source === source)) {
      const { metadata } = (await shim.get(urlOf(document))).json.data;
      for (const [field, value] of Object.entries<Json>(metadata)) {
        const type = fields[field] ?? '';
        if (value === null && type !== 'strings' && type !== 'references') continue;
        withValue.add(field);
        assert.ok(
          TYPES[type]?.(value),
          `${document.identifier}: ${field} ${JSON.stringify(value)} is no ${type}`,
        );
      }
    }
    // The corpus has a release point for currency, which is no date: see identifiers.test.ts for a document with a date.
    const isWithout = (field: string): boolean =>
      IMPORTED.includes(field) ||
      `${source} ${field}` === 'usc currency' ||
      `${source} ${field}` === 'ecfr source_credit';
    const expected = Object.keys(fields).filter(field => !isWithout(field));
    assert.equal(
      [...withValue].filter(field => !isWithout(field)).sort(),
      expected.sort(),
      'the sample has a value for every other field',
    );
  });
}

test('lists are empty without values in the corpus', async () => {
  const { metadata } = (await shim.get('/api/fr/documents/2018-02611')).json.data;
  assert.equal([metadata.agencies, metadata.docket_ids, metadata.cfr_references], [[], [], []]);
  assert.is(metadata.agency, null);
});

test('a reference without parts keeps its title, one without a title is left out, and a RIN becomes a list', async () => {
  const metadataOf = async (number: string) =>
    (await shim.get(`/api/fr/documents/${number}`)).json.data.metadata;
  const chapter = await metadataOf('2016-05117');
  assert.equal(chapter.cfr_references, [
    { title: 50, parts: ['17'] },
    { title: 50, parts: [] },
  ]);
  assert.is(chapter.rin, '1018-ZZ31');
  const rin = await metadataOf('2024-02851');
  assert.equal([rin.cfr_references, rin.rin], [[{ title: 15, parts: ['996'] }], '0648–ZF326']);
});

test('a release point gives a null currency, and is in release_point', async () => {
  const { currency, release_point } = (await shim.get('/api/usc/documents/t17%2Fs106')).json.data.metadata;
  assert.is(currency, null);
  assert.match(release_point, /^\d{3}-\d+/);
  const { data } = (await shim.get('/api/usc/documents/t17%2Fs106?fields=release_point')).json;
  assert.is(data.metadata.release_point, release_point);
});

test('the default status is in_force, also for reserved sections and notices', async () => {
  const unsaid = documents.filter(({ raw }) => !/^status:/m.test(raw.toString()));
  assert.ok(unsaid.some(({ metadata }) => String(metadata.section_name).includes('[Reserved]')));
  assert.ok(unsaid.some(({ metadata }) => metadata.document_type === 'notice'));
  for (const document of unsaid)
    assert.is((await shim.get(urlOf(document))).json.data.metadata.status, 'in_force', document.identifier);
});

test('document_type is one of four values', async () => {
  const types = new Set<string>();
  for (const document of documents.filter(({ source }) => source === 'fr')) {
    types.add((await shim.get(urlOf(document))).json.data.metadata.document_type);
  }
  assert.equal([...types].sort(), ['notice', 'presidential_document', 'proposed_rule', 'rule']);
});

test('effective_date and comments_close_date may be null', async () => {
  const { metadata } = (await shim.get('/api/fr/documents/2018-02611')).json.data;
  assert.equal([metadata.effective_date, metadata.comments_close_date], [null, null]);
});

test('documents have a status: in_force, repealed or transferred', async () => {
  for (const status of ['in_force', 'repealed', 'transferred']) {
    const { data } = (await shim.get(`/api/usc/documents?status=${status}`)).json;
    assert.ok(data.length > 0, status);
    for (const item of data) assert.is(item.metadata.status, status);
  }
});

test.run();
