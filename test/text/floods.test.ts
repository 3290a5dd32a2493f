import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { workOf } from '../../build/text/parser-work.ts';
import { plainText } from '../../build/text/plain.ts';
import { referenceText } from '../../build/text/reference.ts';
import { Random } from '../helpers/random.ts';
import { MANY, QUADRATIC, randomFlood } from './floods.ts';

test('floods of markup take seconds, not minutes, and keep their words', () => {
  const script = fileURLToPath(new URL('render-floods.ts', import.meta.url));
  // They take some 10 s of the processor together; those that are quadratic again take minutes.
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
    // The names of tags and the destinations of definitions are markup, and so is what stands in comments.
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
