import { EventEmitter } from 'node:events';
import type { Readable } from 'node:stream';
import { type Watching, within } from './until.ts';

/** The lines of a program's output. Each is read once, when it comes: nobody searches the whole text again and again. */
export class Lines {
  /** Those that have come, without their ends. */
  readonly all: readonly string[] = [];
  readonly #events = new EventEmitter().setMaxListeners(0);
  #text = '';
  #open = 0;

  /** @param streams what the program writes to; their lines are mixed in the order in which they come */
  constructor(...streams: (Readable | null)[]) {
    for (const stream of streams) if (stream) this.#read(stream);
  }

  /** The whole output so far. */
  text = (): string => this.#text;

  /** Calls the listener with each line, first with those that have come. */
  onLine(listener: (line: string) => void): void {
    this.all.forEach(listener);
    this.#events.on('line', listener);
  }

  /**
   * Waits for a line that matches; one that has come counts.
   *
   * @throws Error where the output ends before, or time does, with the end of the output
   */
  async match(pattern: RegExp, watching?: Pick<Watching, 'boundMs'>): Promise<RegExpExecArray> {
    let found: RegExpExecArray | null = null;
    let read = 0;
    await this.until(() => {
      while (found === null && read < this.all.length) found = pattern.exec(this.all[read++] as string);
      return found !== null;
    }, watching);
    return found as unknown as RegExpExecArray;
  }

  /**
   * Waits until something is so. It looks now and after each line, not in between.
   *
   * @throws Error where the output ends before, or time does, with the end of the output
   */
  async until(isSo: () => boolean, watching?: Pick<Watching, 'boundMs'>): Promise<void> {
    const over = new AbortController();
    const sought = new Promise<void>((resolve, reject) => {
      const look = (): void => {
        try {
          if (isSo()) resolve();
          else if (this.#open === 0) reject(new Error(`The output ended: ${this.#text.slice(-4000)}`));
        } catch (error) {
          reject(error);
        }
      };
      this.#events.on('line', look).on('end', look);
      over.signal.addEventListener('abort', () => this.#events.off('line', look).off('end', look));
      look();
    });
    await within(sought, { seen: this.text, ...watching }).finally(() => over.abort());
  }

  #read(stream: Readable): void {
    let rest = '';
    this.#open++;
    stream.setEncoding('utf8');
    stream.on('data', (chunk: string) => {
      this.#text += chunk;
      const [first = '', ...others] = chunk.split('\n');
      rest += first;
      for (const next of others) {
        this.#add(rest);
        rest = next;
      }
    });
    stream.once('close', () => {
      if (rest !== '') this.#add(rest);
      this.#open--;
      this.#events.emit('end');
    });
  }

  #add(line: string): void {
    (this.all as string[]).push(line);
    this.#events.emit('line', line);
  }
}
