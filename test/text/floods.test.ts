import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { workOf } from '../../build/text/parser-work.ts';
import { plainText } from '../../build/text/plain.ts';
import { Random } from '../helpers/random.ts';
import { MANY, QUADRATIC, randomFlood } from './floods.ts';
import { referenceText } from './reference-text.ts';

test('floods of markup are rendered within the bounded time and keep their words', () => {
  const script = fileURLToPath(new URL('render-floods.ts', import.meta.url));
  // The floods take some 10 s of processor time together. Quadratic work takes minutes.
  const output = execFileSync(process.execPath, ['--import', 'tsx', script], {
    timeout: 300_000,
    encoding: 'utf8',
  });
  const lines = output.trim().split('\n');
  const { megabytes, seconds } = JSON.parse(lines.pop()!) as { megabytes: number; seconds: number };
  assert.ok(seconds < 60, `${seconds} s`);
  assert.ok(megabytes < 1024, `${megabytes} MB`);
  assert.is(lines.length, QUADRATIC.length + MANY.length);
  const results = lines.map(line => JSON.parse(line) as [string, number, number]);
  for (const [start, before, after] of results) {
    // Names of tags, destinations of definitions, and comments are markup.
    if (!/<!--|<a|\[a\]:/.test(start)) assert.is(after, before, JSON.stringify(start));
  }
});

test('short floods read as the reference reads them', () => {
  const random = new Random(11);
  let compared = 0;
  for (let run = 0; run < 400; run += 1) {
    const document = randomFlood(random, 120);
    if (workOf(document) === Number.POSITIVE_INFINITY) continue;
    compared += 1;
    assert.ok(plainText(document) === referenceText(document), JSON.stringify(document));
  }
  assert.ok(compared > 300);
});

test.run();
