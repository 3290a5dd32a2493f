import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { inOneGo } from '../../build/contract/pieces.ts';
import { SOURCES, sourceOf } from '../../build/contract/sources.ts';
import * as catalogs from '../../build/formats/catalog.ts';
import { codesOf } from '../../build/formats/column.ts';
import { catalogOf, documentWith, randomDocuments } from '../helpers/catalogs.ts';

const usc = sourceOf('usc');
const fr = sourceOf('fr');

test('each filtered, sorted or dating field has a column, and so have levels, pages of a journal and names of acts and orders', () => {
  assert.equal(catalogs.columnFields(usc), [
    'title_number',
    'chapter_number',
    'status',
    'positive_law',
    'legal_status',
    'levels',
    'section_number',
    'last_updated',
    'act_name',
  ]);
  assert.equal(catalogs.columnFields(fr), [
    'document_type',
    'publication_date',
    'effective_date',
    'document_number',
    'last_updated',
    'pages',
    'act_name',
  ]);
});

test('a field with several values has keywords and no column', () => {
  assert.equal(catalogs.keywordFields(usc), []);
  assert.equal(catalogs.keywordFields(sourceOf('ecfr')), ['agency']);
  assert.equal(catalogs.keywordFields(fr), ['agency', 'docket_ids', 'rin', 'cfr_references']);
  for (const source of SOURCES) {
    const both = [...catalogs.columnFields(source), ...catalogs.keywordFields(source)];
    assert.is(new Set(both).size, both.length);
    for (const field of source.sorts) assert.not(catalogs.keywordFields(source).includes(field), field);
  }
  assert.throws(() => catalogs.keywordsOf(catalogOf(usc, []), 'agency'), /usc has no keywords agency/);
});

test('each sort field is required, except the day of publication', () => {
  for (const source of SOURCES) {
    for (const field of source.sorts)
      assert.is(
        field === 'identifier' || source.required.includes(field),
        field !== 'publication_date',
        field,
      );
    assert.ok(source.required.includes('last_updated'));
  }
});

test('a boolean is 0 or 1 in a column, a list is null', () => {
  assert.is(catalogs.columnValue(true), 1);
  assert.is(catalogs.columnValue(false), 0);
  assert.is(catalogs.columnValue('x'), 'x');
  assert.is(catalogs.columnValue(0), 0);
  assert.is(catalogs.columnValue(['x']), null);
  assert.is(catalogs.columnValue(null), null);
  assert.is(catalogs.columnValue(undefined), null);
});

test('ordinals follow the natural order of identifiers for records in any order', () => {
  const documents = ['t2/s10', 't2/s9', 't10/s1', 't5a/s1', 't5/s900'].map(name =>
    documentWith(usc, `/us/usc/${name}`),
  );
  const orderOf = (catalog: catalogs.SourceCatalog) =>
    Array.from({ length: catalog.count }, (_, ordinal) => catalog.identifier(ordinal));
  const expected = ['t2/s9', 't2/s10', 't5/s900', 't5a/s1', 't10/s1'].map(name => `/us/usc/${name}`);
  assert.equal(orderOf(catalogOf(usc, documents)), expected);
  assert.equal(orderOf(catalogOf(usc, documents.toReversed())), expected);
});

test('each value but null is in its column', () => {
  for (const source of SOURCES) {
    const documents = randomDocuments(source, 80, 11);
    const catalog = catalogOf(source, documents);
    for (const field of catalogs.columnFields(source).filter(name => name !== catalogs.LEVELS_COLUMN)) {
      const column = catalogs.columnOf(catalog, field);
      const codes = inOneGo(codesOf(column, catalog.count));
      const present = new Set(column.order);
      for (let ordinal = 0; ordinal < catalog.count; ordinal++) {
        const document = documents.find(({ identifier }) => identifier === catalog.identifier(ordinal));
        const actual = present.has(ordinal) ? column.values[codes[ordinal] as number] : null;
        assert.is(
          actual,
          catalogs.columnValue(document?.[field]),
          `${field} of ${catalog.identifier(ordinal)}`,
        );
      }
    }
  }
});

test('an item is the listing item of its document', () => {
  const document = documentWith(fr, '/us/fr/2018-1', { agency: 'An agency', fr_volume: 83 });
  const item = JSON.parse(catalogOf(fr, [document]).item(0));
  assert.equal(Object.keys(item), ['id', 'identifier', 'source', 'metadata']);
  assert.is(item.id, 'us-fr-2018-1');
  assert.is(item.source, 'fr');
  assert.equal(Object.keys(item.metadata), [...fr.listing]);
  assert.is(item.metadata.agency, 'An agency');
  assert.is(item.metadata.effective_date, null);
});

test('a missing column is an error with column and source', () => {
  assert.throws(() => catalogs.columnOf(catalogOf(usc, []), 'agency'), /usc has no column agency/);
});

test('a listing item has all listing fields, null without a value', () => {
  const { item } = catalogs.catalogRecord(usc, 'us-usc-t1-s1', { identifier: '/us/usc/t1/s1' });
  const { metadata } = JSON.parse(item);
  assert.equal(metadata, Object.fromEntries(usc.listing.map(field => [field, null])));
});

test.run();
