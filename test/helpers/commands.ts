import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { closeAfter } from '../runner/leftovers.cjs';
import { Lines } from './lines.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface Finished {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

export interface Running {
  child: ChildProcess;
  /** Its standard output and its standard error, as they come. */
  out: Lines;
  err: Lines;
  stdout(): string;
  stderr(): string;
  finished: Promise<Finished>;
}

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Settings of the machine must not reach the program under test. */
const CLEAN: NodeJS.ProcessEnv = { PATH: process.env.PATH, HOME: process.env.HOME };

export interface Surroundings {
  /** The project whose command it is. */
  root?: string;
  cwd?: string;
  /** A file descriptor that takes both outputs; without it they are kept. */
  output?: number;
  /** Whoever runs it, where that is not who runs the tests. */
  user?: { uid: number; gid: number };
}

export type Command =
  | 'start'
  | 'fetch'
  | 'import'
  | 'update'
  | 'build'
  | 'serve'
  | 'verify'
  | 'sign'
  | 'changed'
  | 'sync'
  | 'index'
  | 'edge'
  | 'keys'
  | 'mcp'
  | 'doctor'
  | 'bench';

/** Runs one of the project's commands as its npm script does. */
export function start(
  command: Command,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  { root = ROOT, cwd = root, output, user }: Surroundings = {},
): Running {
  const child = spawn(process.execPath, [`${root}/build/launch.cjs`, command, ...args], {
    cwd,
    ...user,
    env: { ...CLEAN, ...env },
    stdio: ['ignore', output ?? 'pipe', output ?? 'pipe'],
  });
  running.add(child);
  const [out, err] = [new Lines(child.stdout), new Lines(child.stderr)];
  const end = closeAfter(() => child.kill('SIGKILL'));
  const finished = once(child, 'close').then(([code, signal]) => {
    running.delete(child);
    void end();
    return { code, signal, stdout: out.text(), stderr: err.text() };
  });
  return { child, out, err, stdout: out.text, stderr: err.text, finished };
}

export const run = (
  command: Command,
  args: readonly string[],
  env?: NodeJS.ProcessEnv,
  surroundings?: Surroundings,
): Promise<Finished> => start(command, args, env, surroundings).finished;

/** A process starts within that, also where thirty others run on two processors. */
export const START_MS = 180_000;

/** Resolves when the shim says where it listens. @returns its port @throws where it ends, or says nothing in time */
export async function untilListening({ err }: Running): Promise<number> {
  const [, port] = await err.match(/listening at http:\/\/\S+:(\d+)/, { boundMs: START_MS });
  return Number(port);
}
