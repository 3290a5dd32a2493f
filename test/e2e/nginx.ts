import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type Answer, exchange, type RequestHeaders } from '../helpers/shim.ts';
import { temporaryFolder } from '../helpers/tree.ts';

export interface Nginx {
  /** Sends a GET. */
  get(url: string, headers?: RequestHeaders): Promise<Answer>;
  request(method: string, url: string): Promise<Answer>;
  close(): Promise<void>;
}

/** Whether nginx is there. Where it is not, the tests say that they are skipped, and fail in CI. */
export function hasNginx(env: NodeJS.ProcessEnv = process.env): boolean {
  if (spawnSync('nginx', ['-v']).status === 0) return true;
  if (env.CI === 'true') throw new Error('There is no nginx, and in CI these tests must run');
  console.log('SKIPPED: there is no nginx; tests of a plain file server do not run');
  return false;
}

/** Serves a tree with nginx, by the configuration that users are shown. @param shimPort where the rest goes */
export async function startNginx(dist: string, shimPort: number): Promise<Nginx> {
  const port = await freePort();
  const folder = temporaryFolder();
  const site = readFileSync(new URL('./nginx.conf', import.meta.url), 'utf8')
    .replace('listen 8080;', `listen 127.0.0.1:${port};`)
    .replace('root /srv/pandect/dist;', `root ${dist};`)
    .replace('http://127.0.0.1:3000', `http://127.0.0.1:${shimPort}`);
  writeFileSync(join(folder, 'site.conf'), site);
  writeFileSync(join(folder, 'nginx.conf'), mainConfiguration(folder));
  mkdirSync(join(folder, 'temp'));
  const child = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder, '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  const request = (method: string, path: string, headers: RequestHeaders = {}): Promise<Answer> =>
    exchange({ host: '127.0.0.1', port, method, path, headers });
  await untilUp(child, () => request('GET', '/api/stats'));
  return {
    get: (url, headers) => request('GET', url, headers),
    request,
    async close() {
      process.off('exit', kill);
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

const mainConfiguration = (folder: string): string => `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
master_process off;
pid ${folder}/nginx.pid;
events {}
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(name => `${name}_temp_path ${folder}/temp/${name};`).join('\n  ')}
  include site.conf;
}
`;

async function untilUp(child: ChildProcess, ask: () => Promise<unknown>): Promise<void> {
  for (let attempt = 0; attempt < 400; attempt++) {
    if (child.exitCode !== null) throw new Error(`nginx ended with exit code ${child.exitCode}`);
    const isUp = await ask().then(
      () => true,
      () => false,
    );
    if (isUp) return;
    await new Promise(resolve => setTimeout(resolve, 25));
  }
  throw new Error('nginx did not answer within 10 seconds');
}

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
