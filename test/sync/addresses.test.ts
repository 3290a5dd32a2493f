import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { router } from '../../build/contract/routing/route.ts';
import { SOURCES } from '../../build/contract/sources.ts';
import { filesUnder } from '../../build/files/walk.ts';
import { anew, apiAddress, PROBE, plainAddress } from '../../build/sync/addresses.ts';
import { sampleTree } from '../helpers/tree.ts';

const route = router(SOURCES);

test('every file of a tree has an address in the API, also one that avoids caches', async () => {
  const { dist } = await sampleTree();
  const paths = [...['api', 'manifest'].flatMap(folder => [...filesUnder(dist, folder)]), 'manifest.json'];
  assert.ok(paths.length > 300);
  const others = [
    'bulk/usc/t17.jsonl.gz',
    'bulk/index.json',
    'changes/12.ndjson',
    'changes/index.json.minisig',
  ];
  for (const path of [...paths, ...others]) {
    for (const target of [apiAddress(path), anew(apiAddress(path), '0123456789abcdef01')]) {
      const routed = route({ method: 'GET', target, accept: 'text/html' });
      assert.is(routed.kind === 'file' && routed.path, path, target);
    }
  }
});

test('special characters of names are encoded in addresses', () => {
  assert.is(
    apiAddress('api/usc/documents/t1/s§ 1?&#%.md'),
    '/api/usc/documents/t1%2Fs%C2%A7%201%3F%26%23%25?format=markdown',
  );
  assert.is(
    apiAddress('api/fr/documents/_q/agency=A%20%2B%20B.json'),
    '/api/fr/documents?agency=A%20%2B%20B',
  );
  assert.is(
    plainAddress('api/fr/documents/_q/agency=A%20B.json'),
    '/api/fr/documents/_q/agency%3DA%2520B.json',
  );
  assert.is(plainAddress('api/usc/documents/t1/s?#.json'), '/api/usc/documents/t1/s%3F%23.json');
});

test('levels and outlines have addresses by identifier and query', () => {
  assert.is(apiAddress('api/usc/structure.json'), '/api/usc/structure');
  assert.is(apiAddress('api/usc/structure/t1.json'), '/api/usc/structure/t1');
  assert.is(apiAddress('api/usc/structure/t1/stA/ch1?.json'), '/api/usc/structure/t1%2FstA%2Fch1%3F');
  assert.is(apiAddress('api/usc/structure/t1/_q/depth=all.json'), '/api/usc/structure/t1?depth=all');
});

test('references have addresses below their subjects, further pages by query', () => {
  assert.is(
    apiAddress('api/usc/documents/t17/s106/references.json'),
    '/api/usc/documents/t17%2Fs106/references',
  );
  assert.is(
    apiAddress('api/usc/documents/t1/s§ 1?/references/_q/list=cites&limit=100&offset=200.json'),
    '/api/usc/documents/t1%2Fs%C2%A7%201%3F/references?list=cites&limit=100&offset=200',
  );
  assert.is(
    apiAddress('api/ecfr/structure/t33/p971/references.json'),
    '/api/ecfr/structure/t33%2Fp971/references',
  );
  for (const file of [
    'api/fr/documents/2018-09910/references.json',
    'api/usc/documents/t17/s106/references/_q/list=cited_by&limit=100&offset=100.json',
    'api/usc/structure/t14/ch91/references/_q/list=cited_by&limit=100&offset=100.json',
  ]) {
    const routed = route({ method: 'GET', target: apiAddress(file), accept: '*/*' });
    assert.is(routed.kind === 'file' && routed.path, file);
  }
});

test('the probe is a file name and no address of the API', async () => {
  assert.is(plainAddress('api/stats.json'), PROBE);
  assert.is(route({ method: 'HEAD', target: PROBE, accept: '*/*' }).kind, 'error');
});

test.run();
