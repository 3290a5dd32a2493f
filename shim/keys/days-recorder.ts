import { type Days, dayOf, newest } from './days.ts';
import { foldDays, newDaysFile, writeDays } from './days-folder.ts';

/** So long a use may go unwritten. */
const WRITE_EVERY_MS = 60_000;
const DAY_MS = 86_400_000;
/** How often what ended processes have left is looked for. */
const FOLD_EVERY_MS = 3_600_000;

export interface DaysRecorderOptions {
  /** Told once for each time that days cannot be written any more. */
  warn: (message: string) => void;
  /** Unix time in milliseconds. */
  now: () => number;
}

/**
 * Notes the last day on which each key was used: in memory, and from there into a file of this process, once a minute at most and
 * only where a key has been used for the first time on a day. That it cannot be written harms nothing.
 */
export class DaysRecorder {
  readonly #folder: string;
  readonly #options: DaysRecorderOptions;
  readonly #file = newDaysFile();
  #days: Days = new Map();
  #today = '';
  /** Today, in Unix time. */
  #begins = Number.POSITIVE_INFINITY;
  #ends = Number.NEGATIVE_INFINITY;
  /** The keys of today. Only valid ones are noted, so there are no more than there are keys. */
  #seen = new Set<string>();
  #isWritten = true;
  #isTold = false;
  #folded = Number.NEGATIVE_INFINITY;
  #writing: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | null = null;

  constructor(folder: string, options: DaysRecorderOptions) {
    this.#folder = folder;
    this.#options = options;
  }

  /** For every request with a key: a look into a set. @param now Unix time in milliseconds */
  note(id: string, now: number): void {
    if (now < this.#begins || now >= this.#ends) this.#turn(now);
    if (this.#seen.has(id)) return;
    this.#seen.add(id);
    this.#isWritten = false;
  }

  #turn(now: number): void {
    this.#gather();
    this.#today = dayOf(now);
    this.#begins = Date.parse(this.#today);
    this.#ends = this.#begins + DAY_MS;
    this.#seen = new Set();
  }

  #gather(): void {
    this.#days = newest(this.#days, new Map([...this.#seen].map(id => [id, this.#today])));
  }

  /** Writes every minute from now on. Keeps no process alive. */
  start(): void {
    this.#timer = setInterval(() => this.write(), WRITE_EVERY_MS).unref();
  }

  /** Writes what is not written yet. Never rejects. */
  write(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  /** Writes for the last time. */
  close(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    return this.write();
  }

  async #write(): Promise<void> {
    if (this.#isWritten) return;
    this.#isWritten = true;
    this.#gather();
    const now = this.#options.now();
    try {
      await writeDays(this.#folder, this.#file, this.#days);
      if (now - this.#folded >= FOLD_EVERY_MS || now < this.#folded) {
        this.#folded = now;
        this.#days = newest(this.#days, await foldDays(this.#folder, this.#file, this.#days, now));
      }
      this.#isTold = false;
    } catch (error) {
      this.#isWritten = false;
      if (this.#isTold) return;
      this.#isTold = true;
      this.#options.warn(
        `The days of use of keys cannot be written: ${(error as Error).message}. Keys work as ever; KEYS_USAGE names another folder, or off.`,
      );
    }
  }
}
