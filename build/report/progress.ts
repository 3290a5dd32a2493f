import { createRequire } from 'node:module';
import type { SingleBar } from 'cli-progress';

/** Loaded where there is a terminal: it takes as long as looking through a corpus of thousands of files. */
const cliProgress = () => createRequire(import.meta.url)('cli-progress') as typeof import('cli-progress');

/** Tells how long work goes on: a bar in a terminal, plain lines elsewhere. */
export interface Progress {
  /** Begins a phase; the one before it ends. */
  start(phase: string, total: number): void;
  advance(count: number): void;
  stop(): void;
}

export const silent: Progress = { start() {}, advance() {}, stop() {} };

/** @param now milliseconds */
export function makeProgress(stream: NodeJS.WriteStream, now: () => number): Progress {
  return stream.isTTY ? new BarProgress(stream, now) : new LineProgress(stream, now);
}

const perSecond = (count: number, milliseconds: number): string =>
  Math.round(count / Math.max(milliseconds / 1000, 0.001)).toLocaleString('en-US');

class BarProgress implements Progress {
  readonly #stream: NodeJS.WriteStream;
  readonly #now: () => number;
  #bar: SingleBar | null = null;
  #began = 0;
  #done = 0;

  constructor(stream: NodeJS.WriteStream, now: () => number) {
    this.#stream = stream;
    this.#now = now;
  }

  start(phase: string, total: number): void {
    this.stop();
    this.#began = this.#now();
    this.#done = 0;
    const { SingleBar: Bar, Presets } = cliProgress();
    this.#bar = new Bar(
      {
        stream: this.#stream,
        format: '{phase} {bar} {percentage}%  {value}/{total}  {rate}/s  {eta_formatted} left',
        etaBuffer: 200,
        hideCursor: true,
      },
      Presets.shades_grey,
    );
    this.#bar.start(total, 0, { phase: phase.padEnd(12), rate: '–' });
  }

  advance(count: number): void {
    this.#done += count;
    this.#bar?.increment(count, { rate: perSecond(this.#done, this.#now() - this.#began) });
  }

  stop(): void {
    this.#bar?.stop();
    this.#bar = null;
  }
}

const LINE_INTERVAL_MS = 5000;

class LineProgress implements Progress {
  readonly #stream: NodeJS.WriteStream;
  readonly #now: () => number;
  #phase: { name: string; total: number; began: number; printed: number; done: number } | null = null;

  constructor(stream: NodeJS.WriteStream, now: () => number) {
    this.#stream = stream;
    this.#now = now;
  }

  start(name: string, total: number): void {
    this.stop();
    const now = this.#now();
    this.#phase = { name, total, began: now, printed: now, done: 0 };
  }

  advance(count: number): void {
    const phase = this.#phase;
    if (!phase) return;
    phase.done += count;
    const now = this.#now();
    if (now - phase.printed < LINE_INTERVAL_MS) return;
    phase.printed = now;
    this.#print(phase.done);
  }

  stop(): void {
    if (this.#phase) this.#print(this.#phase.done);
    this.#phase = null;
  }

  #print(done: number): void {
    const phase = this.#phase;
    if (!phase) return;
    const rate = perSecond(done, this.#now() - phase.began);
    this.#stream.write(`${phase.name}: ${done} of ${phase.total} (${rate}/s)\n`);
  }
}
