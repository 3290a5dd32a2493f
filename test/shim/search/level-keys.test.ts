import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readParams } from '../../../build/contract/params.ts';
import { parseSearchQuery, type SearchAnswer } from '../../../build/contract/search.ts';
import { sourceOf } from '../../../build/contract/sources.ts';
import { Listing } from '../../../build/lists/listing.ts';
import { withLevelIdentifiers, withLevelKeys } from '../../../shim/search/level-keys.ts';
import { catalogOf, catalogsWith, documentWith } from '../../helpers/catalogs.ts';
import { levelOf } from '../../helpers/levels.ts';

/** Names of levels in searches; e2e/derived-levels.test.ts has those of levels with one number. */

const listings = catalogsWith(
  ...(['usc', 'ecfr'] as const).map(id => {
    const source = sourceOf(id);
    const hierarchy = [levelOf('title', '1', 'GULLS', `${source.namespace}t1`)];
    return catalogOf(source, [documentWith(source, `${source.namespace}t1/s1`, { hierarchy })]);
  }),
).map(catalog => new Listing(catalog));

const query = (text: string) => parseSearchQuery(readParams(text));

test('a short identifier is a level of the source that is asked for, or of each', () => {
  const keysOf = (text: string) => withLevelKeys(listings, query(text)).filters.within;
  assert.equal(keysOf('q=x&within=t1'), ['/us/usc/t1', '/us/cfr/t1']);
  assert.equal(keysOf('q=x&within=t1&source=ecfr'), ['/us/cfr/t1']);
  assert.is(keysOf('q=x&within=t9'), 't9', 'an unknown level finds nothing');
});

test('levels with the most documents come first, equal ones by their identifiers', () => {
  const level = { '/us/usc/t2': 1, '/us/cfr/t1': 1, '/us/usc/t1': 7 };
  const answer: SearchAnswer = { hits: [], estimated_total_hits: 9, facets: { level } };
  const { facets } = withLevelIdentifiers(listings, query('q=x&facets=level'), answer);
  assert.equal(Object.keys(facets.level ?? {}), ['/us/usc/t1', '/us/cfr/t1', '/us/usc/t2']);
});

test.run();
