import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './pandect-api.ts';

/**
 * A client of Pandect, typed by the description of the API. It reads lists page by page, keeps answers and only asks whether
 * they have changed, and waits as long as the server says. Copy and change it; it needs only `openapi-fetch`.
 */

export type Source = 'usc' | 'ecfr' | 'fr';
export type Schemas = components['schemas'];
/** A document as lists show it. */
export type Listed<S extends Source> = Schemas[`${Capitalize<S>}ListItem`];
/** Filters, order and page size. `cursor: ''` pages by cursors: changes in the meantime neither skip nor repeat documents. */
export type ListQuery<S extends Source> = NonNullable<
  paths[`/api/${S}/documents`]['get']['parameters']['query']
>;
export interface Page<S extends Source> {
  data: Listed<S>[];
  meta: Schemas['DocumentMeta'];
  pagination: Schemas['Pagination'];
}

export interface Options {
  /** Address of the server, such as `https://law.example.org`. */
  baseUrl: string;
  /** A key that lifts the limit of requests. */
  key?: string;
  /** Most seconds that a request waits in all. If the server asks for more, the caller gets its answer. */
  patience?: number;
  /** Number of answers that are kept. Those of more than 1 MB are not kept. */
  kept?: number;
  fetch?: Send;
}

export type Send = (request: Request) => Promise<Response>;

export interface Pandect extends Client<paths, 'application/json'> {
  /** The pages of a list. @throws ApiFailure */
  pages<S extends Source>(source: S, query?: ListQuery<S>): AsyncGenerator<Page<S>, void>;
  /** The documents of a list, page after page. @throws ApiFailure */
  documents<S extends Source>(source: S, query?: ListQuery<S>): AsyncGenerator<Listed<S>, void>;
}

/** The server has answered with an error. */
export class ApiFailure extends Error {
  readonly status: number;
  readonly code: string;

  constructor({ status, code, message }: Schemas['Error']['error']) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export function connect(options: Options): Pandect {
  const { key, patience = 120, kept = 200, fetch: plain = request => fetch(request) } = options;
  const baseUrl = options.baseUrl.replace(/\/$/, '');
  const headers: Record<string, string> = key === undefined ? {} : { Authorization: `Bearer ${key}` };
  const send = keeping(waiting(plain, patience), kept);

  async function* pages<S extends Source>(source: S, query: Partial<ListQuery<S>> = {}) {
    let next: string | null = `/api/${source}/documents?${new URLSearchParams(textsOf(query))}`;
    while (next !== null) {
      const answer = await send(new Request(baseUrl + next, { headers }));
      if (!answer.ok) throw await failureOf(answer);
      const page = (await answer.json()) as Page<S>;
      yield page;
      next = page.pagination.next;
    }
  }

  async function* documents<S extends Source>(source: S, query: Partial<ListQuery<S>> = {}) {
    for await (const { data } of pages(source, query)) yield* data;
  }

  return Object.assign(createClient<paths, 'application/json'>({ baseUrl, headers, fetch: send }), {
    pages,
    documents,
  });
}

const textsOf = (query: object): [string, string][] =>
  Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));

async function failureOf(answer: Response): Promise<ApiFailure> {
  const body = (await answer.json().catch(() => ({}))) as Partial<Schemas['Error']>;
  const message = `The server answered ${answer.status}.`;
  return new ApiFailure(body.error ?? { status: answer.status, code: 'REQUEST_ERROR', message });
}

/** Waits the seconds of Retry-After, on 429 and on 503 of a busy server. */
function waiting(send: Send, patience: number): Send {
  return async request => {
    let left = patience;
    while (true) {
      const answer = await send(request);
      const seconds = Number(answer.headers.get('Retry-After'));
      const isWorthWaiting = [429, 503].includes(answer.status) && seconds > 0 && seconds <= left;
      if (!isWorthWaiting) return answer;
      left -= seconds;
      await answer.body?.cancel();
      await sleep(seconds * 1000, request.signal);
    }
  };
}

const sleep = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', done, { once: true });
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      if (signal.aborted) reject(signal.reason);
      else resolve();
    }
  });

const LARGEST_KEPT = 1_000_000;

/** Asks whether a kept answer has changed (`If-None-Match`), and returns it again if not (304). */
function keeping(send: Send, kept: number): Send {
  const answers = new Map<string, { etag: string; body: ArrayBuffer; headers: Headers }>();
  return async request => {
    const name = `${request.headers.get('Accept')} ${request.url}`;
    const known = answers.get(name);
    if (known) request.headers.set('If-None-Match', known.etag);
    const answer = await send(request);
    if (answer.status === 304 && known) {
      // Moves it to the end: the answer used last is dropped last.
      answers.delete(name);
      answers.set(name, known);
      return new Response(known.body, { status: 200, headers: known.headers });
    }
    const etag = answer.headers.get('ETag');
    if (answer.status !== 200 || etag === null) return answer;
    const body = await answer.arrayBuffer();
    const headers = new Headers(answer.headers);
    // The body is decoded already.
    for (const header of ['Content-Encoding', 'Content-Length']) headers.delete(header);
    answers.delete(name);
    if (body.byteLength <= LARGEST_KEPT) answers.set(name, { etag, body, headers });
    for (const oldest of answers.keys()) if (answers.size > kept) answers.delete(oldest);
    return new Response(body, { status: 200, headers });
  };
}
