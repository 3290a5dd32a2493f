import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { naturalKey } from '../../../../build/contract/natural-order.ts';
import type { SearchDocument } from '../../../../build/search/documents/search-document.ts';
import { readNumbers, readSignature, wordNumber } from '../../../../build/search/text/signature.ts';
import {
  decodeValue,
  encodeKey,
  encodeValue,
  textIdOf,
} from '../../../../build/search/typesense/encoding.ts';
import { orderOf, placeOf } from '../../../../build/search/typesense/index/places.ts';
import { chunksOf, recordsOf } from '../../../../build/search/typesense/index/records.ts';

const DOCUMENT: SearchDocument = {
  id: 'us-usc-t17-s106',
  source: 'usc',
  identifier: '/us/usc/t17/s106',
  heading: '17 USC § 106 - Exclusive rights of ownership',
  title_number: 17,
  title_name: 'Copyrights',
  status: 'in_force',
  url: '/usc/title-17/section-106',
  document_type: null,
  publication_date: null,
  hierarchy: ['U.S. Code', 'Copyrights'],
  cited_by_count: 3,
  agencies: [],
  filtered: { source: 'usc', title_number: 17, document_type: null, status: 'in_force' },
  granularity: 'section',
  levels: ['/us/usc/t17', '/us/usc/t17/ch1'],
  about: [],
  citations: ['usc:17:106'],
  sortKeys: { identifier: '/us/usc/t217/s3106', document_number: null },
  body: 'The owner.',
};

type TextRecord = Extract<ReturnType<typeof recordsOf>[number], { long_text: string[] }>;
type DocumentRecord = Exclude<ReturnType<typeof recordsOf>[number], TextRecord> & {
  words?: string;
  text?: string[];
  text_citations?: string[];
};

const recordsWith = (fields: Partial<SearchDocument> = {}) =>
  recordsOf({ ...DOCUMENT, ...fields }, 'hash', 'part');
const record = (fields?: Partial<SearchDocument>) => recordsWith(fields).at(-1) as DocumentRecord;

/** So many words that their document has two records. */
const LONG_TEXT = 'The owner owns the rights. '.repeat(200);

test('a record identifies the document, and tells what content it has and where it is listed', () => {
  const { id, hash, listed, hit } = record();
  assert.equal([id, hash, listed], [encodeKey(DOCUMENT.identifier), 'hash', 'part']);
  const { body, agencies, granularity, levels, citations, about, sortKeys, filtered, ...rest } = DOCUMENT;
  assert.equal(JSON.parse(hit), rest);
});

test('texts are stems: the citation before the name belongs to the names above it', () => {
  const { heading, names, kin } = record();
  assert.is(heading, 'exclus right of ownership');
  assert.is(names, '17 usc 106 copyright');
  assert.ok(kin.split(' ').includes('owner'));
  assert.is(record({ heading: 'Safety Zone - Patapsco River' }).heading, 'safeti zone patapsco river');
});

test('a record has the text in order, for words and for phrases', () => {
  assert.is(recordsWith().length, 1);
  const { text, citations, text_citations, words } = record();
  assert.equal(text, ['copyright', '17 usc 106 exclus right of ownership', 'the owner']);
  assert.equal([text_citations, words], [citations, undefined]);
});

test('a long text has a record for phrases before that of the document, which has its words once each', () => {
  const agencies = ['Lamp Office'];
  const records = recordsWith({ body: LONG_TEXT, agencies, publication_date: '2018-05-21' });
  const [text, document] = records as [TextRecord, DocumentRecord];
  assert.equal([records.length, document.words, document.text], [2, 'the owner own right', undefined]);
  assert.equal(text.long_text.slice(0, 2), ['copyright', '17 usc 106 exclus right of ownership']);
  assert.match(text.long_text[2]!, /^(the owner own the right ?){200}$/);
  assert.equal([text.id, text.text_citations], [textIdOf(document.id), document.citations]);
  assert.is(document.text_citations, undefined, 'or the document would be listed twice');
  for (const field of [
    ...(['source', 'status', 'title_number', 'combined', 'agency', 'agency_key', 'levels'] as const),
    ...(['level', 'outermost', 'publication_date', 'publication_year', 'precedence', 'hash'] as const),
    ...(['identifier_place', 'identifier_place_rest', 'document_number_place', 'listed'] as const),
  ])
    assert.equal([field, text[field]], [field, document[field]]);
  assert.not.ok(['heading', 'names', 'words', 'text', 'citations'].some(field => field in text));
  assert.is(recordsWith({ body: 'word '.repeat(700) }).length, 1);
  assert.is(recordsWith({ body: 'word '.repeat(701) }).length, 2);
});

test('a record has the outermost level by itself', () => {
  assert.is(record().outermost, encodeValue('/us/usc/t17'));
  assert.is(record({ levels: [] }).outermost, undefined);
});

