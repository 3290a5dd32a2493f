import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { chunksOf } from '../../../../build/search/typesense/index/chunks.ts';

const words = (count: number) => Array.from({ length: count }, (_, i) => `word${i}`).join(' ');

test('a short text is one part', () => {
  assert.equal(chunksOf(''), ['']);
  assert.equal(chunksOf('some text'), ['some text']);
});

test('a long text is cut between words into parts of about equal length that overlap', () => {
  const text = words(30_000);
  const chunks = chunksOf(text);
  assert.ok(chunks.length > 1);
  for (const chunk of chunks) {
    assert.ok(chunk.length <= 42_000);
    assert.ok(chunk.length > (0.9 * text.length) / chunks.length);
    assert.match(chunk, /^word\d+ /);
    assert.ok(text.includes(chunk));
  }
  for (let i = 1; i < chunks.length; i++) {
    const end = chunks[i - 1]!.trimEnd().split(' ').slice(-10).join(' ');
    assert.ok(chunks[i]!.slice(0, 1300).includes(end), 'the end of a part is in the next one too');
  }
  assert.ok(chunks.at(-1)!.endsWith('word29999'));
});

test('the parts of a text contain all of its words', () => {
  const all = new Set(chunksOf(words(30_000)).flatMap(chunk => chunk.trim().split(' ')));
  assert.is(all.size, 30_000);
});

test('a text without white space is cut between characters', () => {
  const chunks = chunksOf('😀'.repeat(60_000));
  assert.ok(chunks.length > 1);
  for (const chunk of chunks) assert.not.match(chunk, /^[\udc00-\udfff]|[\ud800-\udbff]$/);
});

test.run();
