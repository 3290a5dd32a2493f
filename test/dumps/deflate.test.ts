import { hash } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { deflatePiece, goingOn, LAST_BLOCK } from '../../build/dumps/deflate.ts';
import { Random } from '../helpers/random.ts';

function pieceOf(texts: readonly Buffer[]): Buffer {
  const chunks: Uint8Array[] = [];
  deflatePiece(texts, chunk => void chunks.push(Buffer.from(chunk)));
  return Buffer.concat(chunks);
}

const WORDS = 'lighthouse keeper § tariff of the Secretary may Administrator 2018-05-10 "data":{ – \n'.split(
  ' ',
);

function textOf(random: Random, words: number): Buffer {
  return Buffer.from(Array.from({ length: words }, () => random.pick(WORDS)).join(' '));
}

const noiseOf = (random: Random, length: number): Buffer =>
  Buffer.from(Array.from({ length }, () => random.below(256)));

test('pieces of any length can be joined at any bit, and each can be extracted', () => {
  const random = new Random(3);
  const texts = Array.from({ length: 200 }, (_, i) => textOf(random, i < 100 ? i : random.below(3000)));
  texts.push(Buffer.alloc(0), noiseOf(random, 1), noiseOf(random, 70_000), textOf(random, 100_000));
  const pieces = texts.map(text => pieceOf([text]));
  for (const [i, piece] of pieces.entries())
    assert.ok(inflateRawSync(Buffer.concat([piece, LAST_BLOCK])).equals(texts[i] as Buffer), `${i}`);
  for (let from = 0; from < pieces.length; from += 17)
    assert.ok(
      inflateRawSync(Buffer.concat([...pieces.slice(from), LAST_BLOCK])).equals(
        Buffer.concat(texts.slice(from)),
      ),
      `from ${from}`,
    );
});

test('equal documents make equal pieces of any length, and none is lost between blocks', () => {
  const random = new Random(4);
  for (const lengths of [
    [1, 65_535],
    [65_536],
    [65_536, 1],
    [30_000, 40_000, 200_000, 3],
    [32_768, 32_768, 32_768],
  ]) {
    const texts = lengths.map(length => textOf(random, length).subarray(0, length));
    assert.ok(
      inflateRawSync(Buffer.concat([pieceOf(texts), LAST_BLOCK])).equals(Buffer.concat(texts)),
      String(lengths),
    );
  }
});

test('a piece has the same bytes whatever was deflated before it', () => {
  const random = new Random(5);
  const other = Buffer.concat([Buffer.alloc(9), textOf(random, 20_000)]);
  // What fflate has before a stream are zeros, to which old tables would lead.
  for (const text of [textOf(random, 20_000), Buffer.alloc(40_000)]) {
    const piece = pieceOf([text]);
    pieceOf([other]);
    const again = pieceOf([text]);
    assert.ok(inflateRawSync(Buffer.concat([again, LAST_BLOCK])).equals(text));
    assert.ok(again.equals(piece));
  }
});

test('a piece with a wrong end is an error', () => {
  const going = (...bytes: number[]) => [...goingOn(Uint8Array.from(bytes))];
  assert.equal(going(0b11, 0), [0, 0, 0, 0xff, 0xff]);
  assert.equal(going(0b1_1101), [0b101, 0, 0, 0xff, 0xff]);
  assert.equal(going(0b1100_0001, 0), [1, 0, 0, 0, 0xff, 0xff]);
  for (const bytes of [[], [0, 0], [0b101, 0], [1, 0b110], [0, 0, 0, 0b11]])
    assert.throws(() => going(...bytes), /fflate ends a stream in another way/, `${bytes}`);
});

// On every machine and version of Node: an update of the package that deflates otherwise changes every dump.
test('known texts give known bytes', () => {
  const random = new Random(5);
  const piece = pieceOf([textOf(random, 20), textOf(random, 50_000), noiseOf(random, 5000)]);
  assert.is(hash('sha256', piece), DIGEST);
});

const DIGEST = '1cee16a8b4b799de94ac50c91abe24d8890091788db255aa9ef535f5e0da1262';

test.run();
