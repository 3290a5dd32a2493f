import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeAfter } from '../runner/leftovers.cjs';
import { until } from './until.ts';

/**
 * Real Typesense servers for tests: on free loopback ports, with temporary data directories, gone when the test
 * process ends, however it ends short of SIGKILL.
 */

/** The admin key of every test server. */
export const API_KEY = 'test-admin-key';

export interface TypesenseServer {
  /** Such as `http://127.0.0.1:40001`. */
  readonly url: string;
  /** Kills the process without notice, as a crash would. The data stay. */
  kill(): Promise<void>;
  /** Starts the process again, on the same port and data. Resolves when it is healthy. */
  start(): Promise<void>;
  /** Ends the process and removes its data. */
  stop(): Promise<void>;
  /** Resident memory of the process, in bytes, as the server itself tells it. */
  memory(): Promise<number>;
}

/**
 * The server's binary, named by TYPESENSE_SERVER. Where there is none, the test says that it is skipped, and fails in CI.
 * @returns null where the test must be skipped
 */
export function typesenseBinary(env: NodeJS.ProcessEnv = process.env): string | null {
  const path = env.TYPESENSE_SERVER;
  if (path && existsSync(path)) return path;
  const reason = path ? `TYPESENSE_SERVER names no file: ${path}` : 'TYPESENSE_SERVER is not set';
  if (env.CI === 'true') throw new Error(`${reason}, and in CI these tests must run`);
  console.log(`SKIPPED: ${reason}; tests with a real Typesense server do not run`);
  return null;
}

/** Starts one server. */
export async function startTypesense(binary: string): Promise<TypesenseServer> {
  const [api, peering] = await freePorts(2);
  const server = makeServer(binary, api!, peering!, null);
  await server.start();
  return server;
}

/** Starts a cluster of three servers that know each other. */
export async function startTypesenseCluster(binary: string): Promise<TypesenseServer[]> {
  const ports = await freePorts(6);
  const members = [0, 1, 2].map(i => ({ api: ports[2 * i]!, peering: ports[2 * i + 1]! }));
  const nodes = members.map(({ api, peering }) => `127.0.0.1:${peering}:${api}`).join(',');
  const servers = members.map(({ api, peering }) => makeServer(binary, api, peering, nodes));
  await Promise.all(servers.map(server => server.start()));
  return servers;
}

function makeServer(binary: string, api: number, peering: number, nodes: string | null): TypesenseServer {
  const directory = mkdtempSync(join(tmpdir(), 'pandect-typesense-'));
  const url = `http://127.0.0.1:${api}`;
  const args = [
    `--data-dir=${directory}`,
    `--api-key=${API_KEY}`,
    '--api-address=127.0.0.1',
    `--api-port=${api}`,
    '--peering-address=127.0.0.1',
    `--peering-port=${peering}`,
  ];
  if (nodes) {
    writeFileSync(join(directory, 'nodes'), nodes);
    args.push(`--nodes=${join(directory, 'nodes')}`);
  }
  let child: ChildProcess | null = null;
  const kill = async () => {
    const ending = child;
    child = null;
    if (ending) await ended(ending);
  };
  return {
    url,
    kill,
    async start() {
      child = spawn(binary, args, { stdio: 'ignore' });
      endWithThisProcess(child, directory);
      await untilHealthy(url, child);
    },
    async stop() {
      await kill();
      rmSync(directory, { recursive: true, force: true });
    },
    async memory() {
      const response = await fetch(`${url}/metrics.json`, { headers: { 'x-typesense-api-key': API_KEY } });
      const metrics = (await response.json()) as Record<string, string>;
      return Number(metrics.typesense_memory_resident_bytes);
    },
  };
}

/** SIGKILL: a server that is told to end takes a snapshot first, which no test needs. */
const ended = (child: ChildProcess): Promise<void> =>
  new Promise(resolve => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.ref();
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });

async function untilHealthy(url: string, child: ChildProcess): Promise<void> {
  const hasEnded = () => child.exitCode !== null;
  await until(async () => hasEnded() || (await fetch(`${url}/health`)).ok);
  if (hasEnded()) throw new Error(`The Typesense server ended with exit code ${child.exitCode}`);
}

const children = new Map<ChildProcess, string>();

function endWithThisProcess(child: ChildProcess, directory: string): void {
  if (children.size === 0) {
    process.once('exit', () => {
      for (const [running, data] of children) {
        running.kill('SIGKILL');
        rmSync(data, { recursive: true, force: true });
      }
    });
    // Signals end a process without its exit event unless they are handled.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.once(signal, () => process.exit(1));
  }
  children.set(child, directory);
  closeAfter(() => child.kill('SIGKILL'));
  // A test whose file is done may end the process though a server still runs.
  child.unref();
}

/** Ports that were free a moment ago, all different. */
async function freePorts(count: number): Promise<number[]> {
  const listeners = await Promise.all(
    Array.from({ length: count }, () => {
      const listener = createServer();
      return new Promise<typeof listener>(resolve =>
        listener.listen(0, '127.0.0.1', () => resolve(listener)),
      );
    }),
  );
  const ports = listeners.map(listener => (listener.address() as { port: number }).port);
  await Promise.all(listeners.map(listener => new Promise(resolve => listener.close(resolve))));
  return ports;
}
