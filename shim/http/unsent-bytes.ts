import type { ServerResponse } from 'node:http';

/** Bounds for answers that wait in memory for their clients, in bytes. */
export interface UnsentBounds {
  all: number;
  ofClient: number;
}

const UNSENT: UnsentBounds = { all: 64 * 1024 * 1024, ofClient: 32 * 1024 * 1024 };

/** Smaller answers are not counted: the system takes them at once. */
const SMALL_BYTES = 16 * 1024;

interface Waiting {
  bytes: number;
  readers: number;
  /** The client whose share it takes: the first one. */
  client: string;
}

/**
 * Bounds the answers that wait in memory to be sent. An answer stays until its client has taken it, which takes slow clients minutes; a
 * file's stream would hold only 64 kB. Bytes for several clients count once.
 */
export class Unsent {
  readonly #bounds: UnsentBounds;
  readonly #waiting = new Map<Buffer, Waiting>();
  readonly #byClient = new Map<string, number>();
  #bytes = 0;

  constructor(bounds: UnsentBounds = UNSENT) {
    this.#bounds = bounds;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Counts an answer until it is sent or its client has left.
   * @param client the id of who asks
   * @returns false where there is no room: the answer must be streamed or refused
   */
  hold(client: string, response: ServerResponse, body: Buffer): boolean {
    if (body.length <= SMALL_BYTES || response.req.method === 'HEAD' || response.destroyed) return true;
    const waiting = this.#waiting.get(body) ?? this.#add(client, body);
    if (waiting === null) return false;
    waiting.readers++;
    response.on('close', () => {
      if (--waiting.readers === 0) this.#remove(body, waiting);
    });
    return true;
  }

  #add(client: string, body: Buffer): Waiting | null {
    const bytes = body.length;
    const { all, ofClient } = this.#bounds;
    if (this.#bytes + bytes > all || (this.#byClient.get(client) ?? 0) + bytes > ofClient) return null;
    const waiting = { bytes, readers: 0, client };
    this.#waiting.set(body, waiting);
    this.#count(client, bytes);
    return waiting;
  }

  #remove(body: Buffer, { client, bytes }: Waiting): void {
    this.#waiting.delete(body);
    this.#count(client, -bytes);
  }

  #count(client: string, bytes: number): void {
    this.#bytes += bytes;
    const own = (this.#byClient.get(client) ?? 0) + bytes;
    if (own > 0) this.#byClient.set(client, own);
    else this.#byClient.delete(client);
  }
}
