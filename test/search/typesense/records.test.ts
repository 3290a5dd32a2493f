import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { decodeValue, parseRecordId, recordIds } from '../../../build/contract/search/typesense.ts';
import type { SearchDocument } from '../../../build/search/document.ts';
import { recordsOf } from '../../../build/search/typesense/records.ts';

const DOCUMENT: SearchDocument = {
  id: 'us-usc-t17-s106',
  source: 'usc',
  identifier: '/us/usc/t17/s106',
  heading: '17 USC § 106 - Exclusive rights',
  title_number: 17,
  title_name: 'Copyrights',
  status: 'in_force',
  url: '/usc/title-17/section-106',
  document_type: null,
  publication_date: null,
  hierarchy: ['U.S. Code'],
  agencies: [],
  granularity: 'section',
  citations: ['usc:17:106'],
  sortKeys: { identifier: '/us/usc/t217/s3106', document_number: null },
  body: 'The owner.',
};

test('the record of a document', () => {
  const [record, ...others] = recordsOf(DOCUMENT, 'key');
  assert.is(others.length, 0);
  assert.is(record?.id, 'key-1-0');
  assert.is(record?.name, 'Exclusive rights');
  assert.is(decodeValue(record?.status ?? ''), 'in_force');
  assert.not('agency' in record! || 'agency_key' in record!, 'a field without value is absent');
  const { body, agencies, granularity, citations, sortKeys, ...hit } = DOCUMENT;
  assert.equal(JSON.parse(record?.hit ?? ''), hit);
});

test('a record has each agency as it is spelled, for facets, and without regard to spelling, for filters', () => {
  const [record] = recordsOf({ ...DOCUMENT, agencies: ['LAMP OFFICE', 'A & B'] }, 'key');
  const [other] = recordsOf({ ...DOCUMENT, agencies: ['Lamp Office'] }, 'key');
  assert.equal(record?.agency?.map(decodeValue), ['LAMP OFFICE', 'A & B']);
  assert.is(record?.agency_key?.length, 2);
  assert.is(record?.agency_key?.[0], other?.agency_key?.[0]);
});

test('a heading without citation is its own name', () => {
  const [record] = recordsOf({ ...DOCUMENT, heading: 'Safety Zone - Patapsco River' }, 'key');
  assert.is(record?.name, 'Safety Zone - Patapsco River');
});

test('a long document has a record for each part, all of one document', () => {
  const records = recordsOf({ ...DOCUMENT, body: 'some words '.repeat(10_000) }, 'key');
  assert.is(records.length, 3);
  assert.equal(
    records.map(({ id }) => id),
    recordIds('key', 3),
  );
  assert.is(new Set(records.map(({ document }) => document)).size, 1);
  assert.equal(parseRecordId(records[2]!.id), { key: 'key', parts: 3 });
});

test('documents that stand in the same natural place have an order', () => {
  const order = (identifier: string) => recordsOf({ ...DOCUMENT, identifier }, 'key')[0]?.identifier_order;
  assert.is.not(order('/us/usc/t30/s28-1'), order('/us/usc/t30/s28–1'));
});

test.run();
