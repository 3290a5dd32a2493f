import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readParams } from '../../../build/contract/params.ts';
import { parseSearchQuery } from '../../../build/contract/search.ts';
import { Listing } from '../../../build/lists/listing.ts';
import { similarAgencies } from '../../../shim/search/similar-agencies.ts';
import { catalogsOf, sampleTree } from '../../helpers/tree.ts';

let listings: Listing[];

test.before(async () => {
  listings = (await catalogsOf(await sampleTree())).map(catalog => new Listing(catalog));
});

const suggested = (query: string) => similarAgencies(listings, parseSearchQuery(readParams(`q=x&${query}`)));

test('an unknown agency gets similar ones, each once for all sources', () => {
  assert.equal(suggested('agency=EHA'), { agency: ['Environmental Harbor Agency'] });
  assert.equal(suggested('agency=Postal+Servise'), { agency: ['UNITED STATES POSTAL SERVICE'] });
});

test('an unknown agency of a source gets agencies of that source alone', () => {
  assert.equal(suggested('agency=Postal+Servise&source=fr'), { agency: ['Postal Service'] });
  assert.is(suggested('agency=EHA&source=usc'), null);
});

test('a known agency in any spelling, or no filter, gets no suggestion', () => {
  for (const query of ['', 'agency=Harbor%20Office%20of%20Nobody%20Xy', 'agency=environmental+harbor+agency'])
    assert.is(suggested(query), null, query);
  assert.is(suggested('agency=Department+of+Coastal+Works'), null);
  assert.is(similarAgencies([], parseSearchQuery(readParams('q=x&agency=EHA'))), null);
});

test.run();
