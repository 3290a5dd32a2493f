import { once } from 'node:events';
import http from 'node:http';
import { connect } from 'node:net';
import * as assert from 'uvu/assert';
import { suiteWhere } from '../helpers/needs.ts';
import { type RedisServer, redisHindrance, startRedis } from '../helpers/redis-server.ts';
import { type Answer, exchange } from '../helpers/shim.ts';
import { sampleTree } from '../helpers/tree.ts';
import { type Running, run, start, untilListening } from './processes.ts';

/** Several workers behind one port (shim/README.md, Several processes), as real processes with a real store. */
const test = suiteWhere('workers', redisHindrance());

let redis: RedisServer;
const open: Running[] = [];

test.before(async () => {
  redis = await startRedis();
});
test.after(async () => {
  for (const { child, finished } of open) {
    child.kill('SIGKILL');
    await finished;
  }
  await redis.stop();
});

interface Served {
  shim: Running;
  port: number;
  /** Of the workers that said that they listen, the first one first. */
  pids(): number[];
  /** Of the workers that answered requests, in their order. */
  answeredBy(): number[];
}

async function serve(env: NodeJS.ProcessEnv = {}): Promise<Served> {
  const { dist } = await sampleTree();
  const shim = start('serve', ['--dist', dist, '--port', '0'], {
    WORKERS: '2',
    RATE_LIMIT_URL: redis.url,
    TRUST_PROXY: 'loopback',
    // Nobody searches: so no search processes are started.
    TYPESENSE_URL: 'http://127.0.0.1:1',
    TYPESENSE_API_KEY: 'none',
    ...env,
  });
  open.push(shim);
  const port = await untilListening(shim);
  const pidsOf = (said: RegExp): number[] =>
    lines(shim)
      .filter(({ msg }) => said.test(msg))
      .map(({ pid }) => pid);
  return {
    shim,
    port,
    pids: () => [...new Set(pidsOf(/^Server listening/))],
    answeredBy: () => pidsOf(/^request$/),
  };
}

/** Whole lines of the log. */
const lines = ({ stdout }: Running): { pid: number; msg: string }[] =>
  stdout()
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line));

/** On a connection of its own, unless an agent says otherwise. */
const get = ({ port }: Served, address = '192.0.2.1', agent?: http.Agent): Promise<Answer> =>
  exchange({
    host: '127.0.0.1',
    port,
    path: '/api/stats',
    agent: agent ?? false,
    headers: { 'x-forwarded-for': address },
  });

async function until(isSo: () => boolean | Promise<boolean>, what: () => string = () => ''): Promise<void> {
  for (let attempt = 0; attempt < 3000; attempt++) {
    if (await isSo()) return;
    await new Promise(resolve => setTimeout(resolve, 20));
  }
  throw new Error(`It did not come to be. ${what()}`);
}

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Of the tests that follow one another. */
let served: Served;

test('connections are spread over all, the welcome is told once, and one limit holds for all', async () => {
  served = await serve();
  assert.is(served.pids().length, 2);
  for (let i = 0; i < 40; i++) assert.is((await get(served)).status, 200);
  await until(() => served.answeredBy().length === 40);
  for (const pid of served.pids())
    assert.ok(served.answeredBy().filter(by => by === pid).length >= 10, 'each has its share');
  // On a machine that stands still for a moment the store may be away for a moment: that is no proof.
  for (let client = 1; ; client++) {
    const away = () => served.shim.stdout().match(/is away/g)?.length ?? 0;
    const before = away();
    const answers = await Promise.all(
      Array.from({ length: 130 }, () => get(served, `192.0.2.${100 + client}`)),
    );
    await until(() => served.answeredBy().length === 40 + 130 * client);
    if (away() > before && client < 20) continue;
    assert.is(answers.filter(({ status }) => status === 200).length, 100, 'in all');
    assert.is(answers.filter(({ status }) => status === 429).length, 30);
    break;
  }
  assert.is(served.shim.stderr().match(/Pandect is listening/g)?.length, 1);
});

