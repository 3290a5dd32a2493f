import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { run } from '../helpers/commands.ts';
import { answered, connected, refused, rpc } from '../helpers/mcp.ts';
import { type Json, startShim } from '../helpers/shim.ts';
import { sampleTree, temporaryFolder } from '../helpers/tree.ts';
import { closeAfter } from '../runner/leftovers.cjs';

/** `npm run mcp`: the same tools over standard input, from a tree or from a server. */

const LAUNCH = join(import.meta.dirname, '../../build/launch.cjs');

function transport(args: string[], env: Record<string, string> = {}): Transport {
  const all = { PATH: process.env.PATH ?? '', ...env };
  return new StdioClientTransport({
    command: process.execPath,
    args: [LAUNCH, 'mcp', ...args],
    env: all,
    stderr: 'pipe',
  }) as Transport;
}

test('every tool works from a tree', async () => {
  const { dist } = await sampleTree();
  const client = await connected(transport(['--dist', dist]));
  try {
    assert.is((await client.listTools()).tools.length, 10);
    const { hits } = await answered(client, 'search', { q: 'keeper’s log' });
    const read = await answered(client, 'read_document', { document: hits[0].identifier });
    assert.is(read.identifier, hits[0].identifier);
    assert.is((await answered(client, 'resolve_citation', { citation: '17 USC 107' })).total, 1);
    assert.ok((await answered(client, 'list_documents', { source: 'fr' })).total > 5);
    assert.is((await answered(client, 'browse', { source: 'ecfr' })).total, 50);
    assert.is((await answered(client, 'read_level', { level: '/us/cfr/t33/p971' })).total, 3);
    assert.is((await answered(client, 'versions', { document: '17 U.S.C. 107' })).versions.length, 1);
    const { references } = await answered(client, 'references', { subject: '17 U.S.C. 107' });
    assert.ok(references.length > 0);
    assert.is((await answered(client, 'changes')).builds.length, 1);
    await refused(client, 'browse', { source: 'fr', year: 1900 }, /year 1900/);
    const { contents } = await client.readResource({ uri: 'pandect://usc/t17/s106' });
    assert.match((contents[0] as Json).text, /^> This is a sample, not the law\.\n\n# § 106/);
  } finally {
    await client.close();
  }
});

test('every tool works from a server, with the key, and errors of the server are passed on', async () => {
  const { dist } = await sampleTree();
  const shim = await startShim({ dist });
  const client = await connected(
    transport(['--url', `http://127.0.0.1:${shim.port}/`], { PANDECT_API_KEY: shim.key }),
  );
  try {
    const { text } = await answered(client, 'read_document', { document: '17 U.S.C. 106' });
    assert.match(text, /^# § 106/);
    await refused(client, 'search', { q: 'x' }, /Search service is temporarily unavailable/);
    assert.is(
      (await shim.anonymous('/api/stats')).headers['x-ratelimit-remaining'],
      '99',
      'all came with the key',
    );
    await shim.close();
    await refused(
      client,
      'browse',
      {},
      /The server http:\/\/127\.0\.0\.1:\d+ cannot be reached: ECONNREFUSED/,
    );
  } finally {
    await client.close();
  }
});

/** Runs it on an input that ends. */
async function spoken(
  args: string[],
  input: string,
): Promise<{ code: number; lines: Json[]; stderr: string }> {
  const child = spawn(process.execPath, [LAUNCH, 'mcp', ...args], { stdio: 'pipe' });
  closeAfter(() => child.kill('SIGKILL'));
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', chunk => (stdout += chunk));
  child.stderr.on('data', chunk => (stderr += chunk));
  child.stdin.end(input);
  const [code] = await once(child, 'close');
  const lines = stdout.split('\n').slice(0, -1);
  return { code, lines: lines.map(line => JSON.parse(line)), stderr };
}

test('all requests are answered before the end of the input, and standard output has nothing else', async () => {
  const { dist } = await sampleTree();
  const read = (id: number) =>
    rpc('tools/call', { name: 'read_document', arguments: { document: '17 USC 106' } }, id);
  const ids = Array.from({ length: 100 }, (_, i) => i + 1);
  const { code, lines } = await spoken(['--dist', dist], `${ids.map(read).join('\n')}\n`);
  assert.is(code, 0);
  assert.equal(
    lines.map(({ id }) => id).sort((a, b) => a - b),
    ids,
  );
  for (const { result } of lines) assert.is(result.structuredContent.identifier, '/us/usc/t17/s106');
});

test('a line that is too long or no message is answered with an error, and the next one is read', async () => {
  const { dist } = await sampleTree();
  const input = [
    'not json',
    '',
    `[${rpc('ping')}]`,
    '{}',
    'x'.repeat(70_000),
    'y'.repeat(200_000),
    rpc('ping', {}, 5),
  ];
  const { code, lines } = await spoken(['--dist', dist], `${input.join('\r\n')}\n`);
  assert.is(code, 0);
  assert.equal(
    lines.map(({ id, error }) => [id, error?.code]),
    [
      [null, -32700],
      [null, -32600],
      [null, -32600],
      [null, -32600],
      [null, -32600],
      [5, undefined],
    ],
  );
});

test('SIGTERM and the end of the input exit with 0', async () => {
  const { dist } = await sampleTree();
  const child = spawn(process.execPath, [LAUNCH, 'mcp', '--dist', dist], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  closeAfter(() => child.kill('SIGKILL'));
  child.stdin.write(`${rpc('ping')}\n`);
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  assert.equal(await once(child, 'close'), [0, null]);
  assert.is((await spoken(['--dist', dist], '')).code, 0);
});

test('a missing tree, an invalid address, or both a tree and an address exit with 2', async () => {
  for (const [args, message] of [
    [['--dist', '/no/such/tree'], /no tree \/no\/such\/tree/],
    [['--dist', temporaryFolder()], /is no tree that can be served/],
    [['--url', 'law.example.org'], /--url takes the address/],
    [['--url', 'ftp://law.example.org'], /--url takes the address/],
    [['--dist', 'dist', '--url', 'https://law.example.org'], /exclude each other/],
  ] as [string[], RegExp][]) {
    const { code, stdout, stderr } = await run('mcp', args);
    assert.equal([code, stdout], [2, ''], stderr);
    assert.match(stderr, message);
  }
});

test.run();
