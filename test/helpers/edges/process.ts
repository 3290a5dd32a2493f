import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import type { EdgeTarget } from '../../../build/edge/target.ts';
import { closeAfter } from '../../runner/leftovers.cjs';
import { exchange } from '../shim.ts';
import { temporaryFolder } from '../tree.ts';
import { until } from '../until.ts';
import type { EdgeStart, RunningEdge } from './edge.ts';

/** Edges that are programs on this machine, run with what `npm run edge` writes for them. */

export const hindranceOf = (program: string, versionFlag: string) => (): string | null =>
  spawnSync(program, [versionFlag]).status === 0 ? null : `there is no ${program}`;

export interface Program {
  target: EdgeTarget;
  /** Makes ready what the target's files do not have. @returns the command that serves in the foreground */
  command(folder: string, port: number): readonly [string, ...string[]];
}

export async function startProgram({ target, command }: Program, start: EdgeStart): Promise<RunningEdge> {
  const port = await freePort();
  const folder = temporaryFolder();
  const files = await target.files({ ...start, listen: { host: '127.0.0.1', port } });
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  const [program, ...args] = command(folder, port);
  const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.on('data', chunk => (errors = (errors + chunk).slice(-4000)));
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  closeAfter(kill);
  await untilUp(child, port, () => errors);
  return {
    base: new URL(`http://127.0.0.1:${port}`),
    async stop() {
      process.off('exit', kill);
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function untilUp(child: ChildProcess, port: number, errors: () => string): Promise<void> {
  const hasEnded = () => child.exitCode !== null;
  const answers = () => exchange({ host: '127.0.0.1', port, path: '/api/stats' });
  await until(async () => hasEnded() || (await answers()), { seen: errors });
  if (hasEnded()) throw new Error(`The server ended: ${errors()}`);
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
