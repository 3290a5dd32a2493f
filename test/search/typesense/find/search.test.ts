import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readParams } from '../../../../build/contract/params.ts';
import { parseSearchQuery } from '../../../../build/contract/search.ts';
import { analyze } from '../../../../build/search/query/analyze.ts';
import type { Parameters } from '../../../../build/search/typesense/find/request.ts';
import type { Result } from '../../../../build/search/typesense/find/result.ts';
import { Search } from '../../../../build/search/typesense/find/search.ts';

/** @returns what is sent for frequent words, where two documents are found by their heading, and so many in all */
async function sent(q: string, found: number) {
  const query = parseSearchQuery(readParams(`q=${q}&offset=1000`));
  const all: Parameters[] = [];
  const hits = ['a', 'b'].map(id => ({ document: { id } }));
  const searchAll = async (searches: readonly Parameters[]) => {
    all.push(...searches);
    return searches.map(({ per_page }) => ({ found, out_of: 1e6, hits: per_page === 30 ? hits : [] }));
  };
  const search = new Search({
    searchAll: searchAll as unknown as (searches: readonly Parameters[]) => Promise<Result[]>,
    query,
    analysis: analyze(query.q),
    facts: () => ({ holding: 30_000, labelled: 5, long: [] }),
    signal: AbortSignal.timeout(60_000),
  });
  await search.found(null);
  return all.map(({ q, pinned_hits }) => [q, pinned_hits]);
}

test('frequent words are weighed where fewer than forty documents have all of them, without those by their heading', async () => {
  const first = 'a:1000000000,b:1000000001';
  const labelled = ['section record', undefined];
  assert.equal(await sent('section+records+', 42), [labelled, ['*', first]]);
  assert.equal(await sent('section+records+', 41), [labelled, ['*', first], ['section record', first]]);
  assert.equal(await sent('section+', 42), [
    ['section', undefined],
    ['*', first],
  ]);
});

test.run();
