import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { codedEtag } from '../../../build/contract/etag.ts';
import { fileHeaders, KEYED_CACHE_CONTROL, policyOfFile } from '../../../build/contract/headers.ts';
import { AnswerHeads, FixedHeads } from '../../../shim/content/answer-heads.ts';

const ETAG = '"abc"';
const PATHS = [
  'api/usc/documents/t17/s106.json',
  'api/usc/documents/t17/s106.md',
  'api/usc/documents.json',
  'api/stats.json',
  'bulk/usc/t17.jsonl.gz',
  'manifest.json',
  'site/docs/index.html',
  'site/assets/app.js',
];

const headsOf = (path: string) => new AnswerHeads(new FixedHeads(path), ETAG);

function record(lines: string): Record<string, string> {
  assert.match(lines, /\r\n$/);
  const headers = lines
    .slice(0, -2)
    .split('\r\n')
    .map(line => line.split(/: (.*)/s).slice(0, 2));
  const names = headers.map(([name]) => name);
  assert.is(new Set(names).size, names.length, `${names}`);
  return Object.fromEntries(headers);
}

test('a file has the headers of the contract, and its validator', () => {
  for (const path of PATHS) {
    const expected = { ...fileHeaders(path, policyOfFile(path)), etag: ETAG };
    assert.equal(record(headsOf(path).ok('identity', false)), expected, path);
  }
});

test('a coding has its own validator', () => {
  const heads = headsOf(PATHS[0] as string);
  for (const coding of ['gzip', 'br'] as const) {
    const plain = record(heads.ok('identity', false));
    const etag = codedEtag(ETAG, coding);
    assert.equal(record(heads.ok(coding, false)), {
      ...plain,
      etag,
      'content-encoding': coding,
    });
    assert.is(heads.etag(coding), etag);
  }
});

test('an answer that has not changed tells no type, and a request with a key is private', () => {
  for (const path of PATHS) {
    const heads = headsOf(path);
    const { 'content-type': _type, ...kept } = record(heads.ok('identity', false));
    assert.equal(record(heads.notModified('identity', false)), kept);
    const keyed = { ...kept, 'cache-control': KEYED_CACHE_CONTROL[policyOfFile(path)] };
    assert.equal(record(heads.notModified('identity', true)), keyed);
    assert.is(record(heads.ok('identity', true))['cache-control'], keyed['cache-control']);
    assert.is(record(heads.ok('identity', false))['cache-control'], kept['cache-control']);
    assert.is(record(heads.notModified('gzip', false)).etag, codedEtag(ETAG, 'gzip'));
  }
});

test.run();
