import * as assert from 'uvu/assert';
import { Random } from '../helpers/random.ts';
import type { Subject } from './subject.ts';
import type { ContractTest, Corpus } from './suite.ts';

/** What reads a text is the same for all engines, so one that answers over a network, at ten times the cost, is asked less often. */
const combinations = ({ traits }: Subject, { isFixture }: Corpus): number =>
  isFixture ? (traits.exact ? 2000 : 500) : traits.exact ? 300 : 150;

/** The form of the response (build/contract/README.md, Search). */
export function formTests({ test, subject, corpus }: ContractTest): void {
  test('a hit has the fields of its document', async client => {
    const { data, facets, meta, pagination } = await client.search('records', { limit: 100 });
    assert.equal(Object.keys(data), ['hits', 'query', 'processing_time_ms', 'estimated_total_hits']);
    assert.equal(Object.keys(meta), ['api_version', 'timestamp']);
    assert.equal(Object.keys(pagination), ['total', 'limit', 'offset', 'has_more']);
    assert.equal(Object.keys(facets), ['source', 'status']);
    assert.is(data.query, 'records');
    assert.is(data.estimated_total_hits, pagination.total);
    assert.ok(data.hits.length > 0);
    for (const { highlights, ...hit } of data.hits) {
      const { agencies, granularity, levels, citations, about, sortKeys, filtered, body, ...expected } =
        client.document(hit.identifier);
      assert.equal(hit, expected);
      assert.equal(Object.keys(highlights ?? {}), ['heading', 'body']);
    }
  });

  test('a query without highlight has null highlights', async client => {
    const { data } = await client.search('records', { highlight: false });
    assert.ok(data.hits.length > 0);
    assert.ok(data.hits.every(({ highlights }) => highlights === null));
  });

  test('an offset beyond the end is an empty page', async client => {
    const { data, pagination } = await client.search('records', { offset: 1_000_000_000, limit: 7 });
    assert.equal(data.hits, []);
    assert.ok(pagination.total > 0);
    assert.equal(pagination, { total: pagination.total, limit: 7, offset: 1_000_000_000, has_more: false });
  });

  test('pages follow each other without gap or repetition', async client => {
    for (const parameters of [{}, { sort: '-publication_date' }]) {
      const whole = await client.search('records', { ...parameters, limit: 100 });
      const paged: string[] = [];
      for (let offset = 0; offset < whole.data.hits.length; offset += 7) {
        const { data, pagination } = await client.search('records', { ...parameters, limit: 7, offset });
        paged.push(...data.hits.map(({ identifier }) => identifier));
        assert.is(pagination.has_more, offset + 7 < pagination.total);
      }
      assert.equal(
        paged.slice(0, whole.data.hits.length),
        whole.data.hits.map(({ identifier }) => identifier),
      );
      assert.is(new Set(paged).size, paged.length);
    }
  });

  test('a text of only punctuation and operators finds nothing', async client => {
    for (const q of [
      '"',
      '""',
      '-',
      '*',
      '§',
      ' ',
      '- -- "',
      '"-"',
      '()',
      '-records',
      '-"public records"',
      '^:*~{}',
      '\u0000',
    ]) {
      const { data, facets, pagination } = await client.search(q);
      assert.equal(data.hits, [], JSON.stringify(q));
      assert.equal(facets, { source: {}, status: {} });
      assert.equal(pagination, { total: 0, limit: 20, offset: 0, has_more: false });
    }
  });

  test('any typed text is answered', async client => {
    // Another seed for other texts: the sample and the real corpora together try more.
    const random = new Random(corpus.isFixture ? 5 : 6);
    const pieces = [...PIECES, ...client.documents.slice(0, 20).map(({ heading }) => heading)];
    const combined = () =>
      Array.from({ length: 1 + random.below(6) }, () => random.pick(pieces)).join(
        random.pick([' ', '', '  ']),
      );
    const texts = [...pieces, ...Array.from({ length: combinations(subject, corpus) }, combined)];
    for (const [i, text] of texts.entries())
      await client.search(text.slice(0, 400), { limit: 1, highlight: i % 10 === 0 });
  });
}

const PIECES = [
  ...'" \' ` * ^ : ( ) { } [ ] + - ~ \\ / , ; . ! ? # $ % & = < > | @ § ¶ – — “ ” « » \u0000 \u200b \ufeff'.split(
    ' ',
  ),
  ...'AND OR NOT NEAR NEAR( near/2 heading: texts rowid - -- -" "" *" NULL SELECT'.split(' '),
  ...'the of records keeper lamp Résumé ÅNGSTRÖM ﬁle ß İ 中文 한국어 العربية 😀 👩‍👩‍👧 e\u0301 \u0301 ½ ² Ⅳ'.split(
    ' ',
  ),
  ...'17 USC § 106 17 U.S.C. 1.1 CFR 2018-09910 83 FR 21707 /us/usc/t17/s106 t17/s106'.split(' '),
  'x'.repeat(300),
  'a '.repeat(150),
  '('.repeat(100),
];
