import * as assert from 'uvu/assert';
import { agencyKey, agencyKeys } from '../../build/contract/agencies.ts';
import { identifierInKey } from '../../build/contract/level-chains.ts';
import { FACETS, type FacetName } from '../../build/contract/search.ts';
import type { SearchDocument } from '../../build/search/documents/search-document.ts';
import { HOSTILE_AGENCY } from './fixture.ts';
import type { ContractTest } from './suite.ts';

/** Facets that are filters too, by the same name. */
const FILTERS = ['source', 'status', 'title_number', 'document_type', 'agency'] as const;
/** Values of a facet that are tried as a filter. */
const TRIED = 12;

/** Filters and facets. */
export function narrowingTests({ test, corpus }: ContractTest): void {
  test('facets count the found documents', async client => {
    const { facets, pagination } = await client.search('records', { facets: FACETS.join(',') });
    const found = (await client.all('records')).map(client.document, client);
    assert.is(found.length, pagination.total);
    for (const facet of FACETS) assert.equal(loosely(facet, facets[facet]), countBy(found, facet), facet);
  });

  test('an answer has only the requested facets', async client => {
    const keys = async (facets: string) => Object.keys((await client.search('records', { facets })).facets);
    assert.equal(await keys(''), ['source', 'status'], 'not given');
    assert.equal(await keys(','), [], 'none');
    assert.equal(await keys('granularity'), ['granularity']);
    assert.equal(await keys('status,source'), ['status', 'source']);
  });

  for (const filter of FILTERS) {
    test(`filtering by ${filter} leaves what its facet counts`, async client => {
      const { facets } = await client.search('records', { facets: filter, limit: 1 });
      const counts = Object.entries(facets[filter] ?? {}).slice(0, TRIED);
      assert.ok(counts.length > 0);
      for (const [value, count] of counts) {
        const { data, pagination } = await client.search('records', { [filter]: value, limit: 100 });
        assert.is(pagination.total, count, value);
        for (const { identifier } of data.hits)
          assert.ok(valuesOf(client.document(identifier), filter).includes(keyOf(filter, value)), value);
      }
    });
  }

  test('an agency is found by each of its documents, in any case, and counts once in each', async client => {
    const documents = (await client.all('records')).map(client.document, client);
    const several = documents.filter(({ agencies }) => agencies.length > 1);
    assert.ok(several.length > 0);
    for (const { agencies } of several.slice(0, TRIED)) {
      for (const agency of agencies) {
        const wanted = documents.filter(document => valuesOf(document, 'agency').includes(agencyKey(agency)));
        for (const spelling of [
          agency,
          agency.toUpperCase(),
          ` ${agency.toLowerCase().replaceAll(' ', '  ')} `,
        ]) {
          const { facets, pagination } = await client.search('records', {
            agency: spelling,
            facets: 'agency',
          });
          assert.is(pagination.total, wanted.length, spelling);
          assert.is(loosely('agency', facets.agency)[agencyKey(agency)], wanted.length, spelling);
        }
      }
    }
  });

  test('spellings of one agency are one value of the facet, the most frequent of them', async client => {
    for (const q of ['records', 'light', 'rule', 'notice']) {
      const { facets } = await client.search(q, { facets: 'agency' });
      const values = Object.keys(facets.agency ?? {});
      assert.is(new Set(values.map(agencyKey)).size, values.length);
      const found = (await client.all(q)).map(client.document, client).flatMap(({ agencies }) => agencies);
      const times = new Map<string, number>();
      for (const agency of found) times.set(agency, (times.get(agency) ?? 0) + 1);
      const shown = new Map(values.map(value => [agencyKey(value), value]));
      for (const [other, count] of times) {
        const value = shown.get(agencyKey(other));
        if (value === undefined) continue;
        const most = times.get(value) ?? 0;
        assert.ok(most > count || (most === count && value <= other), `${q}: ${value}, not ${other}`);
      }
    }
  });

  test('filters narrow together, dates by their range', async client => {
    const dates = { date_from: '2018-01-01', date_to: '2018-12-31' };
    const found = (await client.all('records', dates)).map(client.document, client);
    assert.ok(found.length > 0);
    for (const { publication_date } of found) assert.match(publication_date ?? '', /^2018-/);
    const all = (await client.all('records')).map(client.document, client);
    const of2018 = all.filter(({ publication_date }) => publication_date?.startsWith('2018-'));
    assert.is(found.length, of2018.length);
    const rules = await client.all('records', { ...dates, document_type: 'rule' });
    assert.is(rules.length, of2018.filter(({ document_type }) => document_type === 'rule').length);
    const day = of2018[0]?.publication_date ?? '';
    assert.ok((await client.all('records', { date_from: day, date_to: day })).length > 0);
    assert.equal(await client.all('records', { ...dates, source: 'usc' }), []);
  });

  test('documents within a level are those that have it above them, by either identifier', async client => {
    const documents = (await client.all('records')).map(client.document, client);
    const levels = [...new Set(documents.flatMap(({ levels }) => levels))];
    assert.ok(levels.length > 5);
    for (const level of levels.slice(0, TRIED)) {
      const wanted = documents.filter(({ levels }) => levels.includes(level));
      const source = wanted[0]?.source as string;
      const shorthand = level.split('/').slice(3).join('/');
      for (const filters of [{ within: level }, { within: level, source }, { within: shorthand, source }]) {
        const found = await client.all('records', filters);
        assert.equal(found.sort(), wanted.map(({ identifier }) => identifier).sort(), level);
      }
      const open = await client.all('records', { within: shorthand });
      const meant = documents.filter(({ levels }) => levels.some(one => one.endsWith(`/${shorthand}`)));
      assert.is(open.length, meant.length, 'a short identifier may be of any source');
    }
    for (const within of ['/us/usc/t99', 't1/ch999', '/us/usc/t1/', '"', '`', '[', '/us/usc/t', ''])
      if (within !== '') assert.equal(await client.all('records', { within }), [], within);
  });

  test('the facet of levels counts those directly below the level of the filter', async client => {
    const documents = (await client.all('records')).map(client.document, client);
    const levels = [...new Set(documents.flatMap(({ levels }) => levels))];
    const nextOf = (above: string): Record<string, number> => {
      const counts: Record<string, number> = {};
      for (const document of documents) {
        const at = document.levels.indexOf(above);
        const next = at < 0 ? undefined : document.levels[at + 1];
        if (next === undefined) continue;
        // Without a catalog, keys tell their identifiers alone.
        const name = identifierInKey(next);
        counts[name] = (counts[name] ?? 0) + 1;
      }
      return counts;
    };
    const facetOf = async (filters: Record<string, string>) =>
      (await client.search('records', { ...filters, facets: 'level' })).facets.level;
    assert.ok(levels.some(level => Object.keys(nextOf(level)).length > 0));
    for (const level of levels.slice(0, 2 * TRIED)) {
      assert.equal(await facetOf({ within: level }), nextOf(level), level);
      const source = documents.find(document => document.levels.includes(level))?.source as string;
      const shorthand = level.split('/').slice(3).join('/');
      assert.equal(await facetOf({ within: shorthand, source }), nextOf(level), shorthand);
      assert.equal(await facetOf({ within: shorthand }), {}, 'it may be of any source');
    }
  });

  test('a filter excludes a cited document too', async client => {
    assert.is((await client.all('17 USC 106', { source: 'usc' }))[0], '/us/usc/t17/s106');
    assert.not.ok((await client.all('17 USC 106', { source: 'fr' })).includes('/us/usc/t17/s106'));
    assert.not.ok((await client.all('17 USC 106 -copyright')).includes('/us/usc/t17/s106'));
  });

  test('a filter value with syntax characters finds nothing', async client => {
    const attempts = [
      '`',
      '``',
      '\\',
      '\\`',
      ']',
      '[a,b]',
      '*',
      '` || source:=usc',
      "' OR 1=1 --",
      '"',
      'a`,`b',
      '&&',
      ':=',
      '!=x',
    ];
    for (const value of [...attempts, HOSTILE_AGENCY.slice(0, -1), 'x'.repeat(500)]) {
      assert.equal(await client.all('records', { agency: value }), [], value);
      assert.equal(await client.all('records', { status: value }), [], value);
    }
  });

  if (!corpus.isFixture) return;

  test('a value with every special character matches itself', async client => {
    const found = ['/us/fr/2019-00003', '/us/fr/2019-00004'];
    for (const agency of [HOSTILE_AGENCY, HOSTILE_AGENCY.toLowerCase()])
      assert.equal((await client.all('keepers', { agency })).sort(), found);
    assert.equal(await client.all('keepers', { agency: HOSTILE_AGENCY.replace('A', 'B') }), []);
    const { facets } = await client.search('curaçao', { facets: 'agency' });
    assert.equal(facets, { agency: { [HOSTILE_AGENCY]: 1 } });
  });
}

