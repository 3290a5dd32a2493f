import * as assert from 'uvu/assert';
import { citesPart } from '../../build/contract/citations/keys.ts';
import { referencesOf } from '../../build/search/references/references.ts';
import type { SearchClient } from './client.ts';
import type { ContractTest } from './suite.ts';

/** Citations of what no tree here holds, with the keys of what refers to them. */
const MISSING: readonly [q: string, kind: string, identifier: string | null, keys: string[]][] = [
  ['42 U.S.C. 9121', 'section', '/us/usc/t42/s9121', ['usc:42:9121']],
  ['18 U.S.C. § 922(g)', 'section', '/us/usc/t18/s922', ['usc:18:922']],
  ['18 U.S.C. 1', 'section', '/us/usc/t18/s1', ['usc:18:1']],
  ['40 CFR 52.220', 'section', '/us/cfr/t40/s52.220', ['cfr:40:52.220', 'part:40:52']],
  ['t40/s52.220', 'section', '/us/cfr/t40/s52.220', ['cfr:40:52.220', 'part:40:52']],
  ['33 CFR 62.1', 'section', '/us/cfr/t33/s62.1', ['cfr:33:62.1', 'part:33:62']],
  ['45 CFR part 46', 'part', null, ['part:45:46']],
  ['33 CFR 62', 'part', null, ['cfr:33:62', 'part:33:62']],
  ['61 FR 93235', 'page', null, ['frp:61:93235']],
];

/** What is cited as a whole, whether it is held or not. */
export function citationTests({ test, corpus }: ContractTest): void {
  const told = async (client: SearchClient, q: string, more = {}) =>
    (await client.search(q, { limit: 1, ...more })).meta.citation;

  test('a citation of a missing document finds documents that cite it, and no other law', async client => {
    let most = 0;
    const cited = client.documents.map(document => ({
      identifier: document.identifier,
      cites: referencesOf(document).cites,
    }));
    for (const [q, kind, identifier, keys] of MISSING) {
      assert.equal(await told(client, q), { text: q, kind, identifier, exists: false, display_title: null });
      const wanted = cited.filter(({ cites }) => cites.some(key => keys.includes(key)));
      const found = await client.all(q);
      assert.equal([...found].sort(), wanted.map(({ identifier }) => identifier).sort(), q);
      most = Math.max(most, found.length);
      const sorted = await client.all(q, { sort: 'identifier' });
      assert.equal([...sorted].sort(), [...found].sort(), q);
      const { facets } = await client.search(q, { facets: 'source' });
      for (const [source, count] of Object.entries(facets.source ?? {})) {
        assert.is((await client.all(q, { source })).length, count, q);
        assert.equal(
          (await told(client, q, { source })) as unknown,
          await told(client, q),
          'whatever the filters leave',
        );
      }
    }
    assert.ok(most > 1, 'some are referred to');
  });

  test('a citation of a present document is reported and its search is ordinary', async client => {
    const [section] = client.documents.filter(({ identifier }) => identifier === '/us/usc/t17/s106');
    for (const q of ['17 U.S.C. § 106(1)', 't17/s106', 'section 106 of title 17']) {
      assert.equal(await told(client, q), {
        text: q,
        kind: 'section',
        identifier: '/us/usc/t17/s106',
        exists: true,
        display_title: section?.heading,
      });
      assert.is((await client.search(q, { limit: 1 })).data.hits[0]?.identifier, '/us/usc/t17/s106', q);
    }
    const { data, meta } = await client.search('17 U.S.C. 106', { source: 'ecfr', limit: 1 });
    assert.equal([meta.citation?.exists, meta.citation?.identifier], [true, '/us/usc/t17/s106']);
    assert.ok(data.hits.every(({ source }) => source === 'ecfr'));
    const part =
      client.documents.flatMap(({ citations }) => citations.filter(citesPart))[0]?.split(':') ?? [];
    const q = `${part[1]} CFR part ${part[2]}`;
    assert.equal(await told(client, q), {
      text: q,
      kind: 'part',
      identifier: null,
      exists: true,
      display_title: null,
    });
    const page = await told(client, '83 FR 21707');
    assert.equal([page?.kind, page?.identifier], ['page', '/us/fr/2018-09910']);
    assert.ok(page?.display_title);
    assert.is((await told(client, '2018-09910'))?.exists, true);
  });

  test('a citation of an appendix does not find the title', async client => {
    const appendixes = client.documents.filter(({ identifier }) => /^\/us\/usc\/t5a\//.test(identifier));
    assert.ok(appendixes.length > 0);
    const keys = appendixes.flatMap(({ citations }) => citations);
    assert.not.ok(keys.some(key => key.startsWith('usc:5:')));
    const { meta, data } = await client.search('5 U.S.C. App. 1', { limit: 1 });
    assert.is(meta.citation?.exists, true);
    assert.match(data.hits[0]?.identifier ?? '', /^\/us\/usc\/t5a\//);
  });

  test('a query that is no citation, or several, reports none', async client => {
    for (const q of [
      'lighthouse',
      '17 U.S.C. 106 fair use',
      '"17 U.S.C. 106"',
      'RIN 2060-AU24',
      '17 USC 106 and 17 USC 107',
    ])
      assert.is(await told(client, q), undefined, q);
  });

  test('missing laws and document numbers are searched by their words', async client => {
    const laws = client.documents.flatMap(
      ({ body }) => body.match(/Pub\. L\. \d{2,3}[–-]\d{1,3}(?=[,.)])/g) ?? [],
    );
    const q = laws[0]?.replace('–', '-') ?? '';
    assert.equal((await told(client, q))?.kind, 'public_law');
    const found = await client.all(q);
    assert.ok(found.length > 0 && found.length < client.documents.length / 20, `${q}: ${found.length}`);
    assert.equal(found, await client.all(`"${q}"`), q);
    for (const number of ['2019-99999', 'FR Doc. E8-99999']) {
      assert.equal([(await told(client, number))?.exists, await client.all(number)], [false, []], number);
    }
  });

  if (!corpus.isFixture) {
    if (corpus.sample) return;
    test('citations that the corpora lack find the documents that cite them', async client => {
      const found = await client.all('40 CFR 52.220');
      assert.is(found.length, 19);
      assert.ok(found.every(identifier => identifier.startsWith('/us/fr/')));
      assert.equal((await client.all('45 CFR part 46')).sort(), ['/us/cfr/t6/s46.104', '/us/usc/t6/s112']);
      assert.equal(await client.all('18 U.S.C. 1'), []);
      assert.is((await client.all('18 U.S.C. 922')).length, 5);
      assert.is((await client.all('Pub. L. 94-553')).length, 63);
    });
    return;
  }

  test('documents that cite the section come before those that cite its part', async client => {
    const found = await client.all('33 CFR 62.1');
    assert.is(found[0], '/us/fr/2019-00011');
    assert.ok(found.includes('/us/fr/2019-00010'));
  });
}
