import { setTimeout as wait } from 'node:timers/promises';
import { SourceError } from '../sync/errors.ts';
import { HttpClient, PATIENCE, type Patience, type Received, type Sink } from '../sync/http-client.ts';
import type { Traffic } from '../sync/source.ts';

export const HOSTS = {
  olrc: 'uscode.house.gov',
  govinfo: 'www.govinfo.gov',
  ecfr: 'www.ecfr.gov',
  register: 'www.federalregister.gov',
} as const;

export type Host = (typeof HOSTS)[keyof typeof HOSTS];

/** A place gives no answer, or an unexpected one. */
export class FetchError extends Error {}

/** Bytes of a listing. */
const MOST_LISTED = 32 * 1024 * 1024;

export interface OfficialClientOptions {
  /** A server that has the hosts as first segments of its paths; null for the places themselves. */
  from: URL | null;
  userAgent: string;
  /** Milliseconds between the starts of two requests, at least. */
  pause: number;
  patience?: Patience;
}

/** Asks the official places, one request at a time, with a pause between two. */
export class OfficialClient {
  readonly traffic: Traffic = { requests: 0, bytes: 0 };
  readonly #options: OfficialClientOptions;
  readonly #clients = new Map<Host, HttpClient>();
  #next = 0;

  constructor(options: OfficialClientOptions) {
    this.#options = options;
  }

  /** @param target path and query @throws FetchError where there is no answer */
  async ask(host: Host, target: string, sink: Sink, headers: Record<string, string> = {}): Promise<Received> {
    await wait(this.#next - performance.now());
    this.#next = performance.now() + this.#options.pause;
    try {
      return await this.#clientOf(host).ask('GET', target, sink, headers);
    } catch (error) {
      if (error instanceof SourceError) throw new FetchError(`${host}: ${error.message}`);
      throw error;
    }
  }

  /** @returns a listing; null where there is none (404) @throws FetchError */
  async text(host: Host, target: string, accept: string): Promise<string | null> {
    const body = new Text();
    const { status } = await this.ask(host, target, body, { accept });
    if (body.isTooLong) throw new FetchError(`${host}${target} has more than ${MOST_LISTED} bytes.`);
    if (status === 404) return null;
    if (status !== 200) throw new FetchError(`${host}${target}: status ${status}`);
    return body.text();
  }

  /** @returns null where there is none (404) @throws FetchError */
  async json(host: Host, target: string): Promise<unknown> {
    const text = await this.text(host, target, 'application/json');
    if (text === null) return null;
    try {
      return JSON.parse(text);
    } catch {
      throw new FetchError(`${host}${target} is not JSON.`);
    }
  }

  close(): void {
    for (const client of this.#clients.values()) client.close();
  }

  #clientOf(host: Host): HttpClient {
    const known = this.#clients.get(host);
    if (known) return known;
    const { from, userAgent, patience = PATIENCE } = this.#options;
    const base = new URL(from === null ? `https://${host}` : `${from.href.replace(/\/$/, '')}/${host}`);
    const client = new HttpClient({
      ...{ base, connections: 1, apiKey: null, patience },
      ...{ userAgent, traffic: this.traffic },
    });
    this.#clients.set(host, client);
    return client;
  }
}

class Text implements Sink {
  #chunks: Buffer[] = [];
  #bytes = 0;
  isTooLong = false;

  start(): void {
    this.#chunks = [];
    this.#bytes = 0;
  }

  write(chunk: Buffer): boolean {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    this.isTooLong = this.#bytes > MOST_LISTED;
    return !this.isTooLong;
  }

  text(): string {
    return Buffer.concat(this.#chunks).toString();
  }
}
