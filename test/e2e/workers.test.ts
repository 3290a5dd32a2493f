import { once } from 'node:events';
import http from 'node:http';
import { connect } from 'node:net';
import * as assert from 'uvu/assert';
import { type Running, run, START_MS, start, untilListening } from '../helpers/commands.ts';
import { suiteWhere } from '../helpers/needs.ts';
import { type RedisServer, redisHindrance, startRedis } from '../helpers/redis-server.ts';
import { type Answer, exchange } from '../helpers/shim.ts';
import { sampleTree } from '../helpers/tree.ts';
import { until, within } from '../helpers/until.ts';
import { endAfter } from '../runner/leftovers.cjs';

/** Several workers behind one port (shim/README.md, Several processes), as real processes with a real store. */
const test = suiteWhere('workers', redisHindrance());

let redis: RedisServer;
const open: Running[] = [];

test.before(async () => {
  redis = await startRedis();
});
test.after(async () => {
  for (const { child, finished, stdout } of open) {
    child.kill('SIGKILL');
    await within(finished, { seen: stdout });
  }
  await redis.stop();
});

const WORKERS = 2;

interface Served {
  shim: Running;
  port: number;
  /** The log so far. */
  lines: readonly Line[];
  /** Of the workers that said that they listen, the first one first. */
  pids(): number[];
  /** Of the workers that answered requests, in their order. */
  answeredBy(): number[];
}

/** Resolves when all workers have said that they listen: their lines come later than the welcome, and by another way. */
async function serve(env: NodeJS.ProcessEnv = {}): Promise<Served> {
  const { dist } = await sampleTree();
  const shim = start('serve', ['--dist', dist, '--port', '0'], {
    WORKERS: String(WORKERS),
    RATE_LIMIT_URL: redis.url,
    TRUST_PROXY: 'loopback',
    // Nobody searches: so no search processes are started.
    TYPESENSE_URL: 'http://127.0.0.1:1',
    TYPESENSE_API_KEY: 'none',
    ...env,
  });
  open.push(shim);
  const port = await untilListening(shim);
  const lines: Line[] = [];
  shim.out.onLine(line => lines.push(JSON.parse(line)));
  const pidsOf = (said: RegExp): number[] => lines.filter(({ msg }) => said.test(msg)).map(({ pid }) => pid);
  const served = {
    shim,
    port,
    lines,
    pids: () => [...new Set(pidsOf(/^Server listening/))],
    answeredBy: () => pidsOf(/^request$/),
  };
  await shim.out.until(() => served.pids().length === WORKERS, { boundMs: START_MS });
  return served;
}

interface Line {
  pid: number;
  msg: string;
  /** Of a request. */
  client?: string;
}

/** On a connection of its own, unless an agent says otherwise. */
const get = ({ port }: Served, address = '192.0.2.1', agent?: http.Agent): Promise<Answer> =>
  exchange({
    host: '127.0.0.1',
    port,
    path: '/api/stats',
    agent: agent ?? false,
    signal: AbortSignal.timeout(60_000),
    headers: { 'x-forwarded-for': address },
  });

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Of the tests that follow one another. */
let served: Served;
/** Waits for lines of its log. */
const untilTold = (isSo: () => boolean): Promise<void> => served.shim.out.until(isSo, { boundMs: START_MS });
const tellings = (of: RegExp): number => served.lines.filter(({ msg }) => of.test(msg)).length;
/** Whether or not the ended worker had been known to listen: one may be killed before its message about it arrives. */
const replacements = (): number => tellings(/another one starts/i);

test('connections are spread over all workers, the welcome message appears once, and one limit applies to all', async () => {
  served = await serve();
  for (let i = 0; i < 40; i++) assert.is((await get(served)).status, 200);
  await untilTold(() => served.answeredBy().length === 40);
  for (const pid of served.pids())
    assert.ok(served.answeredBy().filter(by => by === pid).length >= 10, 'each has its share');
  // On a machine that stands still for a moment the store may be away for a moment: that is no proof.
  for (let client = 1; ; client++) {
    const before = tellings(/is away/);
    const answers = await Promise.all(
      Array.from({ length: 130 }, () => get(served, `192.0.2.${100 + client}`)),
    );
    await untilTold(() => served.answeredBy().length === 40 + 130 * client);
    if (tellings(/is away/) > before && client < 20) continue;
    assert.is(answers.filter(({ status }) => status === 200).length, 100, 'in all');
    assert.is(answers.filter(({ status }) => status === 429).length, 30);
    break;
  }
  assert.is(served.shim.stderr().match(/Pandect is listening/g)?.length, 1);
});

