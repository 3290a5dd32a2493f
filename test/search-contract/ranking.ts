import * as assert from 'uvu/assert';
import { SEARCH_SORTS } from '../../build/contract/search.ts';
import type { SearchDocument } from '../../build/search/documents/search-document.ts';
import { citationsIn } from '../../build/search/query/query-citations.ts';
import { Random } from '../helpers/random.ts';
import { citationForms, nameOf, shareCitation, uniqueNames } from './known-items.ts';
import type { ContractTest } from './suite.ts';

/** Documents of each source that are looked for by citation and by name. */
const SAMPLES = 40;

/** What comes first. */
export function rankingTests({ test, subject, corpus }: ContractTest): void {
  test('every document’s citation is recognised in any usual form', async client => {
    // No engine has a part in it: once is enough.
    if (!subject.traits.exact) return;
    for (const document of client.documents) {
      for (const form of citationForms(document)) {
        const keys = citationsIn(form);
        assert.ok(
          keys.some(key => document.citations.includes(key)),
          `${form} is taken for ${keys.join(', ') || 'nothing'}, not for ${document.identifier}`,
        );
      }
    }
  });

  test('a citation in any usual form finds its document first', async client => {
    const random = new Random(17);
    for (const source of ['usc', 'ecfr', 'fr']) {
      const documents = client.documents.filter(document => document.source === source);
      for (let i = 0; i < SAMPLES; i++) {
        const document = random.pick(documents);
        const forms = citationForms(document);
        // A form for each document: how it is written is no matter of the engine.
        const form = forms[i % forms.length] ?? '';
        const { data } = await client.search(form, { limit: 1 });
        const first = client.document(data.hits[0]?.identifier ?? '');
        assert.ok(
          shareCitation(first, document),
          `${form} finds ${first.identifier} before ${document.identifier}`,
        );
      }
    }
  });

  test('a docket number or a RIN puts its documents first, all of them', async client => {
    const byKey = new Map<string, string[]>();
    for (const { identifier, citations } of client.documents) {
      for (const key of citations.filter(citation => /^(docket|rin):/.test(citation)))
        byKey.set(key, [...(byKey.get(key) ?? []), identifier]);
    }
    assert.ok(byKey.size > 10);
    const keys = [...byKey].sort(([, a], [, b]) => b.length - a.length).slice(0, SAMPLES);
    for (const [key, identifiers] of keys) {
      const number = key.slice(key.indexOf(':') + 1);
      const found = await client.all(number);
      const first = found.slice(0, identifiers.length);
      for (const identifier of identifiers) assert.ok(first.includes(identifier), `${number}: ${identifier}`);
    }
  });

  test('a citation beside other words finds its document first', async client => {
    const { data } = await client.search('17 U.S.C. 106 records', { limit: 1 });
    assert.is(data.hits[0]?.identifier, '/us/usc/t17/s106');
  });

  test('a match in a heading comes before matches in texts', async client => {
    const random = new Random(18);
    const documents = uniqueNames(client.documents);
    let reciprocal = 0;
    for (let i = 0; i < SAMPLES; i++) {
      const document = random.pick(documents);
      const { data } = await client.search(nameOf(document), { limit: 10 });
      const rank = data.hits.findIndex(({ identifier }) => identifier === document.identifier);
      reciprocal += rank < 0 ? 0 : 1 / (rank + 1);
    }
    assert.ok(reciprocal / SAMPLES >= 0.9, `mean reciprocal rank ${reciprocal / SAMPLES}`);
  });

  for (const field of SEARCH_SORTS) {
    test(`sorted by ${field}: natural order, ties by identifier, and - is the exact reverse`, async client => {
      // A phrase, of which both orders find the same, that some dozen documents hold.
      const q = corpus.isFixture ? 'records' : corpus.sample ? '"the records"' : '"federal records"';
      const found = await client.all(q, { sort: field });
      assert.ok(found.length > 5);
      assert.ok(new Set(found.map(one => keyOf(client.document(one), field))).size > 1, 'several values');
      const expected = found.map(client.document, client).sort(comparator(field));
      assert.equal(
        found,
        expected.map(({ identifier }) => identifier),
      );
      assert.equal(await client.all(q, { sort: `-${field}` }), found.toReversed());
      assert.equal([...found].sort(), (await client.all(q)).sort(), 'the order changes the set of hits');
    });
  }
}

const keyOf = (document: SearchDocument, field: string): string | number | null => {
  if (field === 'identifier') return document.sortKeys.identifier;
  if (field === 'document_number') return document.sortKeys.document_number;
  if (field === 'cited_by_count') return document.cited_by_count;
  return field === 'title_number' ? document.title_number : document.publication_date;
};

const compare = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0);

/** From the oldest on what has no date comes first, since it comes last where the newest are asked for; of other fields last. */
const comparator = (field: string) => (a: SearchDocument, b: SearchDocument) => {
  const [left, right] = [keyOf(a, field), keyOf(b, field)];
  const missing = (Number(left === null) - Number(right === null)) * (field === 'publication_date' ? -1 : 1);
  const byKey = left === null || right === null ? missing : compare(left, right);
  return (
    byKey || compare(a.sortKeys.identifier, b.sortKeys.identifier) || compare(a.identifier, b.identifier)
  );
};
