import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { printKeys } from '../../shim/keys/keys-file.ts';
import { bars, judged, type Look } from '../bench/soak-figure.ts';
import { Mix } from '../bench/soak-mix.ts';
import { start, untilListening } from '../helpers/commands.ts';
import { urlsOfTree } from '../helpers/edges/urls.ts';
import { newKey } from '../helpers/key-records.ts';
import { Random } from '../helpers/random.ts';
import { sampleTree, temporaryFolder } from '../helpers/tree.ts';
import { until } from '../helpers/until.ts';

/** What `npm run bench -- soak` does for an hour, for some hundreds of requests, and how it judges. */

test('every answer to any kind of client is correct, and the shim ends with exit code 0', async () => {
  const { dist } = await sampleTree();
  const { secret, record } = newKey({ tier: 'unlimited' });
  const folder = join(temporaryFolder(), 'keys');
  mkdirSync(folder);
  const keysFile = join(folder, 'keys.json');
  writeFileSync(keysFile, printKeys([record]));
  const shim = start('serve', ['--dist', dist, '--port', '0'], { KEYS_FILE: keysFile, LOG_LEVEL: 'warn' });
  const port = await untilListening(shim);
  const mix = new Mix({ port, key: secret, urls: urlsOfTree(dist), random: new Random(7) });
  const running = mix.run(8);
  await until(() => mix.requests >= 400, { seen: () => `${mix.requests} requests, ${mix.failures}` });
  mix.stop();
  await running;
  shim.child.kill('SIGTERM');
  const { code } = await shim.finished;
  assert.equal(mix.failures, []);
  assert.ok(mix.times.length > 200);
  assert.is(code, 0);
});

/** Twenty looks at something that begins with 100 and grows by so much each time. */
const growing = (by: number): Look[] =>
  Array.from({ length: 20 }, (_, i) => {
    const value = 100 + i * by;
    return { perSecond: 100, p50: 1, p99: value, rss: value, heap: value, search: value, descriptors: value };
  });

test('growing and level figures are distinguished', () => {
  assert.equal(
    judged(growing(0)).map(({ isLevel }) => isLevel),
    [true, true, true, true, true],
  );
  assert.equal(
    judged(growing(10)).map(({ isLevel }) => isLevel),
    [false, false, false, false, false],
  );
  // Caches fill at first.
  const filling = growing(0).map((look, i) => (i < 2 ? { ...look, rss: 10 } : look));
  assert.ok(judged(filling).every(({ isLevel }) => isLevel));
});

test('a row of bars has a bounded width for any number of values', () => {
  assert.is(bars([1, 2, 4, 8]), '▂▃▅█');
  assert.is([...bars(Array.from({ length: 240 }, (_, i) => i))].length, 60);
});

test.run();
