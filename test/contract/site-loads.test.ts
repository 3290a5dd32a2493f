import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { loadsOf } from '../../build/contract/site-loads.ts';
import { SOURCES } from '../../build/contract/sources.ts';
import { readWebPath } from '../../build/contract/web-path.ts';

function loads(address: string): [part: string, target: string | null] {
  const [path = '', search = ''] = address.split('?');
  const place = readWebPath(path);
  if (!place) throw new Error(`no page: ${path}`);
  const source = SOURCES.find(({ id }) => id === place.source);
  const { part, target } = loadsOf(place, source, search);
  return [part, target];
}

test('an address decides the first request regardless of its query', () => {
  assert.equal(loads('/'), ['home', '/api/stats']);
  assert.equal(loads('/?x=1'), ['home', '/api/stats']);
  assert.equal(loads('/usc/title-17'), ['browse', '/api/usc/titles/17']);
  assert.equal(loads('/usc/title-18a?view=documents'), ['browse', '/api/usc/titles/18']);
  assert.equal(loads('/ecfr/title-1/chapter-I/part-1?offset=20'), ['browse', '/api/ecfr/titles/1']);
  assert.equal(loads('/ecfr/structure/t1/chI?x=1'), ['read', '/api/ecfr/structure/t1%2FchI']);
  assert.equal(loads('/fr/2018?x'), ['browse', '/api/fr/years/2018']);
  assert.equal(loads('/usc/title-17/chapter-1/section-106'), ['read', '/api/usc/documents/t17%2Fs106']);
  assert.equal(loads('/fr/2018-09910'), ['read', '/api/fr/documents/2018-09910']);
});

test('a page that depends on its query preloads no answer', () => {
  assert.equal(loads('/usc/title-17/chapter-1/section-106?on=2019-05-01'), ['read', null]);
  assert.equal(loads('/usc'), ['browse', '/api/usc/titles']);
  assert.equal(loads('/usc?view=documents'), ['browse', null]);
  assert.equal(loads('/fr'), ['browse', '/api/fr/years']);
  assert.equal(loads('/fr?view=documents'), ['browse', null]);
  assert.equal(loads('/fr/2018/05'), ['browse', '/api/fr/years/2018/05']);
  assert.equal(loads('/fr/2018/05?offset=20'), ['browse', null]);
  assert.equal(loads('/search?q=lamps'), ['search', null]);
});

test.run();