test('a record has the numbers of all words of its text, in its signature or beside it', () => {
  assert.is(record().numbers, '');
  const words = Array.from({ length: 500 }, (_, i) => `word${i}`);
  const { signature, numbers } = record({ body: words.join(' ') });
  const { text } = readSignature(Buffer.from(signature, 'base64'));
  const others = readNumbers(Buffer.from(numbers, 'base64'));
  assert.equal([text.length, others.length], [300, 200]);
  assert.equal([...text, ...others].sort(), words.map(wordNumber).sort());
});

test('a document that is in the collection keeps its number of records', () => {
  const again = (body: string, isDivided: boolean) =>
    recordsOf({ ...DOCUMENT, body }, 'hash', 'part', isDivided) as [TextRecord, DocumentRecord];
  const [text, document] = again('The owner.', true);
  assert.equal([text.long_text.at(-1), document.words, document.text], ['the owner', 'the owner', undefined]);
  assert.is(again(LONG_TEXT, false).length, 1);
});

test('a field without value is absent, and a list without values empty', () => {
  const written = JSON.parse(JSON.stringify(record())) as Record<string, unknown>;
  for (const field of ['document_type', 'publication_date', 'publication_year', 'document_number_place'])
    assert.not.ok(field in written, field);
  for (const field of ['agency', 'agency_key', 'cited_keys', 'short', 'spelled', 'mentions'])
    assert.equal(written[field], [], field);
  assert.is(decodeValue(String(record().status)), 'in_force');
});

test('a date is a day and a year', () => {
  const { publication_date, publication_year } = record({ publication_date: '2018-05-21' });
  assert.equal([publication_date, publication_year], [20180521, 2018]);
});

test('of equal matches codes in force come first, notices last', () => {
  const places = [
    record(),
    record({ status: 'repealed' }),
    record({ publication_date: '2018-05-21' }),
    record({ publication_date: '2018-05-21', status: 'withdrawn' }),
  ].map(({ precedence }) => precedence);
  assert.equal(places, [3, 2, 1, 0]);
});

test('a record has each agency as it is spelled, for facets, and without regard to spelling, for filters', () => {
  const { agency, agency_key } = record({ agencies: ['LAMP OFFICE', 'A & B'] });
  assert.equal(agency?.map(decodeValue), ['LAMP OFFICE', 'A & B']);
  assert.is(agency_key?.length, 2);
  const keysOf = (agency: string) => record({ agencies: [agency] }).agency_key;
  assert.is(agency_key?.[0], keysOf('Lamp Office')?.[0]);
  assert.equal(keysOf('Department of Lamps'), keysOf('LAMPS DEPARTMENT'));
  assert.equal(keysOf('Wick Office, Department of Lamps')?.slice(1), keysOf('OFFICE OF WICK'));
});

test('documents with equal sort keys are ordered by identifier', () => {
  const sortKeys = { identifier: naturalKey('/us/usc/t30/s28-1'), document_number: naturalKey('2018-00028') };
  const placesOf = (identifier: string) => {
    const { identifier_place, identifier_place_rest } = record({ identifier, sortKeys });
    return [identifier_place, identifier_place_rest];
  };
  const [hyphen, dash] = ['/us/usc/t30/s28-1', '/us/usc/t30/s28–1'].map(placesOf);
  assert.equal(hyphen, placeOf(orderOf(sortKeys.identifier, '/us/usc/t30/s28-1')));
  assert.is(hyphen?.[0], dash?.[0]);
  assert.ok((hyphen?.[1] ?? 0) < (dash?.[1] ?? 0));
  assert.is(record({ sortKeys }).document_number_place, placeOf(sortKeys.document_number)[0]);
});

test('a long text is several texts of one record that share some words', () => {
  const words = Array.from({ length: 70_000 }, (_, i) => `w${i}`);
  const chunks = chunksOf(words).map(chunk => chunk.split(' '));
  assert.is(chunks.length, 3);
  assert.ok(chunks.every(({ length }) => length <= 30_000));
  assert.equal(chunks[1]?.slice(0, 30), chunks[0]?.slice(-30));
  assert.equal([...new Set(chunks.flat())], words);
  assert.equal([chunksOf(['a', 'b']), chunksOf([])], [['a b'], ['']]);
  const [{ long_text }] = recordsWith({ body: words.join(' ') }) as [TextRecord, DocumentRecord];
  assert.equal(long_text.slice(2), chunksOf(words));
});

test('a record has the signature of the first words', () => {
  const words = Array.from({ length: 400 }, (_, i) => `w${i}`);
  const { signature } = record({ body: words.join(' ') });
  assert.is(readSignature(Buffer.from(signature, 'base64')).text.length, 300);
});

test('a record has the document’s references', () => {
  const { cited_keys, short, spelled, mentions } = record({
    body:
      'See 17 U.S.C. 107 and 45 CFR part 46. The Environmental Protection Agency (EPA) agrees. ' +
      'The Clean Air Act (42 U.S.C. 7401 et seq.) is silent.',
  });
  assert.equal(cited_keys, ['usc:17:107', 'part:45:46', 'usc:42:7401'].map(encodeKey));
  assert.equal([short, spelled], [['epa'], ['epa environmental protection agency']]);
  assert.equal(mentions, [`${encodeKey('usc:42:7401')} 2 clean air act`]);
});

test.run();
