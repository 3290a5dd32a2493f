import http, { type IncomingHttpHeaders } from 'node:http';
import https from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { SourceError } from './errors.ts';
import type { Traffic } from './source.ts';

/** How patient a client is; milliseconds. */
export interface Patience {
  /** A request that brings less than `SLOWEST` in this time is given up. */
  silence: number;
  /** Pause between two attempts: the first, doubled each time up to the most. */
  pause: number;
  mostPause: number;
  /** The longest `Retry-After` that is waited for. */
  mostRequested: number;
  attempts: number;
}

export const PATIENCE: Patience = {
  silence: 20_000,
  pause: 500,
  mostPause: 30_000,
  mostRequested: 120_000,
  attempts: 8,
};

/** Bytes a second. */
const SLOWEST = 1000;
const MOST_REDIRECTS = 3;
/** How many bytes of an unwanted answer are read to keep the connection. */
const MOST_DRAINED = 64 * 1024;
const TRY_AGAIN = new Set([408, 425, 429, 500, 502, 503, 504]);

export interface Sink {
  /** The body begins, perhaps again. @param status 200; 206 where it is the requested range */
  start(status: number, headers: IncomingHttpHeaders): void;
  /** @returns false to stop: the body is longer than requested */
  write(chunk: Buffer): boolean;
}

export interface Received {
  status: number;
  headers: IncomingHttpHeaders;
}

export interface ClientOptions {
  base: URL;
  connections: number;
  apiKey: string | null;
  userAgent?: string;
  patience: Patience;
  traffic: Traffic;
  notice?: ((message: string) => void) | undefined;
}

/** Sends GET and HEAD to one server, with retries. It never follows a redirect to another server. */
export class HttpClient {
  readonly #options: ClientOptions;
  readonly #agent: http.Agent;
  readonly #request: typeof http.request;
  #pausedUntil = 0;

  constructor(options: ClientOptions) {
    this.#options = options;
    const { protocol } = options.base;
    const agent = { keepAlive: true, maxSockets: options.connections };
    this.#agent = protocol === 'https:' ? new https.Agent(agent) : new http.Agent(agent);
    this.#request = protocol === 'https:' ? https.request : http.request;
  }

