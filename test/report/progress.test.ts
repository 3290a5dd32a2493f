import { Writable } from 'node:stream';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { formatDuration, makeProgress, shown } from '../../build/report/progress.ts';

/** A clock that is set, and what was written. */
function told(isTerminal: boolean) {
  let text = '';
  const stream = Object.assign(
    new Writable({
      write(chunk, _encoding, done) {
        text += chunk;
        done();
      },
    }),
    { isTTY: isTerminal, columns: 120 },
  );
  const clock = { now: 1_000_000 };
  const progress = makeProgress(stream as unknown as NodeJS.WriteStream, () => clock.now);
  return { progress, clock, text: () => text };
}

/** Batches of documents: 57 of the hundred are short, a few long ones come in the middle, and the rest are middling. */
const BATCHES = Array.from({ length: 100 }, (_, i) => {
  const milliseconds = i < 57 ? 300 : i < 62 ? 6000 : 500;
  return { count: 32, work: milliseconds * 10, milliseconds };
});
const TOTAL = BATCHES.reduce((sum, { milliseconds }) => sum + milliseconds, 0);

const secondsIn = (line: string): number => {
  const [, minutes = '0', seconds = ''] = /(?:(\d+)m)?(\d+)s left/.exec(line) ?? [];
  return Number(minutes) * 60 + Number(seconds);
};

test('the time left derives from the work, and is right after a tenth of it', () => {
  const { progress, clock, text } = told(false);
  progress.start('documents', 3200, TOTAL * 10);
  let passed = 0;
  for (const { count, work, milliseconds } of BATCHES) {
    clock.now += milliseconds;
    passed += milliseconds;
    const before = text().length;
    progress.advance(count, work);
    const line = text().slice(before);
    if (line === '' || passed < TOTAL / 10 || passed === TOTAL) continue;
    const left = (TOTAL - passed) / 1000;
    const ratio = secondsIn(line) / left;
    assert.ok(left < 2 || (ratio > 1 / 1.5 && ratio < 1.5), `${line.trim()}, and it is ${left}`);
  }
  progress.stop();
  assert.match(text(), /^documents: 3200 of 3200 \(\d+\/s\)\n$/m, 'nothing is left at the end');
});

test('without work the number of items counts, and a line is written every five seconds', () => {
  const { progress, clock, text } = told(false);
  progress.start('search index', 100);
  progress.advance(10);
  assert.is(text(), '');
  clock.now += 10_000;
  progress.advance(10);
  assert.is(text(), 'search index: 20 of 100 (2/s, 40s left)\n');
  clock.now += 4_999;
  progress.advance(10);
  assert.is(text().split('\n').length, 2);
  progress.start('page groups', 5);
  progress.stop();
  assert.match(text(), /search index: 30 of 100 \(2\/s, 35s left\)\npage groups: 0 of 5 \(0\/s\)\n$/);
});

test('work beyond the estimate gives no negative time', () => {
  const { progress, clock, text } = told(false);
  progress.start('documents', 10, 100);
  clock.now += 6000;
  progress.advance(5, 200);
  assert.is(text(), 'documents: 5 of 10 (1/s, 0s left)\n');
});

test('earlier work is a phase while it is awaited', async () => {
  const { progress, text } = told(false);
  progress.start('page groups', 1);
  const work = Promise.resolve('done');
  assert.is(await shown(progress, 'dumps', work), 'done');
  progress.stop();
  assert.match(text(), /dumps: 1 of 1 .*\n$/);
});

test('a terminal has a bar with the same time', () => {
  const { progress, clock, text } = told(true);
  progress.start('documents', 10, 1000);
  clock.now += 30_000;
  progress.advance(1, 250);
  progress.stop();
  assert.match(text(), '1/10  0/s  1m30s left');
});

test('durations are seconds, minutes or hours', () => {
  assert.equal([0, 59.4, 59.6, 190, 3600, 7500].map(formatDuration), [
    '0s',
    '59s',
    '1m00s',
    '3m10s',
    '1h00m',
    '2h05m',
  ]);
});

test.run();
