import { dayOf, writeDays } from './days-folder.ts';

const WRITE_EVERY_MS = 60_000;
const DAY_MS = 86_400_000;

export interface DaysRecorderOptions {
  /** Gets one message each time that days can no longer be written. */
  warn: (message: string) => void;
  now: () => number;
}

/** Notes the last day of use of each key, once a minute on the disk. Failures harm no key. */
export class DaysRecorder {
  readonly #folder: string;
  readonly #options: DaysRecorderOptions;
  #today = '';
  /** The bounds of today, in Unix time. */
  #begins = Number.POSITIVE_INFINITY;
  #ends = Number.NEGATIVE_INFINITY;
  /** Keys used today. Only valid keys are noted, so there are no more than the keys file has. */
  #seen = new Set<string>();
  readonly #unwritten = new Map<string, string>();
  #isWarned = false;
  #writing: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | null = null;

  constructor(folder: string, options: DaysRecorderOptions) {
    this.#folder = folder;
    this.#options = options;
  }

  /** Called for every request with a key: most calls are one look into a set. @param now Unix time in milliseconds */
  note(id: string, now: number): void {
    if (now < this.#begins || now >= this.#ends) this.#beginDay(now);
    if (this.#seen.has(id)) return;
    this.#seen.add(id);
    if (this.#today > (this.#unwritten.get(id) ?? '')) this.#unwritten.set(id, this.#today);
  }

  #beginDay(now: number): void {
    this.#today = dayOf(now);
    this.#begins = Date.parse(this.#today);
    this.#ends = this.#begins + DAY_MS;
    this.#seen = new Set();
  }

  start(): void {
    this.#timer = setInterval(() => this.write(), WRITE_EVERY_MS).unref();
  }

  write(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  close(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    return this.write();
  }

  async #write(): Promise<void> {
    try {
      await writeDays(this.#folder, this.#unwritten, this.#options.now());
      this.#isWarned = false;
    } catch (error) {
      if (this.#isWarned) return;
      this.#isWarned = true;
      this.#options.warn(
        `The days of use of keys cannot be written: ${(error as Error).message}. Keys work as ever; KEYS_USAGE names another folder, or off.`,
      );
    }
  }
}
