import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@redis/client';
import { until } from './until.ts';

/** Real Redis servers for tests: on free loopback ports, with temporary directories, gone when the test process ends. */

/** Why there can be none; null where there can. */
export const redisHindrance = (): string | null =>
  spawnSync('redis-server', ['--version']).status === 0 ? null : 'redis-server is not on the path';

export interface RedisOptions {
  /** Of the default user. */
  password?: string;
  /** Key and certificate, both for the server: then it speaks TLS alone. */
  tls?: { key: string; cert: string };
  /** Keep the data when it is killed. */
  isKept?: boolean;
}

export interface RedisServer {
  readonly port: number;
  readonly url: string;
  /** Kills the process without notice, as a crash would. */
  kill(): Promise<void>;
  /** Starts it again, on the same port. Resolves when it answers. */
  start(): Promise<void>;
  /** It keeps its connections, and answers nobody. */
  hang(): void;
  goOn(): void;
  /** Runs a command of its own connection. */
  ask<T = unknown>(...command: string[]): Promise<T>;
  stop(): Promise<void>;
}

const running = new Map<ChildProcess, string>();
process.on('exit', () => {
  for (const [child, directory] of running) {
    child.kill('SIGKILL');
    rmSync(directory, { recursive: true, force: true });
  }
});

export async function startRedis({ password, tls, isKept = false }: RedisOptions = {}): Promise<RedisServer> {
  const directory = mkdtempSync(join(tmpdir(), 'pandect-redis-'));
  const port = await freePort();
  const args = ['--bind', '127.0.0.1', '--dir', directory, '--save', '', '--loglevel', 'warning'];
  args.push('--appendonly', isKept ? 'yes' : 'no', '--appendfsync', 'always');
  if (password) args.push('--requirepass', password);
  if (!tls) args.push('--port', String(port));
  else {
    args.push('--port', '0', '--tls-port', String(port), '--tls-auth-clients', 'no');
    args.push('--tls-key-file', tls.key, '--tls-cert-file', tls.cert, '--tls-ca-cert-file', tls.cert);
  }
  let child: ChildProcess | null = null;

  const ask = async <T>(...command: string[]): Promise<T> => {
    const client = createClient({
      socket: {
        host: '127.0.0.1',
        port,
        reconnectStrategy: false,
        ...(tls && { tls: true as const, rejectUnauthorized: false }),
      },
      ...(password && { password }),
    });
    client.on('error', () => {});
    try {
      await client.connect();
      return await client.sendCommand(command);
    } finally {
      client.destroy();
    }
  };
  const kill = async (): Promise<void> => {
    const ending = child;
    child = null;
    if (!ending) return;
    running.delete(ending);
    ending.ref();
    const exited = once(ending, 'exit');
    if (ending.kill('SIGKILL')) await exited;
  };
  const server: RedisServer = {
    port,
    url: `redis${tls ? 's' : ''}://${password ? `:${encodeURIComponent(password)}@` : ''}127.0.0.1:${port}`,
    kill,
    ask,
    hang: () => child?.kill('SIGSTOP'),
    goOn: () => child?.kill('SIGCONT'),
    async start() {
      const started = spawn('redis-server', args, { stdio: 'ignore' });
      child = started;
      running.set(started, directory);
      started.unref();
      const hasEnded = () => started.exitCode !== null;
      await until(async () => hasEnded() || (await ask('PING')));
      if (hasEnded()) throw new Error(`The Redis server ended with exit code ${started.exitCode}`);
    },
    async stop() {
      await kill();
      rmSync(directory, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}

/** One that was free a moment ago. */
export async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as { port: number };
  listener.close();
  await once(listener, 'close');
  return port;
}
