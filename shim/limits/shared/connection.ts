import type { Count } from '../windows.ts';
import { PROBE, SCRIPT, SCRIPT_SHA, storeKey } from './count-script.ts';
import type { StoreAddress } from './store-address.ts';
import { newClient } from './store-client.ts';

const CONNECT_MS = 1000;
/** How long a request waits for the store by default, in milliseconds. */
const ANSWER_MS = 100;
const PROBE_WINDOW_MS = 1000;

/** One connection to the store, from when it can count until the first failure. */
export interface Connection {
  readonly inFlight: number;
  /** @param isCounted false tells only @throws where the store does not answer in time, or refuses */
  count(client: string, length: number, isCounted: boolean): Promise<Count>;
  /** Unfinished requests fail at once. */
  close(): void;
}

/**
 * Connects, and lets the store count once: this detects a replica, a full memory, or a user without permission.
 * @param onEnd the connection has ended by itself
 * @throws Error with the store's or the system's message, which has no password in it
 */
export async function openConnection(
  address: StoreAddress,
  onEnd: (error: Error) => void,
  answerMs = ANSWER_MS,
): Promise<Connection> {
  const client = await newClient(address, CONNECT_MS);
  client.on('error', onEnd);
  let inFlight = 0;

  async function count(client: string, length: number, isCounted: boolean): Promise<Count> {
    const rest = ['1', storeKey(client), String(length), isCounted ? '1' : '0'];
    inFlight++;
    try {
      return readCount(await within(answerMs, run(rest)), length, isCounted);
    } finally {
      inFlight--;
    }
  }

  async function run(rest: readonly string[]): Promise<unknown> {
    try {
      return await client.sendCommand(['EVALSHA', SCRIPT_SHA, ...rest]);
    } catch (error) {
      // The store was restarted, or somebody flushed its scripts.
      if (!(error as Error).message.startsWith('NOSCRIPT')) throw error;
      return client.sendCommand(['EVAL', SCRIPT, ...rest]);
    }
  }

  const close = (): void => client.destroy();
  try {
    await within(CONNECT_MS, client.connect());
    await count(PROBE, PROBE_WINDOW_MS, true);
  } catch (error) {
    close();
    throw error;
  }
  client.unref();
  return {
    get inFlight() {
      return inFlight;
    },
    count,
    close,
  };
}

/** The highest plausible count: limits are thousands, and clients over their limit are not counted in the store. */
const MOST_REQUESTS = 1_000_000;

/** Accepts two plausible integers; another server could switch limits off or refuse all. @throws Error */
function readCount(reply: unknown, length: number, isCounted: boolean): Count {
  const [current, ttl] = Array.isArray(reply) && reply.length === 2 ? reply : [];
  if (isWithin(current, isCounted ? 1 : 0, MOST_REQUESTS) && isWithin(ttl, 0, length))
    return { current, ttl };
  throw new Error('it answers something else than a count');
}

const isWithin = (value: unknown, least: number, most: number): value is number =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= most;

function within<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const expire = () => reject(new Error(`it does not answer within ${ms} ms`));
    // If this process itself was busy, the answer may have arrived unread: setImmediate lets it be read first.
    const timer = setTimeout(() => setImmediate(expire), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
