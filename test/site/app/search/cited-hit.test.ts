import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { SearchCitation, SearchHit } from '../../../../build/contract/search.ts';
import { citedHit } from '../../../../build/site/app/search/cited-hit.ts';

const HIT = { identifier: '/us/usc/t17/s106', url: '/api/usc/documents/t17%2Fs106' } as SearchHit;
const CITATION: SearchCitation = {
  ...{ text: '17 USC 106', kind: 'section', identifier: HIT.identifier },
  ...{ exists: true, display_title: 'Exclusive rights' },
};

const cited = (citation: SearchCitation | null, hits: SearchHit[] = [HIT]) =>
  citedHit({ data: { hits }, meta: { timestamp: '', ...(citation && { citation }) } } as never);

test('the first hit is cited where the query is a citation of it', () => {
  assert.is(cited(CITATION), HIT);
});

test('no hit is cited where the citation is of another document, or of none', () => {
  assert.is(cited({ ...CITATION, identifier: '/us/usc/t17/s107' }), null);
  assert.is(cited({ ...CITATION, identifier: null }), null);
  assert.is(cited({ ...CITATION, exists: false }), null);
  assert.is(cited(CITATION, []), null);
});

test('no hit is cited where the query is more than a citation', () => {
  assert.is(cited(null), null);
});

test.run();
