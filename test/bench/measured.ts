import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { commandOf } from '../helpers/builds.ts';

export interface Measured {
  seconds: number;
  /** Processor time of the command and its children, in seconds; NaN where the system does not tell. */
  processor: number;
  /** Peak resident memory in MB, worker threads included; NaN where the system does not tell. */
  memory: number;
  /** What the command told of its progress: phases with their seconds, in the order of their ends. The first has the start of all in it. */
  phases: [name: string, seconds: number][];
}

const POLL_MS = 50;
/** As `build/report/progress.ts` prints where there is no terminal. */
const PROGRESS = /^([a-z ]+): \d+ of \d+ /gm;

/** Has the system write what it still holds back, so that nobody's time is spent on what came before. */
export const settle = (): void => {
  spawnSync('sync');
};

/** Runs a command to its end. @throws where it fails */
export async function measured(command: string, args: readonly string[]): Promise<Measured> {
  settle();
  const before = processorOfChildren();
  const began = performance.now();
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  /** When each phase was last told of, in seconds. */
  const ends = new Map<string, number>();
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    errors += chunk;
    for (const [, phase = ''] of chunk.matchAll(PROGRESS))
      ends.set(phase, (performance.now() - began) / 1000);
  });
  let memory = Number.NaN;
  const timer = setInterval(() => {
    memory = peakMemory(child.pid) ?? memory;
  }, POLL_MS);
  const code = await new Promise(resolve => child.once('close', resolve));
  clearInterval(timer);
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}\n${errors}`);
  const seconds = (performance.now() - began) / 1000;
  const times = [...ends, ['the rest', seconds] as const];
  const phases = times.map(([name, end], i): [string, number] => [name, end - (times[i - 1]?.[1] ?? 0)]);
  return { seconds, processor: processorOfChildren() - before, memory, phases };
}

/** Clock ticks of Linux. */
const TICKS_A_SECOND = 100;

/** proc(5): `cutime` and `cstime`, the processor time of all children that have ended, in seconds. */
const processorOfChildren = (): number => processorTime('self', 13);

/** proc(5): `utime` and `stime`, the processor time of a running process and its threads, in seconds; NaN where the system does not tell. */
export const processorOf = (pid: number): number => processorTime(String(pid), 11);

/** @param field of the first of two times, counted from the one behind the command's name */
function processorTime(pid: string, field: number): number {
  try {
    const [, fields = ''] = /\) (.*)$/s.exec(fs.readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    const [user, system] = fields
      .split(' ')
      .slice(field, field + 2)
      .map(Number);
    return ((user ?? Number.NaN) + (system ?? Number.NaN)) / TICKS_A_SECOND;
  } catch {
    return Number.NaN;
  }
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

export const seconds = ({ seconds: value }: Pick<Measured, 'seconds'>): string => `${value.toFixed(2)} s`;

/** One line for a person. */
export const described = (result: Measured): string =>
  `${seconds(result)}, peak memory ${result.memory.toFixed(0)} MB (${result.phases
    .map(([name, time]) => `${name} ${time.toFixed(1)} s`)
    .join(', ')})`;

/** @returns how long work in this process took, in seconds */
export function timed(work: () => void): number {
  settle();
  const began = performance.now();
  work();
  return (performance.now() - began) / 1000;
}