test('a killed worker is replaced, and clients of the others lose nothing', async () => {
  const before = served.answeredBy().length;
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const [killed, kept] = served.pids() as [number, number];
  // A connection to the one that stays.
  for (let asked = 1; served.answeredBy().at(-1) !== kept || asked === 1; asked++) {
    assert.ok(asked <= 50, `${kept} answers nobody: ${served.answeredBy().slice(-50)}`);
    for (const socket of Object.values(agent.freeSockets).flat()) socket?.destroy();
    await get(served, '192.0.2.2', agent);
    await untilTold(() => served.answeredBy().length === before + asked);
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
  try {
    process.kill(killed, 'SIGKILL');
    await untilTold(() => served.pids().length === 3);
    // One that fails tells why; nothing is answered any more then.
    await Promise.race([asked, until(() => answered > 50, { seen: () => `${answered} answered` })]);
  } finally {
    asking = false;
    await asked.finally(() => agent.destroy());
  }
  const replacement = served.pids().at(-1);
  assert.match(served.shim.stdout(), `Worker ${killed} ended (SIGKILL); another one starts in 0.1 s.`);
  for (let i = 0; i < 4; i++) assert.is((await get(served, '198.51.100.9')).status, 200);
  await untilTold(() => served.answeredBy().includes(replacement as number));
});

test('a worker that gets SIGTERM finishes its answers and is replaced', async () => {
  const told = served.pids().at(-1) as number;
  process.kill(told, 'SIGTERM');
  await untilTold(() => served.pids().length === 4);
  assert.match(served.shim.stdout(), `Worker ${told} ended (exit code 0); another one starts`);
});

test('after all workers were killed, new ones listen at the same port', async () => {
  for (const pid of served.pids().filter(isRunning)) process.kill(pid, 'SIGKILL');
  await untilTold(() => served.pids().length === 6 && replacements() === 4);
  assert.is((await get(served, '198.51.100.10')).status, 200);
});

/** All end, nothing is left, and nobody is replaced. */
async function assertEnded({ shim, pids }: Served): Promise<void> {
  assert.ok(pids().length >= WORKERS);
  const { code, signal, stdout } = await within(shim.finished, { seen: shim.stdout });
  assert.equal([code, signal], [0, null], stdout);
  assert.equal(pids().filter(isRunning), []);
}

test('after SIGTERM to the first process all workers finish their answers and end', async () => {
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
  assert.is(replacements(), 4, 'as many as before');
});

test('a signal to the whole process group ends all workers', async () => {
  const served = await serve();
  for (const pid of [...served.pids(), served.shim.child.pid as number]) process.kill(pid, 'SIGINT');
  await assertEnded(served);
  assert.not.match(served.shim.stdout(), /another one starts/);
});

test("connections beyond all workers' limits are closed, and the shim works again afterwards", async () => {
  const full = await serve({ MAX_CONNECTIONS: '1' });
  // Each worker has one, and 200 to which it says why they are too many.
  const [most, more] = [2 * 201, 60];
  let ended = 0;
  const sockets = Array.from({ length: most + more }, () => connect(full.port, '127.0.0.1'));
  for (const socket of sockets) socket.on('error', () => {}).on('close', () => ended++);
  await until(() => ended >= more, { seen: () => `${ended} ended` });
  await full.shim.out.match(/connections were refused/);
  for (const socket of sockets) socket.destroy();
  await until(async () => (await get(full)).status === 200);
});

test('the workers end with a killed first process', async () => {
  const served = await serve();
  served.shim.child.kill('SIGKILL');
  await within(served.shim.finished);
  assert.is(served.pids().length, WORKERS);
  await until(() => !served.pids().some(isRunning), { seen: () => served.pids().filter(isRunning) });
});

test('a used port is reported once, exits with 1, and leaves no process', async () => {
  const { dist } = await sampleTree();
  const server = endAfter(http.createServer()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const env = { WORKERS: '3', RATE_LIMIT_URL: redis.url };
  const { code, stderr } = await within(run('serve', ['--dist', dist, '--port', String(port)], env));
  server.close();
  assert.is(code, 1);
  assert.is(stderr.match(/EADDRINUSE/g)?.length, 1, stderr);
});

test('workers without a shared store are refused with the reason', async () => {
  const { dist } = await sampleTree();
  const { code, stderr } = await run('serve', ['--dist', dist, '--port', '0'], { WORKERS: '2' });
  assert.is(code, 2);
  assert.match(stderr, /WORKERS is 2, but RATE_LIMIT_URL is not set: each worker would count its own/);
});

test('without the store every worker counts on its own, and says so once', async () => {
  const served = await serve({ RATE_LIMIT_URL: 'redis://:hunter2@127.0.0.1:1' });
  const answers = await Promise.all(Array.from({ length: 240 }, () => get(served)));
  await served.shim.out.until(() => served.answeredBy().length === 240);
  const by = served.answeredBy();
  const passed = served.pids().map(pid => Math.min(100, by.filter(other => other === pid).length));
  assert.is(
    answers.filter(({ status }) => status === 200).length,
    passed.reduce((a, b) => a + b),
  );
  assert.equal([...new Set(answers.map(({ status }) => status))].sort(), [200, 429]);
  const told = served.lines.filter(({ msg }) => msg.includes('is away'));
  assert.is(new Set(told.map(({ pid }) => pid)).size, 2);
  assert.is(told.length, 2);
  assert.not.match(served.shim.stdout() + served.shim.stderr(), 'hunter2');
});

test('a client has one name in all workers, and with a given secret also after a restart', async () => {
  const clientsOf = async (env: NodeJS.ProcessEnv) => {
    const run = await serve(env);
    for (let i = 0; i < 4; i++) await get(run);
    const requests = () => run.lines.filter(({ msg }) => msg === 'request');
    await run.shim.out.until(() => requests().length === 4);
    run.shim.child.kill('SIGTERM');
    await within(run.shim.finished, { seen: run.shim.stdout });
    assert.is(new Set(requests().map(({ pid }) => pid)).size, WORKERS, 'all answer');
    return [...new Set(requests().map(({ client }) => client))];
  };
  const secret = { LOG_CLIENT_SECRET: 'lighthouse keepers' };
  const [given, again, none] = [await clientsOf(secret), await clientsOf(secret), await clientsOf({})];
  assert.equal([given.length, none.length], [1, 1]);
  assert.equal(again, given);
  assert.is.not(none[0], given[0]);
});

test.run();
