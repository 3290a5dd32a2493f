import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import http from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { run, start, untilListening } from '../helpers/commands.ts';
import { SAMPLE } from '../helpers/sample.ts';
import { buildTree, sampleTree, temporaryFolder } from '../helpers/tree.ts';
import { documentText, FR_PATH, writeCorpus } from '../helpers/written-corpus.ts';
import { endAfter } from '../runner/leftovers.cjs';

/** The shim as a process: its log, and how it ends. */

const SERVE = 'serve';

test('SIGTERM and SIGINT end an idle shim with exit code 0', async () => {
  const { dist } = await sampleTree();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const shim = start(SERVE, ['--dist', dist, '--port', '0']);
    const port = await untilListening(shim);
    await (await fetch(`http://127.0.0.1:${port}/api/stats`)).text(); // leaves a connection open, as browsers do
    shim.child.kill(signal);
    const { code, signal: by } = await shim.finished;
    assert.equal([code, by], [0, null], signal);
  }
});

test('after SIGTERM a running request is finished, and a new one is refused', async () => {
  // So large that the client's window fills, and the rest waits in the shim.
  const body = 'A line of the large document.\n'.repeat(1_000_000);
  const tree = await buildTree(writeCorpus({ [FR_PATH]: documentText(FR_PATH) + body }));
  const shim = start(SERVE, ['--dist', tree.dist, '--port', '0']);
  const port = await untilListening(shim);
  const request = http.get({ host: '127.0.0.1', port, path: '/api/fr/documents/2018-09910?format=markdown' });
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  shim.child.kill('SIGTERM');
  await untilRefused(port);
  let bytes = 0;
  for await (const chunk of response) bytes += chunk.length;
  assert.is(bytes, Number(response.headers['content-length']));
  assert.ok(bytes > body.length);
  assert.is((await shim.finished).code, 0);
});

/** Until the port takes no connections any more. */
async function untilRefused(port: number): Promise<void> {
  for (let attempt = 0; attempt < 400; attempt++) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise(resolve =>
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false)),
    );
    socket.destroy();
    if (!isOpen) return;
    await new Promise(resolve => setTimeout(resolve, 25));
  }
  throw new Error('The port is still open');
}

test('the log has one line of JSON for each request, and no key', async () => {
  const { dist } = await sampleTree();
  const shim = start(SERVE, ['--dist', dist, '--port', '0']);
  const base = `http://127.0.0.1:${await untilListening(shim)}`;
  const secret = `pdk_${'x'.repeat(43)}`;
  const asked = [
    ['/api/stats', 200],
    ['/api/usc/documents/nope', 404],
    [`/api/usc/documents?limit=0&api_key=${secret}`, 400],
    [`/api/usc/documents?%61pi_key=${secret}&limit=1`, 200],
    [`/api/usc/documents/${secret}`, 404],
    ['/api/usc/documents/%ZZ', 400],
  ] as const;
  for (const [url] of asked) {
    await fetch(base + url, { headers: { authorization: `Bearer ${secret}`, 'x-api-key': secret } });
  }
  shim.child.kill('SIGTERM');
  const { stdout } = await shim.finished;
  const lines = stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line));
  const requests = lines.filter(({ msg }) => msg === 'request');
  assert.equal(
    requests.map(({ status }) => status),
    asked.map(([, status]) => status),
  );
  for (const line of requests) {
    assert.is(line.method, 'GET');
    assert.match(line.url, /^\/api\//);
    assert.ok(line.ms >= 0);
    assert.is(line.tier, 'anonymous');
    assert.match(line.client, /^anon:[\w-]{11}$/);
  }
  assert.ok(!stdout.includes(secret), stdout);
  assert.ok(stdout.includes(`Serving ${SAMPLE.all} documents`), stdout);
});

async function freePort(): Promise<number> {
  const server = endAfter(http.createServer()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

async function untilAnswering(port: number): Promise<void> {
  for (let attempt = 0; attempt < 1200; attempt++) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => null);
    if (answer) return;
    await new Promise(resolve => setTimeout(resolve, 50));
  }
  throw new Error('The shim does not answer');
}

const onLinux = process.platform === 'linux' ? test : test.skip;

/** Pipes are made by name: nobody reads this one, but it has a reader. */
function unreadPipe(): { reader: number; writer: number } {
  const name = join(temporaryFolder(), 'pipe');
  execFileSync('mkfifo', [name]);
  // For both, or opening would wait for the other end.
  const reader = openSync(name, 'r+');
  const writer = openSync(name, 'w');
  return { reader, writer };
}

const OUTPUTS: [string, () => { output: number; close(): void }][] = [
  [
    'a full disk',
    () => {
      const output = openSync('/dev/full', 'w');
      return { output, close: () => closeSync(output) };
    },
  ],
  [
    'a pipe that nobody reads',
    () => {
      const { reader, writer } = unreadPipe();
      closeSync(writer);
      return { output: reader, close: () => closeSync(reader) };
    },
  ],
  [
    'a pipe whose reader is gone',
    () => {
      const { reader, writer } = unreadPipe();
      closeSync(reader);
      return { output: writer, close: () => closeSync(writer) };
    },
  ],
];

for (const [what, open] of OUTPUTS) {
  onLinux(`with the log to ${what} every request is answered, and SIGTERM ends the shim`, async () => {
    const { output, close } = open();
    const port = await freePort();
    const { dist } = await sampleTree();
    const { child } = start(SERVE, ['--dist', dist, '--port', String(port)], {}, { output });
    const exited = once(child, 'exit');
    await untilAnswering(port);
    // More than a pipe holds, and more than the limit of the anonymous: a 429 is an answer too.
    for (let round = 0; round < 30; round++) {
      const url = `http://127.0.0.1:${port}/api/stats?${'x'.repeat(1000)}`;
      const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(url)));
      for (const { status } of answers) assert.ok([200, 429].includes(status), `${status}`);
      await Promise.all(answers.map(answer => answer.arrayBuffer()));
    }
    child.kill('SIGTERM');
    const [code] = await exited;
    assert.is(code, 0);
    close();
  });
}

test('a used port exits with 1 and a clear message', async () => {
  const { dist } = await sampleTree();
  const server = endAfter(http.createServer()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const finished = await run(SERVE, ['--dist', dist, '--port', String(port)]);
  assert.is(finished.code, 1);
  assert.match(finished.stderr, new RegExp(`EADDRINUSE.*${port}`));
  server.close();
});

test('the welcome message shows addresses that answer', async () => {
  const { dist } = await sampleTree();
  const shim = start(SERVE, ['--dist', dist, '--port', '0']);
  const port = await untilListening(shim);
  const urls = shim.stderr().match(/http:\/\/\S+\/api\/\S+/g) ?? [];
  assert.ok(urls.length >= 3);
  for (const url of urls.filter(url => !url.includes('/api/search'))) {
    assert.ok(url.includes(`:${port}/`));
    assert.is((await fetch(url)).status, 200, url);
  }
  shim.child.kill('SIGTERM');
  await shim.finished;
});

test.run();
