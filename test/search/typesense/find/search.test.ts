import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readParams } from '../../../../build/contract/params.ts';
import { parseSearchQuery } from '../../../../build/contract/search.ts';
import { analyze } from '../../../../build/search/query/analyze.ts';
import type { Parameters } from '../../../../build/search/typesense/find/request.ts';
import type { Result } from '../../../../build/search/typesense/find/result.ts';
import { Search } from '../../../../build/search/typesense/find/search.ts';

const RECORD = {
  hit: '{"identifier":"x","heading":"Section"}',
  heading: 'section',
  signature: '',
  numbers: '',
  combined: '',
};

/** @returns what is sent for frequent words, where these documents are found by their heading, and so many in all */
async function searchesFor(parameters: string, found: number, labelled: readonly string[]) {
  const query = parseSearchQuery(readParams(parameters));
  const all: Parameters[] = [];
  const hits = labelled.map(id => ({ document: { ...RECORD, id } }));
  const searchAll = async (searches: readonly Parameters[]) => {
    all.push(...searches);
    return searches.map(({ per_page }) => ({ found, out_of: 1e6, hits: per_page === 30 ? hits : [] }));
  };
  const search = new Search({
    searchAll: searchAll as unknown as (searches: readonly Parameters[]) => Promise<Result[]>,
    query,
    analysis: analyze(query.q),
    facts: stem => ({ holding: 30_000, labelled: 5, long: stem === 'olo' ? ['oil lamp office'] : [] }),
  });
  await search.found(null);
  return all;
}

const sent = async (q: string, found: number) => {
  const searches = await searchesFor(`q=${q}&offset=1000`, found, ['a', 'b']);
  return searches.map(({ q, pinned_hits }) => [q, pinned_hits]);
};

test('frequent words are weighed where fewer than forty documents have all of them, without those by their heading', async () => {
  const first = 'a:1000000000,b:1000000001';
  const labelled = ['section record', undefined];
  assert.equal(await sent('section+records+', 42), [labelled, ['*', first]]);
  assert.equal(await sent('section+records+', 41), [labelled, ['*', first], ['section record', first]]);
  assert.equal(await sent('section+', 42), [
    ['section', undefined],
    ['*', first],
  ]);
  assert.equal(await sent('%22section%22+records+', 0), [['"section" record', undefined]], 'no filter');
});

test('where few documents have an abbreviation or its long form, some of these words are enough', async () => {
  const searches = await searchesFor('q=records+olo+&offset=1000', 5, []);
  const [filtered, weighed] = searches.slice(-2);
  assert.is(filtered?.q, '*');
  assert.match(String(filtered?.filter_by), 'text:[olo,oil lamp offic]');
  assert.equal([weighed?.q, weighed?.filter_by], ['record olo oil lamp offic', '']);
});

test('records of values are read whole', async () => {
  const searches = await searchesFor('q=records+&facets=agency', 900, []);
  const read = searches.filter(({ include_fields }) => include_fields === undefined);
  assert.equal(
    read.map(({ filter_by }) => String(filter_by).slice(0, 13)),
    ['id:[values-0,'],
  );
});

test('matches of which no word is weighed are ranked only where few are found by their heading', async () => {
  const pageOf = async (q: string, offset: number, labelled: number) => {
    const ids = Array.from({ length: labelled }, (_, i) => `id${i}`);
    const { page, per_page } = (await searchesFor(`q=${q}&offset=${offset}&limit=10`, 900, ids)).at(-1)!;
    return [page, per_page];
  };
  assert.equal(await pageOf('section+', 0, 20), [1, 1], 'a page of those by their heading');
  assert.equal(await pageOf('section+', 15, 20), [1, 5]);
  assert.equal(await pageOf('section+', 20, 20), [1, 10], 'behind them');
  assert.equal(await pageOf('section+', 30, 20), [2, 10]);
  assert.equal(await pageOf('section+', 25, 30), [1, 5]);
  assert.equal(await pageOf('section+', 0, 5), [1, 15], 'too few by their heading');
  assert.equal(await pageOf('section+', 19, 5), [1, 24]);
  assert.equal(await pageOf('section+', 20, 5), [2, 13], 'behind them');
  assert.equal(await pageOf('%22section%22', 0, 0), [1, 20], 'a phrase');
  assert.equal(await pageOf('%22section%22+records+', 0, 0), [1, 40], 'and a word');
  assert.equal(await pageOf('section+records+&source=fr', 0, 20), [1, 40], 'a word is weighed');
});

test.run();
