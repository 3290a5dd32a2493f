import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openHistorySource } from '../../build/sync/history-source.ts';
import { HttpSource } from '../../build/sync/http-source.ts';
import { temporaryFolder } from '../helpers/tree.ts';
import { closeAfter, endAfter } from '../runner/leftovers.cjs';
import { failure, IMPATIENT } from './helpers.ts';

/** What a source makes of the answers of a server. */

async function serving(
  answer: RequestListener,
): Promise<{ base: URL; seen: IncomingMessage[]; source: HttpSource }> {
  const seen: IncomingMessage[] = [];
  const server = endAfter(
    createServer((request, response) => {
      seen.push(request);
      answer(request, response);
    }),
  );
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const base = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const traffic = { requests: 0, bytes: 0 };
  const source = new HttpSource({ base, connections: 2, apiKey: null, patience: IMPATIENT, traffic });
  closeAfter(() => source.close());
  return { base, seen, source };
}

const CONTENT = 'What is told of a lamp. '.repeat(100);

/** Breaks off in the middle, the first time. */
function breaking(): RequestListener {
  let count = 0;
  return (_, response) => {
    response.writeHead(200, { 'content-length': CONTENT.length });
    if (++count > 1) return response.end(CONTENT);
    return response.write(CONTENT.slice(0, 1000), () => setTimeout(() => response.destroy(), 20));
  };
}

test('a repeated download has only the bytes of the second attempt', async () => {
  const root = await serving(breaking());
  assert.is(String(await root.source.root(null)), CONTENT);
  assert.is(root.seen.length, 2);
  const file = await serving(breaking());
  const to = join(temporaryFolder(), 'file');
  assert.equal(await file.source.copy('bulk/index.json', to, 1e6), {
    bytes: CONTENT.length,
    sha256: hash('sha256', CONTENT),
  });
  assert.is(readFileSync(to, 'utf8'), CONTENT);
});

test('a missing or withheld file is null, and other failures are errors', async () => {
  for (const status of [403, 404, 410, 401]) {
    const { source } = await serving((_, response) => response.writeHead(status).end());
    const copy = source.copy('bulk/index.json', join(temporaryFolder(), 'file'), 10);
    if (status !== 401) assert.is(await copy, null, `${status}`);
    else assert.match(await failure(copy), /with status 401/);
  }
});

test('a compressed file is requested without a coding', async () => {
  const { source, seen } = await serving((_, response) => response.end('x'));
  for (const name of ['bulk/usc.tar.gz', 'bulk/index.json'])
    await source.copy(name, join(temporaryFolder(), 'file'), 10);
  const [packed, plain] = seen.map(({ headers }) => headers['accept-encoding']);
  assert.is(packed, 'identity');
  assert.is.not(plain, 'identity');
});

test('the history for a build is requested past caches', async () => {
  const { base, seen } = await serving((_, response) => response.end('{}'));
  const place = openHistorySource(String(base), { env: {}, jobs: 1 });
  closeAfter(() => place.close());
  await place.copy('changes/index.json', join(temporaryFolder(), 'index'), 10);
  assert.is(seen[0]?.headers['cache-control'], 'no-cache');
});

test.run();
