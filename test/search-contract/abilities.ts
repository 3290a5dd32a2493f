import * as assert from 'uvu/assert';
import type { SearchClient } from './client.ts';
import { NEAR_IDENTICAL } from './fixture.ts';
import type { ContractTest } from './suite.ts';

const first = async (client: SearchClient, q: string): Promise<string | undefined> =>
  (await client.search(q, { limit: 1 })).data.hits[0]?.identifier;

/** What people ask for without knowing the words of the law. */
export function abilityTests({ test, corpus }: ContractTest): void {
  test('a query with one odd word still finds documents', async client => {
    for (const odd of ['zeppelins', 'sunshine', 'xqzptlk']) {
      const { data } = await client.search(`tide gauges ${odd}`, { limit: 100 });
      assert.ok(data.estimated_total_hits > 0, odd);
    }
  });

  test('phrases and exclusions stay required in a query with odd words', async client => {
    assert.equal(await client.all('records "xqzptlk zeppelins"'), []);
    const [identifier] = await client.all('records keeping');
    assert.not.ok((await client.all('records keeping -records')).includes(identifier ?? ''));
  });

  test('a sorted query finds only documents with the best weight', async client => {
    const ranked = await client.all('keeping records vessels');
    const sorted = await client.all('keeping records vessels', { sort: 'identifier' });
    assert.ok(sorted.length > 0 && sorted.length < ranked.length);
    for (const identifier of sorted) assert.ok(ranked.includes(identifier), identifier);
  });

  if (!corpus.isFixture) return;

  test('documents with more of the words come before those with fewer', async client => {
    assert.is(await first(client, 'tide gauges sunshine'), '/us/fr/2016-27004');
    assert.is(await first(client, 'bees petition zeppelins'), '/us/fr/2024-17802');
  });

  test('a question finds documents by its content words', async client => {
    assert.is(await first(client, 'who may read the logs of lighthouse keepers?'), '/us/usc/t44/s2107');
  });

  test('a document is found by the names above it', async client => {
    const { heading, body } = client.document('/us/usc/t45/s231');
    assert.not.match(`${heading} ${body}`, /railroads/i);
    assert.is(await first(client, 'railroads lanterns'), '/us/usc/t45/s231');
  });

  test('an abbreviation finds documents with its long form', async client => {
    const found = await client.all('EHA ');
    const spelled = client.documents.filter(({ heading, body }) =>
      /environmental harbor agency/i.test(`${heading} ${body}`),
    );
    assert.ok(
      spelled.some(({ body }) => !/EHA/.test(body)),
      'one has the long form alone',
    );
    for (const { identifier } of spelled) assert.ok(found.includes(identifier), identifier);
  });

  test('the popular name of an act finds its section', async client => {
    const { heading, body } = client.document('/us/usc/t44/s2107');
    assert.not.match(`${heading} ${body}`, /logbook/i);
    const found = await client.all('Logbook Act');
    assert.is(found[0], '/us/usc/t44/s2107');
    assert.ok(found.includes('/us/fr/2019-00006'));
  });

  test('other forms of a word, and compounds written apart, find it', async client => {
    for (const q of ['driftwood owner', 'drift wood ownership', 'drift-wood'])
      assert.is(await first(client, q), '/us/fr/2019-00005', q);
  });

  test('a word of the same family counts in a heading, though documents hold the word itself', async client => {
    const found = await client.all('partner ');
    for (const number of ['2019-00007', '2019-00008']) assert.ok(found.includes(`/us/fr/${number}`), number);
    assert.is(await first(client, 'oarsmen partners '), '/us/fr/2019-00007');
  });

  test('a word that nothing matches is corrected', async client => {
    assert.is(await first(client, 'driftwod ownership'), '/us/fr/2019-00005');
  });

  test('a matching heading comes before texts that repeat the words', async client => {
    assert.is(await first(client, 'lamp oil accounts'), lampOil(client));
  });

  test('cited documents come before uncited equals', async client => {
    const found = await client.all('lighthouse keepers logs');
    const [cited, other] = ['/us/usc/t44/s2107', '/us/cfr/t44/s206.207'].map(identifier =>
      found.indexOf(identifier),
    );
    assert.ok(cited !== undefined && other !== undefined && cited >= 0 && cited < other);
  });

  test('near-identical notices do not fill a page, and all are listed', async client => {
    const found = await client.all('mooring basin dredging');
    const notices = found.filter(identifier => /2019-0010\d/.test(identifier));
    assert.is(notices.length, NEAR_IDENTICAL);
    assert.ok(found.indexOf('/us/fr/2019-00200') < NEAR_IDENTICAL / 2);
    assert.equal(found, await client.all('mooring basin dredging'), 'repeatable');
    assert.is(new Set(found).size, found.length);
  });
}

const lampOil = (client: SearchClient): string | undefined =>
  client.documents.find(({ heading }) => /Lamp oil accounts/.test(heading))?.identifier;
