import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { commandOf } from '../build/helpers.ts';

export interface Measured {
  seconds: number;
  /** Peak resident memory in MB, worker threads included; NaN where the system does not tell. */
  memory: number;
}

const POLL_MS = 50;

/** Has the system write what it still holds back, so that nobody's time is spent on what came before. */
export const settle = (): void => {
  spawnSync('sync');
};

/** Runs a command to its end. @throws where it fails */
export async function measured(command: string, args: readonly string[]): Promise<Measured> {
  settle();
  const began = performance.now();
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.on('data', chunk => {
    errors += chunk;
  });
  let memory = Number.NaN;
  const timer = setInterval(() => {
    memory = peakMemory(child.pid) ?? memory;
  }, POLL_MS);
  const code = await new Promise(resolve => child.once('close', resolve));
  clearInterval(timer);
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}\n${errors}`);
  return { seconds: (performance.now() - began) / 1000, memory };
}

/** A build in a process of its own, starting included. */
export const measuredBuild = (corpus: string, out: string, ...more: string[]): Promise<Measured> =>
  measured(process.execPath, commandOf('build', ['--corpus', corpus, '--out', out, '--keep-going', ...more]));

/** proc(5): the high-water mark, which only grows. */
function peakMemory(pid: number | undefined): number | null {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kilobytes ? Number(kilobytes) / 1024 : null;
  } catch {
    return null;
  }
}

export const seconds = ({ seconds: value }: Measured): string => `${value.toFixed(2)} s`;
