import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { encodeValue, separate } from '../../../../build/contract/search/typesense.ts';
import { analyze } from '../../../../shim/search/query/analyze.ts';
import { Highlighter } from '../../../../shim/search/query/highlight.ts';
import {
  facetsOf,
  foundHits,
  type RecordHit,
  type Result,
  withMatches,
} from '../../../../shim/search/typesense/result.ts';

interface Passage {
  opening: string;
  ending: string;
  id?: string;
  snippet?: string;
  matched?: string[];
}

function bodyOf(q: string, { opening, ending, id = 'k-1-0', snippet, matched = [] }: Passage): string {
  const record = {
    document: { id, hit: JSON.stringify({ heading: 'H' }), opening, ending, identifier_order: '00' },
    highlight: snippet === undefined ? {} : { body: { snippet: separate(snippet), matched_tokens: matched } },
  } as RecordHit;
  const [hit] = foundHits([record]);
  return new Highlighter(withMatches(analyze(q), [record])).snippet(hit?.body ?? '');
}

const TEXT = '[§ 5. The “owner” has rights.';

test('a whole text has no ellipsis, and keeps the punctuation before its first word', () => {
  const snippet = '5. The “owner” has rights.';
  assert.is(
    bodyOf('owner ', { opening: TEXT, ending: TEXT, snippet }),
    '[§ 5. The “<mark>owner</mark>” has rights.',
  );
});

test('an ellipsis stands where text was left out', () => {
  assert.is(
    bodyOf('owner ', { opening: 'Other words', ending: 'at the end.', snippet: 'The owner has' }),
    '…The <mark>owner</mark> has…',
  );
  const later = { opening: TEXT, ending: TEXT, snippet: '5. The “owner” has rights.', id: 'k-2-1' };
  assert.ok(bodyOf('owner ', later).startsWith('…'), 'a later part does not begin the document');
});

test('where the body does not match, it is shown from its beginning', () => {
  assert.is(bodyOf('else ', { opening: 'The opening', ending: 'not this' }), 'The opening…');
});

test('words that the engine matched are marked, and the last word may still be a beginning', () => {
  assert.is(
    bodyOf('infringment own', {
      opening: 'An infringement of owners',
      ending: 'of owners',
      snippet: 'An infringement of owners',
      matched: ['infringement', 'own'],
    }),
    'An <mark>infringement</mark> of <mark>owners</mark>',
  );
});

test('the heading of a hit is that of its document', () => {
  const document = { id: 'k-1-0', hit: '{"heading":"H"}', opening: 'B', ending: 'B', identifier_order: '' };
  assert.equal(foundHits([{ document } as RecordHit]), [{ hit: '{"heading":"H"}', heading: 'H', body: 'B' }]);
});

const result = (facet: string, counts: Record<string, number>): Result => ({
  found: 0,
  grouped_hits: [],
  facet_counts: [
    { field_name: facet, counts: Object.entries(counts).map(([value, count]) => ({ value, count })) },
  ],
});

test('facets are added up, and their values decoded', () => {
  const a = encodeValue('A & B');
  assert.equal(facetsOf(['agency'], [result('agency', { [a]: 2 }), result('agency', { [a]: 1 })]), {
    agency: { 'A & B': 3 },
  });
  const upper = encodeValue('A & b');
  assert.equal(
    facetsOf(['agency'], [result('agency', { [a]: 1 }), result('agency', { [a]: 1, [upper]: 1 })]),
    {
      agency: { 'A & B': 3 },
    },
  );
  assert.equal(facetsOf(['publication_date'], [result('publication_date', { 20180521: 1 })]), {
    publication_date: { '2018-05-21': 1 },
  });
  assert.equal(facetsOf(['title_number'], [result('title_number', { 17: 1 })]), { title_number: { 17: 1 } });
  assert.equal(facetsOf(['source'], []), { source: {} });
});

test.run();