test('a worker is killed: another one takes its place, and whoever is with the others does not notice', async () => {
  const before = served.answeredBy().length;
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const [killed, kept] = served.pids() as [number, number];
  // A connection to the one that stays.
  for (let asked = 1; ; asked++) {
    await get(served, '192.0.2.2', agent);
    await until(() => served.answeredBy().length === before + asked);
    if (served.answeredBy().at(-1) === kept) break;
    for (const socket of Object.values(agent.freeSockets).flat()) socket?.destroy();
  }
  let asking = true;
  let answered = 0;
  const asked = (async () => {
    while (asking) {
      const answer = await get(served, `203.0.113.${answered % 250}`, agent);
      assert.is(answer.status, 200);
      answered++;
      await new Promise(resolve => setTimeout(resolve, 5));
    }
  })();
  process.kill(killed, 'SIGKILL');
  await until(() => served.pids().length === 3, served.shim.stdout);
  await until(() => answered > 50);
  asking = false;
  await asked;
  agent.destroy();
  const replacement = served.pids().at(-1);
  assert.match(served.shim.stdout(), `Worker ${killed} ended (SIGKILL); another one starts in 0.1 s.`);
  for (let i = 0; i < 4; i++) assert.is((await get(served, '198.51.100.9')).status, 200);
  await until(() => served.answeredBy().includes(replacement as number));
});

test('a worker that is told to end finishes what it answers, and is replaced', async () => {
  const told = served.pids().at(-1) as number;
  process.kill(told, 'SIGTERM');
  await until(() => served.pids().length === 4, served.shim.stdout);
  assert.match(served.shim.stdout(), `Worker ${told} ended (exit code 0); another one starts`);
});

test('all are killed at once: others listen at the same port', async () => {
  for (const pid of served.pids().filter(isRunning)) process.kill(pid, 'SIGKILL');
  await until(() => served.pids().length === 6, served.shim.stdout);
  assert.is((await get(served, '198.51.100.10')).status, 200);
});

/** All end, nothing is left, and nobody is replaced. */
async function assertEnded({ shim, pids }: Served): Promise<void> {
  const { code, signal, stdout } = await shim.finished;
  assert.equal([code, signal], [0, null], stdout);
  assert.equal(pids().filter(isRunning), []);
}

test('SIGTERM to the first process: all finish what they answer, and nothing is left', async () => {
  // A request that has begun, and ends after the signal.
  const socket = connect(served.port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write('GET /api/stats HTTP/1.1\r\nHost: x\r\n');
  let received = '';
  socket.on('data', chunk => (received += chunk));
  await get(served, '198.51.100.10');
  served.shim.child.kill('SIGTERM');
  socket.write('\r\n');
  await assertEnded(served);
  assert.match(received, /^HTTP\/1\.1 200 /);
  assert.is(served.shim.stdout().match(/another one starts/g)?.length, 4, 'as many as before');
});

test('a signal to the whole group, as a terminal and service managers send it: the same', async () => {
  const served = await serve();
  for (const pid of [...served.pids(), served.shim.child.pid as number]) process.kill(pid, 'SIGINT');
  await assertEnded(served);
  assert.not.match(served.shim.stdout(), /another one starts/);
});

test('the first process is killed: its workers end', async () => {
  const served = await serve();
  served.shim.child.kill('SIGKILL');
  await served.shim.finished;
  await until(() => !served.pids().some(isRunning));
});

test('a port that is taken: told once, exit code 1, and nothing is left', async () => {
  const { dist } = await sampleTree();
  const server = http.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const env = { WORKERS: '3', RATE_LIMIT_URL: redis.url };
  const { code, stderr } = await run('serve', ['--dist', dist, '--port', String(port)], env);
  server.close();
  assert.is(code, 1);
  assert.is(stderr.match(/EADDRINUSE/g)?.length, 1, stderr);
});

test('without a shared store the start is refused, and tells why', async () => {
  const { dist } = await sampleTree();
  const { code, stderr } = await run('serve', ['--dist', dist, '--port', '0'], { WORKERS: '2' });
  assert.is(code, 2);
  assert.match(stderr, /WORKERS is 2, but RATE_LIMIT_URL is not set: each worker would count its own/);
});

test('the store is away: every worker counts for itself, and says so once', async () => {
  const served = await serve({ RATE_LIMIT_URL: 'redis://:hunter2@127.0.0.1:1' });
  const answers = await Promise.all(Array.from({ length: 240 }, () => get(served)));
  await until(() => served.answeredBy().length === 240);
  const by = served.answeredBy();
  const passed = served.pids().map(pid => Math.min(100, by.filter(other => other === pid).length));
  assert.is(
    answers.filter(({ status }) => status === 200).length,
    passed.reduce((a, b) => a + b),
  );
  assert.equal([...new Set(answers.map(({ status }) => status))].sort(), [200, 429]);
  const told = lines(served.shim).filter(({ msg }) => msg.includes('is away'));
  assert.is(new Set(told.map(({ pid }) => pid)).size, 2);
  assert.is(told.length, 2);
  assert.not.match(served.shim.stdout() + served.shim.stderr(), 'hunter2');
});

test.run();
