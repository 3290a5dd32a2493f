import { cpSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { project } from '../../build/contract/day-documents.ts';
import { documentBody } from '../../build/contract/envelope.ts';
import type { ServerOptions } from '../../shim/server.ts';
import { type Answer, type Shim, startShim } from '../helpers/shim.ts';
import { sampleTree, temporaryFolder } from '../helpers/tree.ts';

/** Clients that ask for much and take it slowly. Nothing here depends on how fast a machine is. */

const MB = 1024 * 1024;
const FILE = 'api/usc/documents/t17/s106.json';
/** One that is held. */
const MIDDLE_FILE = 'api/usc/documents/t17/s107.json';
const MIDDLE = '/api/usc/documents/t17%2Fs107';
const LARGE = '/api/usc/documents/t17%2Fs106';
/** More than the system takes of an answer by itself. */
const BODY_BYTES = 16 * MB;
const READERS = 40;

const test = suite<{ dist: string; open(options?: Partial<ServerOptions>): Promise<Shim> }>('slow readers');
const shims: Shim[] = [];
const sockets: Socket[] = [];

test.before(async context => {
  context.dist = join(temporaryFolder(), 'dist');
  cpSync((await sampleTree()).dist, context.dist, { recursive: true });
  replace(context.dist, 'A line "in quotes" \\ of it.\n');
  replace(context.dist, 'A word.\n', MIDDLE_FILE, 100_000);
  context.open = async options => {
    const shim = await startShim({ dist: context.dist, ...options });
    shims.push(shim);
    return shim;
  };
});
test.after.each(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const shim of shims.splice(0)) await shim.close();
});

/** Another version of the document, in the way builds publish. */
function replace(dist: string, line: string, file = FILE, bytes = BODY_BYTES): void {
  const { data, meta } = JSON.parse(readFileSync(join(dist, file), 'utf8'));
  const body = line.repeat(Math.ceil(bytes / line.length));
  writeFileSync(join(dist, 'new'), documentBody({ ...data, body }, meta.timestamp).json);
  renameSync(join(dist, 'new'), join(dist, file));
}

function expected(dist: string, ...fields: string[]): string {
  const { data, meta } = JSON.parse(readFileSync(join(dist, FILE), 'utf8'));
  return documentBody(project(data, fields), meta.timestamp).json;
}

/** Asks, and reads nothing but the first bytes. @returns the status */
function slowReader({ port, key }: Shim, target: string): Promise<number> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer to ${target} in 30 s`)), 30_000);
    socket.once('data', chunk => {
      clearTimeout(timer);
      socket.pause();
      resolve(Number(String(chunk).slice(9, 12)));
    });
    socket.on('error', reject);
    socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\n\r\n`);
  });
}

/** In heap and buffers of this process, which serves and asks. */
function usedBytes(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

test('a projection of a large document equals that of a small one in every form', async ({ dist, open }) => {
  const shim = await open();
  for (const fields of [['body'], ['metadata'], ['body', 'metadata'], ['display_title'], ['nothing']]) {
    const target = `${LARGE}?fields=${fields.join(',')}`;
    const plain = await shim.get(target);
    assert.is(plain.status, 200);
    assert.ok(plain.text === expected(dist, ...fields), `${fields}: ${plain.text.slice(0, 200)}`);
    assert.is(plain.headers['content-length'], String(plain.bytes.length));
    assert.is(plain.headers['content-type'], 'application/json; charset=utf-8');
    const packed = await shim.get(target, { 'accept-encoding': 'gzip' });
    assert.ok(packed.text === plain.text);
    const head = await shim.request('HEAD', target);
    assert.equal([head.status, head.headers.etag, head.bytes.length], [200, plain.headers.etag, 0]);
    const { etag = '' } = plain.headers;
    assert.is((await shim.get(target, { 'if-none-match': etag })).status, 304);
  }
});

test('an answer never mixes two versions of a replaced document', async ({ dist, open }) => {
  const shim = await open();
  const target = `${LARGE}?fields=body`;
  await shim.get(target);
  for (const line of ['B', 'Another line.\n', 'A line "in quotes" \\ of it.\n']) {
    replace(dist, line);
    const answer: Answer = await shim.get(target);
    // Until the file is looked at again there is no telling which it is.
    assert.ok(
      answer.status === 503 || answer.text === expected(dist, 'body'),
      `${answer.status} after ${line}`,
    );
  }
});

test('many slow readers of projections of a large document share its memory', async ({ open }) => {
  const shim = await open();
  await shim.get(`${LARGE}?fields=title_number`);
  const before = usedBytes();
  const statuses: number[] = [];
  let most = 0;
  const readers = Promise.all(
    Array.from({ length: READERS }, async (_, i) =>
      statuses.push(await slowReader(shim, `${LARGE}?fields=body,other${i}`)),
    ),
  );
  let documents = 0;
  let isThere = false;
  readers.finally(() => (isThere = true)).catch(() => {});
  do {
    assert.is((await shim.get('/api/usc/titles/17')).status, 200);
    documents++;
    most = Math.max(most, usedBytes() - before);
  } while (!isThere || documents < 100);
  await readers;
  assert.equal([...new Set(statuses)], [200]);
  // Each by itself they would hold ten times as much.
  assert.ok(most < 64 * MB, `${Math.round(most / MB)} MB for ${READERS} readers of ${BODY_BYTES / MB} MB`);
});

test('beyond the bound of unsent bytes files are streamed and computed answers are refused', async ({
  open,
}) => {
  const shim = await open({ unsent: { all: 0, ofClient: 0 } });
  const roomy = await open();
  const target = `${MIDDLE}?fields=body`;
  assert.is((await roomy.get(target)).status, 200);
  const refused = await shim.get(target);
  assert.is(refused.status, 503);
  assert.is(refused.headers['retry-after'], '5');
  assert.is(refused.headers['cache-control'], 'no-store');
  assert.not('etag' in refused.headers);
  assert.match(refused.json.error.message, /waits to be sent/);
  assert.is((await shim.get(target, { 'accept-encoding': 'br' })).status, 200, 'small when compressed');
  assert.is((await shim.get('/api/health')).status, 200);
  const page = '/api/openapi.json';
  const [streamed, held] = [await shim.get(page), await roomy.get(page)];
  assert.ok(held.bytes.length > 16 * 1024);
  assert.equal([streamed.status, streamed.text], [200, held.text]);
  assert.is(streamed.headers.etag, held.headers.etag);
  const packed = await shim.get(page, { 'accept-encoding': 'br' });
  assert.equal([packed.status, packed.text], [200, held.text]);
  const range = { range: 'bytes=10-20010' };
  const [parts, same] = [await shim.get(MIDDLE, range), await roomy.get(MIDDLE, range)];
  assert.equal([parts.status, parts.text], [206, same.text]);
  const call = { name: 'read_document', arguments: { document: '/us/usc/t17/s107' } };
  const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call });
  const told = async ({ port }: Shim) =>
    fetch(`http://127.0.0.1:${port}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: message,
    });
  assert.is((await told(roomy)).status, 200);
  assert.is((await told(shim)).status, 503);
});

test.run();
