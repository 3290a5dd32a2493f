import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { pastOfView } from '../../build/contract/past-of-view.ts';
import { pastHead, pastSearch, pastTarget, readPast } from '../../build/contract/past-page.ts';
import { sourceOf } from '../../build/contract/sources.ts';

/** Pages of former texts (build/contract/README.md, Site). */

const DAY = { on: '2019-05-01', from: null, to: null };
const CHANGES = { on: null, from: '2015-01-01', to: '2021-12-27~1' };

test('the query of a page asks for a day, or for what changed, and for nothing of the past', () => {
  assert.equal(readPast('on=2019-05-01&x=1'), DAY);
  assert.equal(readPast('from=2015-01-01&to=2021-12-27%7E1&on=2019-05-01'), CHANGES);
  assert.equal(readPast('from=2015-01-01'), { ...CHANGES, to: null });
  for (const search of ['', 'on=', 'to=2019-05-01', 'utm=on']) assert.is(readPast(search), null, search);
});

test('a page shows the answer of the API with the same words', () => {
  const target = (past: typeof DAY | typeof CHANGES) => pastTarget(sourceOf('usc'), '/us/usc/t17/s106', past);
  assert.is(target(DAY), '/api/usc/documents/t17%2Fs106?on=2019-05-01');
  assert.is(target(CHANGES), '/api/usc/documents/t17%2Fs106/diff?from=2015-01-01&to=2021-12-27~1');
  for (const past of [DAY, CHANGES]) assert.equal(readPast(pastSearch(past).slice(1)), past);
  assert.is(pastSearch({ ...DAY, on: 'a&b"' }), '?on=a%26b%22');
});

test('search engines are told the page of today', () => {
  const head = { title: 'T', description: 'D', canonical: '/usc/x', alternates: [{ href: 'h', type: 't' }] };
  const former = { description: null, canonical: '/usc/x', isFormer: true, alternates: [] };
  assert.equal(pastHead(head, DAY), { title: 'T (as of 2019-05-01)', ...former });
  assert.equal(pastHead(head, { ...CHANGES, to: null }), {
    ...{ title: 'T (changes from 2015-01-01 to today)', ...former },
  });
});

test('a server knows the answer and the list of a page of the past; other pages have none', () => {
  const place = { view: 'document', source: 'usc', identifier: '/us/usc/t17/s106' } as const;
  assert.equal(pastOfView({ place, search: 'on=2019-05-01' }), {
    ...{ ...DAY, target: '/api/usc/documents/t17%2Fs106?on=2019-05-01' },
    lists: 'api/usc/documents/t17/s106/versions.json',
  });
  assert.is(pastOfView({ place, search: '' }), null);
  assert.is(pastOfView({ place: { view: 'home' }, search: 'on=2019-05-01' }), null);
});

test.run();
