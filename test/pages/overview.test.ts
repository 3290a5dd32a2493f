import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { sourceOf } from '../../build/contract/sources.ts';
import { SCHEMA_VERSION } from '../../build/formats/catalog-file.ts';
import { sourcesData, statsData } from '../../build/pages/overview.ts';
import { catalogOf, catalogsWith, documentWith } from '../helpers/catalogs.ts';

const usc = sourceOf('usc');
const fr = sourceOf('fr');

const catalogs = catalogsWith(
  catalogOf(usc, [
    documentWith(usc, '/us/usc/t1/s1', { last_updated: '2024-02-01' }),
    documentWith(usc, '/us/usc/t1/s2', { last_updated: '2024-11-30' }),
    documentWith(usc, '/us/usc/t18a/s1', { last_updated: '2023-12-31' }),
  ]),
  catalogOf(fr, [
    documentWith(fr, '/us/fr/2018-1', { publication_date: '2018-05-10', document_type: 'rule' }),
    documentWith(fr, '/us/fr/04-2', { publication_date: '2004-07-23', document_type: 'notice' }),
    documentWith(fr, '/us/fr/2018-3', { publication_date: '2018-05-09', document_type: 'rule' }),
  ]),
);

test('sources name the parameters of their list endpoints', () => {
  const [first, second, third] = sourcesData(catalogs, false);
  assert.equal(first, {
    id: 'usc',
    name: 'United States Code',
    short_name: 'U.S. Code',
    description: 'General and permanent federal statutes',
    url_prefix: '/usc',
    hierarchy: ['title', 'chapter', 'section'],
    filterable_fields: [
      'title_number',
      'chapter_number',
      'status',
      'positive_law',
      'legal_status',
      'has_chapter',
      'within',
    ],
    sortable_fields: ['identifier', 'title_number', 'section_number', 'last_updated'],
    has_titles: true,
    document_count: 3,
  });
  assert.equal([second?.id, second?.document_count, second?.has_titles], ['ecfr', 0, true]);
  assert.equal(second?.hierarchy, ['title', 'chapter', 'part', 'section']);
  assert.equal([third?.id, third?.document_count, third?.has_titles], ['fr', 3, false]);
  assert.equal(third?.hierarchy, ['year', 'month', 'document']);
  assert.equal(third?.sortable_fields, ['publication_date', 'document_number', 'identifier']);
});

test('every source of a sample is marked, and none of the law', () => {
  assert.equal(
    sourcesData(catalogs, true).map(source => source.sample),
    [true, true, true],
  );
  for (const source of sourcesData(catalogs, false)) assert.not('sample' in source);
});

test('stats count documents, titles and types', () => {
  const { total_documents, sources, database } = statsData(catalogs);
  assert.is(total_documents, 6);
  assert.equal(database, { schema_version: SCHEMA_VERSION });
  assert.equal(sources.usc, { document_count: 3, title_count: 2, last_updated: '2024-11-30' });
  assert.equal(sources.ecfr, { document_count: 0, title_count: 0, last_updated: null });
  assert.equal(sources.fr, {
    document_count: 3,
    date_range: { earliest: '2004-07-23', latest: '2018-05-10' },
    document_types: { rule: 2, proposed_rule: 0, notice: 1, presidential_document: 0 },
  });
});

test('an empty corpus has stats with zeros', () => {
  const { total_documents, sources } = statsData(catalogsWith());
  assert.is(total_documents, 0);
  assert.equal(sources.fr, {
    document_count: 0,
    date_range: { earliest: null, latest: null },
    document_types: { rule: 0, proposed_rule: 0, notice: 0, presidential_document: 0 },
  });
});

test.run();
