import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Random } from '../../helpers/random.ts';
import { Topic } from './topic.ts';
import { rankAt, wordOf, writeWord } from './vocabulary.ts';

test('a word of any rank is written where it belongs and overwrites nothing else', () => {
  const bytes = Buffer.alloc(64);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (const rank of [0, 1, 3, 599, 600, 601, 5000, 16_383, 16_384, 16_385, 70_000, 1_000_001, 1_000_000]) {
    bytes.fill('.');
    const end = writeWord(rank, view, 3);
    assert.is(bytes.toString('latin1', 0, end), `...${wordOf(rank)}`);
    assert.match(wordOf(rank), /^[a-z]{1,20}$/);
  }
  assert.is(wordOf(0), 'the');
});

test('common words are drawn most often, and rare ones have no bound', () => {
  const random = new Random(5);
  const ranks = Array.from({ length: 200_000 }, () => rankAt(random.next()));
  const share = (from: number, to: number) =>
    ranks.filter(rank => rank >= from && rank < to).length / ranks.length;
  assert.ok(Math.abs(share(0, 1) - 0.078) < 0.005, `the: ${share(0, 1)}`);
  assert.ok(Math.abs(share(600, Infinity) - 0.257) < 0.005);
  assert.ok(share(600, 700) > 2 * share(3000, 3100));
  // As the law of Zipf and Mandelbrot tells it: 0.257 ((10,000 + 1600) / (600 + 1600)) ^ -1.8.
  assert.ok(Math.abs(share(10_000, Infinity) - 0.0129) < 0.002, `behind 10,000: ${share(10_000, Infinity)}`);
  assert.ok(rankAt(1e-9) > 1_000_000);
  assert.ok(ranks.every(rank => Number.isInteger(rank) && rank >= 0));
});

test('invented words are many, and some are inflections of others', () => {
  const words = Array.from({ length: 20_000 }, (_, i) => wordOf(600 + i));
  assert.ok(new Set(words).size > 19_000, `${new Set(words).size} different ones`);
  const stems = new Set(words);
  const inflected = words.filter(
    word => /(?:s|ed|ing)$/.test(word) && stems.has(word.replace(/(?:s|ed|ing)$/, '')),
  );
  assert.ok(inflected.length > 1500, `${inflected.length} inflections of other words`);
});

test('documents of a topic share more words than those of different topics', () => {
  const rare = (topic: Topic, seed: number) => {
    const random = new Random(seed);
    return new Set(Array.from({ length: 3000 }, () => topic.word(random)).filter(rank => rank >= 600));
  };
  const common = (a: Set<number>, b: Set<number>) => [...a].filter(rank => b.has(rank)).length / a.size;
  const [one, again] = [rare(new Topic(1, 1), 1), rare(new Topic(1, 1), 2)];
  const [sibling, stranger] = [rare(new Topic(1, 2), 3), rare(new Topic(2, 3), 4)];
  assert.ok(common(one, again) > 1.3 * common(one, sibling));
  assert.ok(common(one, sibling) > 1.3 * common(one, stranger));
});

test.run();