  /**
   * @param target path and query @param sink of the body, where the answer is 200 or the range that was asked for
   * @throws SourceError where there is no answer, or none but refusals
   */
  async ask(
    method: 'GET' | 'HEAD',
    target: string,
    sink: Sink,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Received> {
    const { patience } = this.#options;
    for (let attempt = 1; ; attempt++) {
      await wait(Math.max(0, this.#pausedUntil - Date.now()));
      const outcome = await this.#follow(method, target, sink, headers).catch((error: Error) => error);
      if (outcome instanceof SourceError) throw outcome;
      if (outcome instanceof SinkFailure) throw outcome.cause;
      const isOver = !(outcome instanceof Error) && !TRY_AGAIN.has(outcome.status);
      if (isOver) return outcome;
      if (attempt >= patience.attempts)
        throw new SourceError(`${target}: ${describe(outcome)}, ${attempt} times`);
      await this.#rest(attempt, outcome instanceof Error ? null : outcome);
    }
  }

  close(): void {
    this.#agent.destroy();
  }

  /** RFC 9110 §10.2.3: `Retry-After` is seconds or a date. All requests wait. */
  async #rest(attempt: number, refusal: Received | null): Promise<void> {
    const retryAfter = refusal?.headers['retry-after'];
    const { pause, mostPause, mostRequested } = this.#options.patience;
    const own = Math.min(mostPause, pause * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2);
    const requested = retryAfter === undefined ? 0 : millisecondsUntil(retryAfter);
    if (requested > 0) {
      const now = Date.now();
      // One message for all requests that are refused at a time.
      if (this.#pausedUntil <= now && refusal?.status === 429)
        this.#reportLimit(refusal, Math.min(requested, mostRequested));
      this.#pausedUntil = Math.max(this.#pausedUntil, now + Math.min(requested, mostRequested));
    }
    await wait(own);
  }

  #reportLimit({ headers }: Received, pause: number): void {
    const { base, apiKey, notice } = this.#options;
    const limit = headers['x-ratelimit-limit'];
    const allowed = typeof limit === 'string' && /^\d+$/.test(limit) ? ` of ${limit} requests a minute` : '';
    const advice =
      apiKey === null ? 'a key in SYNC_API_KEY lifts it' : 'the key in SYNC_API_KEY has no higher one';
    notice?.(
      `Waiting ${Math.ceil(pause / 1000)} s for ${base.host}, by its limit${allowed}: ${advice}, and a server of the files themselves (a CDN, a bucket's address) has none.`,
    );
  }

  async #follow(
    method: string,
    target: string,
    sink: Sink,
    headers: Readonly<Record<string, string>>,
  ): Promise<Received> {
    const { base } = this.#options;
    let url = new URL(base.origin + base.pathname.replace(/\/$/, '') + target);
    for (let redirects = 0; ; redirects++) {
      const received = await this.#once(method, url, sink, headers);
      const { location } = received.headers;
      if (![301, 302, 303, 307, 308].includes(received.status) || location === undefined) return received;
      url = new URL(location, url);
      if (url.origin !== base.origin)
        throw new SourceError(`${base.host} redirects ${target} to ${url.origin}, which is refused.`);
      if (redirects >= MOST_REDIRECTS) throw new SourceError(`${target}: too many redirects`);
    }
  }

  #once(method: string, url: URL, sink: Sink, headers: Readonly<Record<string, string>>): Promise<Received> {
    const { base, apiKey, patience, traffic, userAgent = 'pandect-sync' } = this.#options;
    traffic.requests++;
    return new Promise((resolve, reject) => {
      const request = this.#request(url, {
        method,
        agent: this.#agent,
        auth: base.username === '' ? null : [base.username, base.password].map(decodeURIComponent).join(':'),
        headers: {
          'user-agent': userAgent,
          'accept-encoding': 'gzip',
          ...(apiKey !== null && { 'x-api-key': apiKey }),
          ...headers,
        },
      });
      let taken = 0;
      let last = 0;
      const watch = setInterval(() => {
        if (taken - last < (SLOWEST * patience.silence) / 1000)
          request.destroy(new Error('the server is silent, or too slow'));
        last = taken;
      }, patience.silence);
      request.on('close', () => clearInterval(watch));
      request.on('error', reject);
      request.on('response', response => {
        response.on('data', (chunk: Buffer) => {
          taken += chunk.length;
          traffic.bytes += chunk.length;
        });
        const hasBody = response.statusCode === 200 || (response.statusCode === 206 && 'range' in headers);
        takeBody(response, method !== 'HEAD' && hasBody, sink).then(
          () => resolve({ status: response.statusCode ?? 0, headers: response.headers }),
          error => {
            request.destroy();
            reject(error);
          },
        );
      });
      request.end();
    });
  }
}

/** @throws where the body breaks off, or has a coding that was not requested */
async function takeBody(response: http.IncomingMessage, isWanted: boolean, sink: Sink): Promise<void> {
  if (!isWanted) {
    let drained = 0;
    for await (const chunk of response) {
      drained += (chunk as Buffer).length;
      // This ends the connection.
      if (drained > MOST_DRAINED) return;
    }
    return;
  }
  sink.start(response.statusCode ?? 0, response.headers);
  for await (const chunk of decoded(response)) {
    if (takes(sink, chunk as Buffer)) continue;
    response.destroy();
    return;
  }
  if (!response.complete) throw new Error('the answer broke off');
}

/** This machine failed; another attempt would not help. */
class SinkFailure extends Error {}

function takes(sink: Sink, chunk: Buffer): boolean {
  try {
    return sink.write(chunk);
  } catch (cause) {
    throw new SinkFailure('', { cause });
  }
}

function decoded(response: http.IncomingMessage): AsyncIterable<unknown> {
  const coding = response.headers['content-encoding'] ?? 'identity';
  if (coding === 'identity') return response;
  if (coding !== 'gzip')
    throw new SourceError(`The server sends the coding ${coding}, which was not asked for.`);
  const plain = createGunzip();
  response.on('error', error => plain.destroy(error));
  response.on('aborted', () => plain.destroy(new Error('the answer broke off')));
  return response.pipe(plain);
}

function millisecondsUntil(retryAfter: string): number {
  const ms = /^\d+$/.test(retryAfter) ? 1000 * Number(retryAfter) : Date.parse(retryAfter) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
}

const describe = (outcome: Received | Error): string =>
  outcome instanceof Error
    ? outcome.message || String((outcome as NodeJS.ErrnoException).code)
    : `status ${outcome.status}`;
