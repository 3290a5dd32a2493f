import { createRequire } from 'node:module';
import type { SingleBar } from 'cli-progress';

/** Loaded only for terminals: loading takes as long as scanning a corpus of thousands of files. */
const cliProgress = () => createRequire(import.meta.url)('cli-progress') as typeof import('cli-progress');

/** Shows how long work takes: a bar in a terminal, plain lines elsewhere. */
export interface Progress {
  /** Begins a phase, ends the one before. @param work an estimate in the unit of `advance`; default: `total` */
  start(phase: string, total: number, work?: number): void;
  advance(count: number, work?: number): void;
  stop(): void;
}

export const silent: Progress = { start() {}, advance() {}, stop() {} };

/** Waits, as a phase of its own, for work that has begun already. */
export async function shown<T>(progress: Progress, phase: string, work: Promise<T>): Promise<T> {
  progress.start(phase, 1);
  const result = await work;
  progress.advance(1);
  return result;
}

/** @param now returns milliseconds */
export function makeProgress(stream: NodeJS.WriteStream, now: () => number): Progress {
  return stream.isTTY ? barProgress(stream, now) : lineProgress(stream, now);
}

const perSecond = (count: number, milliseconds: number): string =>
  Math.round(count / Math.max(milliseconds / 1000, 0.001)).toLocaleString('en-US');

/** A phase under way: how much is done, and how long the rest takes at the same rate. */
class Phase {
  readonly name: string;
  readonly total: number;
  readonly #work: number;
  readonly #began: number;
  done = 0;
  #workDone = 0;

  constructor(name: string, total: number, work: number, began: number) {
    this.name = name;
    this.total = total;
    this.#work = work;
    this.#began = began;
  }

  advance(count: number, work: number): void {
    this.done += count;
    this.#workDone += work;
  }

  rate(now: number): string {
    return perSecond(this.done, now - this.#began);
  }

  /** Tells a person the time left; null where nothing, or everything, is done. */
  left(now: number): string | null {
    if (this.#workDone === 0 || this.done >= this.total) return null;
    // An estimate of the work may be too low: the rest is never negative.
    const share = Math.max(0, this.#work - this.#workDone) / this.#workDone;
    return formatDuration(((now - this.#began) * share) / 1000);
  }
}

/** `42s`, `3m10s`, `2h05m` */
export function formatDuration(seconds: number): string {
  const whole = Math.round(seconds);
  const two = (number: number) => String(number).padStart(2, '0');
  if (whole < 60) return `${whole}s`;
  const minutes = Math.floor(whole / 60);
  return minutes < 60
    ? `${minutes}m${two(whole % 60)}s`
    : `${Math.floor(minutes / 60)}h${two(minutes % 60)}m`;
}

function barProgress(stream: NodeJS.WriteStream, now: () => number): Progress {
  let bar: SingleBar | null = null;
  let phase: Phase | null = null;
  const stop = (): void => {
    bar?.stop();
    bar = null;
    phase = null;
  };
  return {
    start(name, total, work = total) {
      stop();
      phase = new Phase(name, total, work, now());
      const { SingleBar: Bar, Presets } = cliProgress();
      const format = '{phase} {bar} {percentage}%  {value}/{total}  {rate}/s  {left}';
      bar = new Bar({ stream, format, hideCursor: true }, Presets.shades_grey);
      bar.start(total, 0, { phase: name.padEnd(12), rate: '–', left: '' });
    },
    advance(count, work = count) {
      if (!phase) return;
      phase.advance(count, work);
      const left = phase.left(now());
      bar?.increment(count, { rate: phase.rate(now()), left: left === null ? '' : `${left} left` });
    },
    stop,
  };
}

const LINE_INTERVAL_MS = 5000;

function lineProgress(stream: NodeJS.WriteStream, now: () => number): Progress {
  let phase: Phase | null = null;
  let printed = 0;
  const print = (): void => {
    if (!phase) return;
    printed = now();
    const left = phase.left(printed);
    const pace = `${phase.rate(printed)}/s${left === null ? '' : `, ${left} left`}`;
    stream.write(`${phase.name}: ${phase.done} of ${phase.total} (${pace})\n`);
  };
  const stop = (): void => {
    print();
    phase = null;
  };
  return {
    start(name, total, work = total) {
      stop();
      printed = now();
      phase = new Phase(name, total, work, printed);
    },
    advance(count, work = count) {
      phase?.advance(count, work);
      if (now() - printed >= LINE_INTERVAL_MS) print();
    },
    stop,
  };
}
