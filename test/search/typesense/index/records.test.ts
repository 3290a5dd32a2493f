import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { SearchDocument } from '../../../../build/search/documents/search-document.ts';
import { nameNumber, readSignature, wordNumber } from '../../../../build/search/text/signature.ts';
import { recordsOf } from '../../../../build/search/typesense/index/records.ts';
import { encodeStem } from '../../../../build/search/typesense/lexicon-format.ts';
import {
  decodeValue,
  encodeKey,
  parseRecordId,
  recordIds,
} from '../../../../build/search/typesense/record.ts';

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
  filtered: { source: 'usc', title_number: 17, document_type: null, status: 'in_force' },
  granularity: 'section',
  about: [],
  citations: ['usc:17:106'],
  sortKeys: { identifier: '/us/usc/t217/s3106', document_number: null },
  body: 'The owner.',
};

test('a short document has one record with its fields', () => {
  const [record, ...others] = recordsOf(DOCUMENT, 'key');
  assert.is(others.length, 0);
  assert.is(record?.id, 'key-1-0');
  assert.is(record?.name, nameNumber('Exclusive rights'));
  assert.is(decodeValue(record?.status ?? ''), 'in_force');
  assert.not('agency' in record! || 'agency_key' in record!, 'a field without value is absent');
  const { body, agencies, granularity, citations, about, sortKeys, filtered, ...hit } = DOCUMENT;
  assert.equal(JSON.parse(record?.hit ?? ''), hit);
});

test('a record has each agency as it is spelled, for facets, and without regard to spelling, for filters', () => {
  const [record] = recordsOf({ ...DOCUMENT, agencies: ['LAMP OFFICE', 'A & B'] }, 'key');
  const [other] = recordsOf({ ...DOCUMENT, agencies: ['Lamp Office'] }, 'key');
  assert.equal(record?.agency?.map(decodeValue), ['LAMP OFFICE', 'A & B']);
  assert.is(record?.agency_key?.length, 2);
  assert.is(record?.agency_key?.[0], other?.agency_key?.[0]);
  const keysOf = (agency: string) => recordsOf({ ...DOCUMENT, agencies: [agency] }, 'key')[0]?.agency_key;
  assert.equal(keysOf('Department of Lamps'), keysOf('LAMPS DEPARTMENT'));
  assert.equal(keysOf('Wick Office, Department of Lamps')?.slice(1), keysOf('OFFICE OF WICK'));
});

test('a heading without citation is the name', () => {
  const [record] = recordsOf({ ...DOCUMENT, heading: 'Safety Zone - Patapsco River' }, 'key');
  assert.is(record?.name, nameNumber('Safety Zone - Patapsco River'));
});

test('a long document has a record for each part, all of one document', () => {
  const records = recordsOf({ ...DOCUMENT, body: 'some words '.repeat(10_000) }, 'key');
  assert.is(records.length, 3);
  assert.equal(
    records.map(({ id }) => id),
    recordIds('key', 3),
  );
  assert.is(new Set(records.map(({ document }) => document)).size, 1);
  assert.equal(parseRecordId(records[2]!.id), { key: 'key', parts: 3, part: 2 });
});

test('documents with equal sort keys are ordered by identifier', () => {
  const order = (identifier: string) => recordsOf({ ...DOCUMENT, identifier }, 'key')[0]?.identifier_order;
  assert.is.not(order('/us/usc/t30/s28-1'), order('/us/usc/t30/s28–1'));
});

test('a record has the stems of the whole document, once and without function words', () => {
  const filler = 'common '.repeat(8_000);
  const hierarchy = ['U.S. Code', 'Copyrights'];
  const records = recordsOf(
    { ...DOCUMENT, hierarchy, body: `Alpha of ${filler} omegas, 1 C.F.R. 2 中文` },
    'key',
  );
  assert.ok(records.length > 1);
  for (const { stems, labels, part } of records) {
    assert.is(labels, '17 usc 106 exclus right copyright');
    assert.is(stems, `${labels} alpha common omega 1 c f r 2 ${encodeStem('中文')} cfr`);
    assert.is(
      part,
      records.findIndex(record => record.part === part),
    );
  }
  assert.match(encodeStem('中文'), /^zz[0-9a-f]{32}$/);
});

test('a record holds the words that its signature lacks', () => {
  const words = Array.from({ length: 400 }, (_, i) => `w${i}`);
  const [record] = recordsOf({ ...DOCUMENT, body: words.join(' ') }, 'key');
  const signature = readSignature(Buffer.from(record!.signature, 'base64'));
  assert.is(signature.text.length, 300);
  const others = new Uint16Array(Uint8Array.from(Buffer.from(record!.others!, 'base64')).buffer);
  const signed = new Set([...signature.heading, ...signature.names, ...signature.text]);
  // A signature has no citation before the heading.
  const beyond = [...words.slice(300), '17', 'usc', '106']
    .map(wordNumber)
    .filter(number => !signed.has(number));
  assert.ok(beyond.length > 90);
  assert.equal([...others].sort(), [...new Set(beyond)].sort());
  assert.not.ok('others' in recordsOf({ ...DOCUMENT, heading: 'Rights' }, 'key')[0]!);
});

test('a record has the document’s references', () => {
  const body = 'See 17 U.S.C. 107 and 45 CFR part 46. The Environmental Protection Agency (EPA) agrees.';
  const [record] = recordsOf({ ...DOCUMENT, body }, 'key');
  assert.equal(record?.cites, [encodeKey('usc:17:107')], 'a part counts for none of its sections');
  assert.equal(record?.references?.abbreviations, [['epa', 'environmental protection agency']]);
  assert.not.ok('references' in recordsOf(DOCUMENT, 'key')[0]!);
});

test.run();
