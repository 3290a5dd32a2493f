import { writeFileSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { printKeys } from '../../shim/keys/keys-file.ts';
import { type Running, start, untilListening } from '../helpers/commands.ts';
import { newKey } from '../helpers/key-records.ts';
import { searchProcesses } from '../helpers/search-processes.ts';
import { exchange } from '../helpers/shim.ts';
import { sampleTree, temporaryFolder } from '../helpers/tree.ts';
import { until } from '../helpers/until.ts';

/** More searches than can be answered, at once, to the shim as a process. */
const test = suite('load');

interface Server {
  shim: Running;
  port: number;
  pid: number;
  /** With the key of an unlimited client, on a connection of its own. */
  get(path: string): ReturnType<typeof exchange>;
}

async function open(): Promise<Server> {
  const { dist } = await sampleTree();
  const { secret, record } = newKey({ tier: 'unlimited' });
  const keys = join(temporaryFolder(), 'keys.json');
  writeFileSync(keys, printKeys([record]));
  const shim = start('serve', ['--dist', dist, '--port', '0'], { KEYS_FILE: keys });
  const port = await untilListening(shim);
  const agent = new http.Agent({ maxSockets: Number.POSITIVE_INFINITY });
  const get = (path: string) =>
    exchange({ host: '127.0.0.1', port, agent, path, headers: { 'x-api-key': secret } });
  return { shim, port, pid: shim.child.pid ?? 0, get };
}

/** Each another query, of words that most documents hold. */
const searches = (count: number, round: string): string[] =>
  Array.from(
    { length: count },
    (_, i) =>
      `/api/search?q=of.the+in.the+the+of+to+a+-${round}${i}+"of+the"&limit=100&facets=source,agency,status`,
  );

const end = async ({ shim }: Server): Promise<void> => {
  shim.child.kill('SIGTERM');
  const { code, signal } = await shim.finished;
  assert.equal([code, signal], [0, null]);
};

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('under hundreds of searches each is answered or refused, and documents and health are answered', async () => {
  const server = await open();
  for (const round of ['a', 'b']) {
    const answers = searches(300, round).map(server.get);
    const others = Array.from({ length: 20 }, () =>
      Promise.all([server.get('/api/usc/documents/t17%2Fs106'), server.get('/api/health')]),
    );
    for (const both of await Promise.all(others)) for (const { status } of both) assert.is(status, 200);
    const outcomes = await Promise.all(answers);
    const refused = outcomes.filter(({ status }) => status === 503);
    // One client has a place or two, and a share of the queue. How many more come too late depends on the machine.
    assert.ok(refused.length > 50 && refused.length < 300, `${refused.length}`);
    for (const { headers, json } of refused) {
      assert.is(headers['retry-after'], '5');
      assert.is(headers['cache-control'], 'no-store');
      assert.equal(json, {
        error: { status: 503, code: 'REQUEST_ERROR', message: 'Search service is temporarily unavailable' },
      });
    }
    for (const { status } of outcomes) assert.ok([200, 503, 504].includes(status), `${status}`);
  }
  assert.is((await server.get('/api/search?q=lighthouse')).status, 200);
  await end(server);
});

test('on SIGTERM running and waiting searches are answered, and all processes end', async () => {
  const server = await open();
  const children = searchProcesses(server.pid);
  assert.is(children.length, 2);
  // A connection whose request has not been read yet is closed.
  const answers = searches(40, 'c').map(path => server.get(path).catch(() => null));
  await Promise.race(answers);
  // Service managers and terminals signal the whole group.
  for (const child of children) process.kill(child, 'SIGTERM');
  await end(server);
  const statuses = (await Promise.all(answers)).flatMap(answer => answer?.status ?? []);
  for (const status of statuses) assert.ok([200, 503, 504].includes(status), `${status}`);
  assert.ok(statuses.filter(status => status === 200).length > 1, `${statuses}`);
  for (const child of children) assert.not.ok(isAlive(child));
});

test('search processes end with a killed shim', async () => {
  const server = await open();
  const children = searchProcesses(server.pid);
  const answers = searches(10, 'd').map(path => server.get(path).catch(() => null));
  await Promise.race(answers);
  server.shim.child.kill('SIGKILL');
  await server.shim.finished;
  await Promise.all(answers);
  await until(() => !children.some(isAlive), { seen: () => children.filter(isAlive) });
});

test.run();
