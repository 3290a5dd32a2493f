import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { codedEtag } from '../../../build/contract/etag.ts';
import { fileHeaders, KEYED_CACHE_CONTROL, policyOfFile } from '../../../build/contract/headers.ts';
import { AnswerHeads, fixedHeads, type HeaderList } from '../../../shim/content/answer-heads.ts';

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

const headsOf = (path: string) => new AnswerHeads(fixedHeads(path, policyOfFile(path)), ETAG);

function record(list: HeaderList): Record<string, string> {
  const names = list.filter((_, i) => i % 2 === 0);
  assert.is(new Set(names).size, names.length, `${names}`);
  return Object.fromEntries(names.map((name, i) => [name, list[2 * i + 1] ?? '']));
}

test('a file has the headers of the contract, its validator and its length', () => {
  for (const path of PATHS) {
    const expected = { ...fileHeaders(path, policyOfFile(path)), etag: ETAG, 'content-length': '7' };
    assert.equal(record(headsOf(path).ok('identity', false, 7)), expected, path);
  }
});

test('a coding has its own validator and length', () => {
  const heads = headsOf(PATHS[0] as string);
  for (const coding of ['gzip', 'br'] as const) {
    const plain = record(heads.ok('identity', false, 7));
    const etag = codedEtag(ETAG, coding);
    assert.equal(record(heads.ok(coding, false, 3)), {
      ...plain,
      etag,
      'content-encoding': coding,
      'content-length': '3',
    });
    assert.is(heads.etag(coding), etag);
  }
});

test('an answer that has not changed tells no type and length, and a request with a key is private', () => {
  for (const path of PATHS) {
    const heads = headsOf(path);
    const {
      'content-type': _type,
      'content-length': _length,
      ...kept
    } = record(heads.ok('identity', false, 7));
    assert.equal(record(heads.notModified('identity', false)), kept);
    const keyed = { ...kept, 'cache-control': KEYED_CACHE_CONTROL[policyOfFile(path)] };
    assert.equal(record(heads.notModified('identity', true)), keyed);
    assert.is(record(heads.ok('identity', true, 7))['cache-control'], keyed['cache-control']);
    assert.is(record(heads.ok('identity', false, 7))['cache-control'], kept['cache-control']);
    assert.is(record(heads.notModified('gzip', false)).etag, codedEtag(ETAG, 'gzip'));
  }
});

test('a list of headers is made once', () => {
  const heads = headsOf(PATHS[0] as string);
  assert.is(heads.ok('gzip', true, 7), heads.ok('gzip', true, 7));
  assert.is(heads.notModified('br', false), heads.notModified('br', false));
});

test.run();
