import fs from 'node:fs';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';

/*
 * Where log lines go. Answers matter more than lines: a full disk, a reader that is gone and a reader that does not read
 * cost lines, never an answer. The next line that can be written says how many were lost.
 *
 * pino's own destination (sonic-boom with `maxLength` and `drop`) was tried in its place: a process whose disk is full, or whose reader
 * does not read, then never ends, since it writes the rest in its exit handler and waits for that. It also cannot put the count of lost
 * lines before the next line, nor keep the lines of several processes apart.
 */

/** Takes bytes and reports how many it wrote, and the error if any. It gets one call at a time. */
export type Sink = (bytes: Buffer, done: (written: number, error: Error | null) => void) => void;

export interface LogOptions {
  sink: Sink;
  /** Bytes that may wait for the sink, give or take a line; further lines are lost. */
  maxWaiting?: number;
  lossLine(lines: number): string;
}

const MAX_WAITING = 1024 * 1024;
const NEWLINE = 10;
/** UTF-8 takes at most so many bytes for one of JavaScript's characters. */
const MOST_BYTES = 3;
const FIRST_BYTES = 16 * 1024;

/** Text in UTF-8, in memory that is used again and again. */
class ReusedBytes {
  #buffer = Buffer.allocUnsafe(FIRST_BYTES);
  length = 0;

  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.length);
  }

  add(text: string): void {
    const most = this.length + text.length * MOST_BYTES;
    if (most > this.#buffer.length) {
      const larger = Buffer.allocUnsafe(2 * most);
      this.#buffer.copy(larger, 0, 0, this.length);
      this.#buffer = larger;
    }
    this.length += this.#buffer.write(text, this.length);
  }
}

/** A destination for pino. Lines that come while the sink is busy are written together. */
export class BoundedLog {
  readonly #options: LogOptions;
  /** Lines become bytes at once: joined strings cost more, and stay in memory until they are written. */
  #waiting = new ReusedBytes();
  /** What the sink has. */
  #sent = new ReusedBytes();
  #waitingLines = 0;
  #lost = 0;
  #lostInAll = 0;
  #isBusy = false;
  #isTorn = false;
  #onIdle: (() => void)[] = [];

  constructor(options: LogOptions) {
    this.#options = options;
  }

  get lost(): number {
    return this.#lostInAll;
  }

  write(line: string): void {
    if (this.#waiting.length + line.length > (this.#options.maxWaiting ?? MAX_WAITING)) {
      this.#lose(1);
      return;
    }
    this.#waiting.add(line);
    this.#waitingLines++;
    if (!this.#isBusy) this.#send();
  }

  /** Resolves when nothing waits any more, or after this time. */
  flush(ms: number): Promise<void> {
    if (!this.#isBusy) return Promise.resolve();
    return new Promise(resolve => {
      const timer = setTimeout(resolve, ms);
      this.#onIdle.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  #lose(lines: number): void {
    this.#lost += lines;
    this.#lostInAll += lines;
  }

  #send(): void {
    const lines = this.#waitingLines;
    const told = this.#lost;
    const notice = told > 0 ? this.#options.lossLine(told) : '';
    const first = Buffer.from(`${this.#isTorn ? '\n' : ''}${notice}`);
    const ahead = first.length;
    [this.#waiting, this.#sent] = [this.#sent, this.#waiting];
    this.#waiting.length = 0;
    const bytes = ahead > 0 ? Buffer.concat([first, this.#sent.bytes]) : this.#sent.bytes;
    this.#waitingLines = 0;
    this.#isBusy = true;
    this.#options.sink(bytes, written => {
      this.#isBusy = false;
      if (written > 0) this.#isTorn = bytes[written - 1] !== NEWLINE;
      if (written >= ahead) this.#lost -= told;
      if (written < bytes.length)
        this.#lose(lines - linesIn(bytes.subarray(ahead, Math.max(ahead, written))));
      if (this.#waitingLines > 0) return this.#send();
      for (const resolve of this.#onIdle.splice(0)) resolve();
    });
  }
}

function linesIn(bytes: Buffer): number {
  let lines = 0;
  for (const byte of bytes) if (byte === NEWLINE) lines++;
  return lines;
}

/** Standard output, whose failures never stop the process. @param isShared whether other processes write to it */
export function standardOutput(isShared = false): Sink {
  const stat = fs.fstatSync(STDOUT);
  const isFile = !stat.isFIFO() && !stat.isSocket() && !process.stdout.isTTY;
  if (isFile) return paced(fileSink(STDOUT));
  const sink = streamSink((stat.isFIFO() && ownPipe()) || process.stdout);
  return paced(isShared ? inPieces(sink) : sink);
}

/** PIPE_BUF in pipe(7): writes of several processes up to this length are not mixed. */
const PIECE_BYTES = 4096;

/** Writes whole lines, as many at a time as a piece holds. Only a longer line may be mixed with others. */
export const inPieces =
  (sink: Sink): Sink =>
  (bytes, done) => {
    const writeFrom = (start: number): void => {
      const piece = pieceAt(bytes, start);
      sink(piece, (written, error) => {
        const end = start + written;
        if (error || written < piece.length || end >= bytes.length) done(end, error);
        else writeFrom(end);
      });
    };
    writeFrom(0);
  };

function pieceAt(bytes: Buffer, start: number): Buffer {
  if (bytes.length - start <= PIECE_BYTES) return bytes.subarray(start);
  const last = bytes.lastIndexOf(NEWLINE, start + PIECE_BYTES - 1);
  const end = last >= start ? last : bytes.indexOf(NEWLINE, start);
  return bytes.subarray(start, end < 0 ? bytes.length : end + 1);
}

const PACE_MS = 10;

/** A write costs more than its lines, so under load many lines are written together. */
const paced =
  (sink: Sink): Sink =>
  (bytes, done) =>
    sink(bytes, (written, error) => setTimeout(done, PACE_MS, written, error));

const STDOUT = 1;

/**
 * Opens the pipe once more, for this process only. All holders of the inherited pipe share the flag whether a write waits for the reader,
 * and each program that inherits it (a loader's helper, too) sets the flag again.
 * @returns null where the system has no such file names
 */
function ownPipe(): Writable | null {
  try {
    const { O_WRONLY, O_NONBLOCK } = fs.constants;
    const fd = fs.openSync(`/proc/self/fd/${STDOUT}`, O_WRONLY | O_NONBLOCK);
    return new Socket({ fd, readable: false, writable: true });
  } catch {
    return null;
  }
}

function streamSink(stream: Writable): Sink {
  // Without a listener, a reader that is gone would end the process.
  stream.on('error', () => {});
  return (bytes, done) => {
    stream.write(bytes, error => done(error ? 0 : bytes.length, error ?? null));
  };
}

/** Writes to a file, which may take a part of the bytes and refuse the rest. */
export const fileSink =
  (fd: number): Sink =>
  (bytes, done) => {
    const writeFrom = (start: number): void => {
      fs.write(fd, bytes, start, bytes.length - start, null, (error, written) => {
        if (error) done(start, error);
        else if (start + written < bytes.length) writeFrom(start + written);
        else done(bytes.length, null);
      });
    };
    writeFrom(0);
  };
