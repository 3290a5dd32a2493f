import type { FastifyReply, FastifyRequest } from 'fastify';

/** Bytes of answers that wait in memory for their clients. */
export interface UnsentBounds {
  all: number;
  /** Of these, what one client may have, whatever its tier. */
  ofClient: number;
}

const UNSENT: UnsentBounds = { all: 64 * 1024 * 1024, ofClient: 32 * 1024 * 1024 };

/** The system takes so much of an answer at once; what is smaller is not counted. */
const SMALL_BYTES = 16 * 1024;

interface Waiting {
  bytes: number;
  readers: number;
  /** Whose share it is of: the first who asked. */
  client: string;
}

/**
 * Bounds what waits in memory to be sent. An answer is there until its client has taken it, and a slow one takes minutes for what a
 * file's stream would hold 64 kB of. Bytes that several clients wait for count once.
 */
export class Unsent {
  readonly #bounds: UnsentBounds;
  readonly #waiting = new Map<Buffer, Waiting>();
  readonly #byClient = new Map<string, number>();
  #bytes = 0;

  constructor(bounds: UnsentBounds = UNSENT) {
    this.#bounds = bounds;
  }

  /** That wait now. */
  get bytes(): number {
    return this.#bytes;
  }

  /** @returns false where there is no room: the answer is to be streamed, or refused. Else it counts until it is out, or its client gone */
  hold(request: FastifyRequest, { raw }: FastifyReply, body: Buffer): boolean {
    if (body.length <= SMALL_BYTES || request.method === 'HEAD' || raw.destroyed) return true;
    const waiting = this.#waiting.get(body) ?? this.#add(request.client?.id ?? '', body);
    if (waiting === null) return false;
    waiting.readers++;
    raw.once('close', () => {
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