/** How many documents have each value, by `keyOf`; documents without one do not count, and a shorter name only where it is somebody's whole name. */
function countBy(documents: readonly SearchDocument[], facet: FacetName): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of documents.flatMap(document => valuesOf(document, facet)))
    counts[value] = (counts[value] ?? 0) + 1;
  if (facet !== 'agency') return counts;
  const whole = new Set(documents.flatMap(({ agencies }) => agencies.map(agencyKey)));
  return Object.fromEntries(Object.entries(counts).filter(([key]) => whole.has(key)));
}

/** What a document counts for, by `keyOf`. */
function valuesOf(document: SearchDocument, facet: FacetName): string[] {
  if (facet === 'agency') return [...new Set(document.agencies.flatMap(agencyKeys))];
  if (facet === 'level') return document.levels.slice(0, 1).map(level => keyOf(facet, level));
  return [document[facet]].flatMap(one => (one === null ? [] : [keyOf(facet, String(one))]));
}

const keyOf = (facet: FacetName, value: string): string =>
  facet === 'agency' ? agencyKey(value) : value.toLowerCase();

/** A facet's values by `keyOf`, which no two of them share. */
const loosely = (facet: FacetName, counts: Record<string, number> = {}): Record<string, number> =>
  Object.fromEntries(Object.entries(counts).map(([value, count]) => [keyOf(facet, value), count]));
