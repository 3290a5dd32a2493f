import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { closeAfter, endAfter } from '../runner/leftovers.cjs';
import { freePort } from './edges/process.ts';
import { memoryFolder } from './memory-folder.ts';
import { until } from './until.ts';

/** versitygw, an S3 server whose buckets are folders, as a process. It checks signatures and checksums. */
export interface FolderS3 {
  url: string;
  /** The environment with which programs find it. */
  env: Readonly<Record<string, string>>;
  /** Makes a bucket. @returns the folder whose files are its objects */
  makeBucket(name: string): string;
  close(): Promise<void>;
}

const CREDENTIALS = {
  AWS_ACCESS_KEY_ID: 'mirror',
  AWS_SECRET_ACCESS_KEY: 'mirror-secret',
  AWS_REGION: 'us-east-1',
};

export const s3Hindrance = (): string | null =>
  spawnSync('versitygw', ['--version']).status === 0 ? null : 'there is no versitygw';

export async function startFolderS3(): Promise<FolderS3> {
  const port = await freePort();
  const folder = memoryFolder();
  const [root, sidecar] = [join(folder, 'root'), join(folder, 'sidecar')];
  for (const name of [root, sidecar]) mkdirSync(name);
  const args = [
    '--port',
    `127.0.0.1:${port}`,
    '--quiet',
    '--region',
    'us-east-1',
    'posix',
    '--sidecar',
    sidecar,
    root,
  ];
  const child = spawn('versitygw', args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      PATH: process.env.PATH,
      ROOT_ACCESS_KEY: CREDENTIALS.AWS_ACCESS_KEY_ID,
      ROOT_SECRET_KEY: CREDENTIALS.AWS_SECRET_ACCESS_KEY,
    },
  });
  let errors = '';
  child.stderr.on('data', chunk => (errors = (errors + chunk).slice(-4000)));
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  closeAfter(kill);
  const url = `http://127.0.0.1:${port}`;
  await untilUp(child, url, () => errors);
  return {
    url,
    env: { ...CREDENTIALS, AWS_ENDPOINT_URL_S3: url },
    makeBucket(name) {
      mkdirSync(join(root, name));
      return join(root, name);
    },
    async close() {
      process.off('exit', kill);
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

async function untilUp(child: ChildProcess, url: string, errors: () => string): Promise<void> {
  const hasEnded = () => child.exitCode !== null;
  await until(async () => hasEnded() || (await fetch(url)), { seen: errors });
  if (hasEnded()) throw new Error(`versitygw ended: ${errors()}`);
}

/** The objects of a bucket by their keys; folders are none. */
export function objectsIn(bucket: string): Map<string, Buffer> {
  const names = readdirSync(bucket, { recursive: true, encoding: 'utf8' });
  const files = names.filter(name => !name.startsWith('.sgwtmp') && statSync(join(bucket, name)).isFile());
  return new Map(files.map(name => [name, readFileSync(join(bucket, name))]));
}

export interface Proxy {
  url: string;
  /** Method and path of every request, in order. */
  asked: string[];
  close(): Promise<void>;
}

/** Passes requests on as they are. @param refuse a request that gets no answer */
export async function proxyTo(
  url: string,
  refuse: (asked: string, count: number) => boolean = () => false,
): Promise<Proxy> {
  const asked: string[] = [];
  const { hostname, port } = new URL(url);
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const line = `${request.method} ${decodeURIComponent((request.url ?? '').replace(/\?.*/, ''))}`;
    asked.push(line);
    if (refuse(line, asked.length)) return void request.socket.destroy();
    const { method, url: path, headers } = request;
    const passed = httpRequest({ hostname, port, method, path, headers }, answer => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  });
  endAfter(server).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async close() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}
