import { type Count, type Counter, Windows } from '../windows.ts';
import { type Connection, openConnection } from './connection.ts';
import { type StoreAddress, shownAddress } from './store-address.ts';

/** How many requests wait for the store at a time; further ones are counted here. */
const MAX_IN_FLIGHT = 4096;
/** Pauses before another attempt to connect, in milliseconds. After a connection that lasted for `good`, they begin with the first. */
const PAUSES = { first: 100, longest: 1000, good: 10_000 };

export interface StoreStatus {
  /** Without user and password. */
  address: string;
  isConnected: boolean;
  /** Unix milliseconds. */
  since: number;
  /** Why it is away; null where it is not. */
  problem: string | null;
  /** Requests that this process counted itself since its start, because the store could not. */
  countedHere: number;
}

export interface SharedWindowsOptions {
  address: StoreAddress;
  log: { info(message: string): void; warn(message: string): void };
  now(): number;
  /** Milliseconds that a request waits for the store at most. */
  answerMs?: number;
  pauses?: typeof PAUSES;
}

/**
 * Counters in a store that several processes share. While the store is away, each process counts for itself, beginning with the last
 * count it got, and reconnects in the background without delaying requests. A window that this process knows never ends early, even if
 * the store comes back and has forgotten it; so no process lets a client exceed its limit in a window.
 */
export class SharedWindows implements Counter {
  readonly #options: SharedWindowsOptions;
  readonly #here: Windows;
  #connection: Connection | null = null;
  #isClosed = false;
  readonly #pauses: typeof PAUSES;
  #pause: number;
  #timer: NodeJS.Timeout | undefined;
  #status: StoreStatus;
  /** {@link StoreStatus.countedHere} when the store went away. */
  #countedBefore = 0;

  constructor(options: SharedWindowsOptions) {
    this.#options = options;
    this.#here = new Windows(options.now);
    this.#pauses = options.pauses ?? PAUSES;
    this.#pause = this.#pauses.first;
    const address = shownAddress(options.address);
    this.#status = { address, isConnected: false, since: Date.now(), problem: null, countedHere: 0 };
  }

  get status(): Readonly<StoreStatus> {
    return this.#status;
  }

  incr(client: string, length: number, max = Number.POSITIVE_INFINITY): Count | Promise<Count> {
    // A refused client stays refused until the window ends, so a flood of its requests does not reach the store.
    if (this.#here.read(client, length).current >= max) return this.#here.incr(client, length);
    return this.#ask(client, length, true);
  }

  read(client: string, length: number): Count | Promise<Count> {
    return this.#ask(client, length, false);
  }

  /** Connects to the store. Resolves after the first attempt, successful or not. */
  async open(): Promise<void> {
    const { address, answerMs } = this.#options;
    let connection: Connection | null = null;
    const lose = (error: Error): void => {
      if (connection !== null) this.#lose(connection, error);
    };
    try {
      connection = await openConnection(address, lose, answerMs);
      if (this.#isClosed) connection.close();
      else this.#find(connection);
    } catch (error) {
      this.#miss(error as NodeJS.ErrnoException);
    }
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#connection?.close();
    this.#connection = null;
  }

  #ask(client: string, length: number, isCounted: boolean): Count | Promise<Count> {
    const connection = this.#connection;
    if (connection === null || connection.inFlight >= MAX_IN_FLIGHT)
      return this.#countHere(client, length, isCounted);
    const requestedAt = this.#options.now();
    return connection.count(client, length, isCounted).then(
      count =>
        this.#here.adopt(client, length, count, requestedAt) ? count : this.#known(client, length, isCounted),
      error => {
        this.#lose(connection, error);
        return this.#countHere(client, length, isCounted);
      },
    );
  }

  #countHere(client: string, length: number, isCounted: boolean): Count {
    if (isCounted) this.#status.countedHere++;
    return this.#known(client, length, isCounted);
  }

  #known(client: string, length: number, isCounted: boolean): Count {
    return isCounted ? this.#here.incr(client, length) : this.#here.read(client, length);
  }

  #find(connection: Connection): void {
    const { address, problem, countedHere } = this.#status;
    this.#connection = connection;
    this.#status = { ...this.#status, isConnected: true, since: Date.now(), problem: null };
    if (problem === null) return;
    const counted = countedHere - this.#countedBefore;
    this.#options.log.info(
      `The store of the rate limits at ${address} is back; meanwhile ${counted} requests were counted here.`,
    );
  }

  #lose(connection: Connection, error: Error): void {
    if (this.#connection !== connection) return;
    this.#connection = null;
    connection.close();
    if (Date.now() - this.#status.since > this.#pauses.good) this.#pause = this.#pauses.first;
    this.#miss(error);
  }

  #miss({ message, code }: NodeJS.ErrnoException): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => this.open(), this.#pause).unref();
    this.#pause = Math.min(2 * this.#pause, this.#pauses.longest);
    if (this.#status.problem !== null) return;
    // There is no message where a name has several addresses and none of them answers.
    const problem = message || code || 'it cannot be reached';
    this.#countedBefore = this.#status.countedHere;
    this.#status = { ...this.#status, isConnected: false, since: Date.now(), problem };
    this.#options.log.warn(
      `The store of the rate limits at ${this.#status.address} is away (${problem}): until it is back each process counts for itself.`,
    );
  }
}
