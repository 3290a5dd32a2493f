import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { SearchEngine } from '../../build/search/engine.ts';
import { Random } from '../helpers/random.ts';
import { type Answer, exchange, type Shim, startShim } from '../helpers/shim.ts';
import { sampleTree, temporaryFolder } from '../helpers/tree.ts';
import { brokenHttp, hostileRequest } from './hostile-requests.ts';
import { rawBytes } from './raw.ts';

/** Hostile input: no failure of the server, no crash, nothing from outside the served part of the tree. */

const SECRET = 'top secret 7391';

const emptyEngine: SearchEngine = {
  name: 'empty',
  slots: 1,
  search: () => Promise.resolve({ hits: [], estimated_total_hits: 0, facets: {} }),
  close: async () => {},
};

let shim: Shim;
test.before(async () => {
  const folder = temporaryFolder();
  const dist = join(folder, 'dist');
  cpSync((await sampleTree()).dist, dist, { recursive: true });
  mkdirSync(join(folder, '.dist.build'));
  for (const place of [folder, dist, join(dist, 'catalog'), join(folder, '.dist.build')]) {
    for (const ending of ['', '.json', '.md', '.txt']) writeFileSync(join(place, `secret${ending}`), SECRET);
  }
  writeFileSync(join(folder, 'package.json'), SECRET);
  shim = await startShim({ dist, engine: emptyEngine });
});
test.after(() => shim.close());

function matches(answer: Answer, what: string): void {
  const { status, headers, text, json } = answer;
  assert.ok(status >= 200 && status < 500, `${status} ${what} ${text.slice(0, 300)}`);
  assert.ok(!text.includes(SECRET), `${what} tells the secret`);
  assert.not.match(text, /PANDECT\n|root:x:0|node_modules/, what);
  assert.is(headers['set-cookie'], undefined, what);
  assert.ok(headers['x-ratelimit-policy'], `${status} ${what} has no rate limit headers`);
  if (status >= 400 && text !== '') assert.is(json.error.status, status, what);
}

/** Runs jobs some at a time. */
async function inParallel<T>(jobs: readonly T[], run: (job: T) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < jobs.length) await run(jobs[next++] as T);
  };
  await Promise.all(Array.from({ length: 16 }, worker));
}

test('10,000 hostile requests give no 5xx, always the common headers, and nothing from outside the tree', async () => {
  const random = new Random(20_261_121);
  const requests = Array.from({ length: 10_000 }, () => hostileRequest(random));
  const agent = new http.Agent({ keepAlive: true });
  const statuses = new Map<number, number>();
  await inParallel(requests, async ({ method, url, headers }) => {
    const withKey = { 'x-api-key': shim.key, ...headers };
    const answer = await exchange({
      host: '127.0.0.1',
      port: shim.port,
      agent,
      method,
      path: url,
      headers: withKey,
    });
    matches(answer, `${method} ${url} ${JSON.stringify(headers)}`);
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
  });
  agent.destroy();
  for (const status of [200, 400, 404, 405]) assert.ok((statuses.get(status) ?? 0) > 100, `few ${status}`);
});

test('broken HTTP has an error in the specified form, or no answer', async () => {
  const random = new Random(7);
  const inputs = Array.from({ length: 500 }, () => brokenHttp(random));
  await inParallel(inputs, async bytes => {
    const response = await rawBytes(shim.port, bytes);
    assert.not.match(response, /^HTTP\/1\.1 5/m, bytes.toString('latin1'));
    assert.ok(!response.includes(SECRET), bytes.toString('latin1'));
    for (const [head] of response.matchAll(/^HTTP\/1\.1 4(?:.*\r\n)+?\r\n/gm))
      assert.match(head, /x-ratelimit-policy/i);
  });
});

test('known forms of path traversal give nothing from outside the tree', async () => {
  for (const base of ['/api/usc/documents/', '/api/fr/documents/', '/', '/api/usc/titles/']) {
    for (const up of [
      '../',
      '..%2f',
      '%2e%2e/',
      '%2e%2e%2f',
      '..%252f',
      '..\\',
      '..%5c',
      '%c0%ae%c0%ae/',
      '....//',
    ]) {
      for (let depth = 1; depth <= 8; depth++) {
        for (const name of ['secret', 'secret.json', 'etc/passwd']) {
          const url = base + up.repeat(depth) + name;
          const answer = await shim.request('GET', url);
          matches(answer, url);
          assert.ok(answer.status >= 400, url);
        }
      }
    }
  }
});

test('the shim works as before', async () => {
  assert.is((await shim.get('/api/health')).json.status, 'ok');
  assert.is((await shim.get('/api/usc/documents/t17%2Fs106')).status, 200);
});

test.run();
