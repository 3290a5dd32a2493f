import { once } from 'node:events';
import http from 'node:http';
import { connect } from 'node:net';
import { gunzipSync } from 'node:zlib';
import type { Random } from '../helpers/random.ts';

/** Clients of every kind, good and bad, for as long as one likes. */

export interface MixOptions {
  port: number;
  /** Of an unlimited client. */
  key: string;
  /** Addresses of documents and pages. */
  urls: readonly string[];
  random: Random;
}

type Asked = [path: string, headers?: Record<string, string>, method?: string, body?: string];

interface Given {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

const WORDS = [
  'lighthouse',
  'copyright',
  'harbor',
  'fees',
  'records',
  'safety',
  'notice',
  'vessels',
  'agency',
  'water',
  'permit',
];
/** What a search may be answered while an index is replaced, or too many wait. */
const SEARCHED = [200, 503, 504];
/** Milliseconds between two requests of a client. */
const PAUSE = 5;
const PATIENCE_MS = 30_000;

export class Mix {
  /** Milliseconds of answers that are expected to be quick, since the last look. */
  times: number[] = [];
  /** Since the start. */
  requests = 0;
  readonly failures: string[] = [];
  readonly #options: MixOptions;
  readonly #agent = new http.Agent({ keepAlive: true });
  readonly #etags = new Map<string, string>();
  readonly #kinds: readonly [weight: number, run: () => Promise<void>][];
  #isOver = false;

  constructor(options: MixOptions) {
    this.#options = options;
    this.#kinds = [
      [30, () => this.#document()],
      [10, () => this.#compressed()],
      [10, () => this.#unchanged()],
      [10, () => this.#list()],
      [8, () => this.#search()],
      [4, () => this.#mcp()],
      [4, () => this.#range()],
      [6, () => this.#error()],
      [1, () => this.#slow()],
      [1, () => this.#leaving()],
      [1, () => this.#nonsense()],
    ];
  }

  /** @param clients that ask at the same time, each one thing after the other, until it is stopped */
  async run(clients: number): Promise<void> {
    await Promise.all(Array.from({ length: clients }, () => this.#client()));
    this.#agent.destroy();
  }

  stop(): void {
    this.#isOver = true;
  }

  async #client(): Promise<void> {
    const places = this.#kinds.flatMap(([weight, run]) => Array.from({ length: weight }, () => run));
    while (!this.#isOver) {
      await this.#options.random
        .pick(places)()
        .catch(error => this.#fail(String(error)));
      this.requests++;
      await new Promise(resolve => setTimeout(resolve, PAUSE));
    }
  }

  #fail(what: string): void {
    if (this.failures.length < 100) this.failures.push(what);
  }

  #url(): string {
    return this.#options.random.pick(this.#options.urls);
  }

  async #ask(...[path, headers = {}, method = 'GET', body]: Asked): Promise<Given> {
    const { port, key } = this.#options;
    const request = http.request({
      ...{ host: '127.0.0.1', port, path, method, agent: this.#agent, timeout: PATIENCE_MS },
      headers: { 'x-api-key': key, ...headers },
    });
    request.end(body);
    request.on('timeout', () => request.destroy(new Error(`No answer: ${path}`)));
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk);
    return { status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) };
  }

  /** One that has to have one of these statuses, at once. */
  async #expect(statuses: readonly number[], ...args: Asked): Promise<Given> {
    const began = performance.now();
    const answer = await this.#ask(...args);
    this.times.push(performance.now() - began);
    if (!statuses.includes(answer.status)) this.#fail(`${answer.status} ${args.slice(0, 1)}`);
    return answer;
  }

  /** 404: a build has taken it away. */
  async #document(): Promise<void> {
    const url = this.#url();
    const { status, headers } = await this.#expect([200, 404], url, {
      accept: this.#options.random.pick(['*/*', 'application/json', 'text/markdown', 'text/plain']),
    });
    if (status === 200 && this.#etags.size < 1000) this.#etags.set(url, String(headers.etag));
  }

  async #compressed(): Promise<void> {
    const coding = this.#options.random.pick(['gzip', 'br']);
    const { headers, body } = await this.#expect([200, 404], this.#url(), { 'accept-encoding': coding });
    if (headers['content-encoding'] === 'gzip') gunzipSync(body);
  }

  async #unchanged(): Promise<void> {
    const [url = this.#url(), etag = ''] = this.#options.random.pick([
      ...this.#etags,
      [undefined, undefined],
    ]);
    await this.#expect([200, 304, 404], url, { 'if-none-match': etag });
  }

  async #list(): Promise<void> {
    const { random } = this.#options;
    const query = `limit=${1 + random.below(50)}&offset=${random.below(60)}&sort=${random.pick(['', '-'])}identifier`;
    await this.#expect([200], `/api/${random.pick(['usc', 'ecfr', 'fr'])}/documents?${query}`);
  }

  async #search(): Promise<void> {
    const { random } = this.#options;
    const words = Array.from({ length: 1 + random.below(3) }, () => random.pick(WORDS)).join('+');
    const { status } = await this.#ask(`/api/search?q=${words}+${random.below(300)}&facets=source`);
    if (!SEARCHED.includes(status)) this.#fail(`${status} search`);
  }

  async #mcp(): Promise<void> {
    const { random } = this.#options;
    const call = random.chance(0.5)
      ? { name: 'search', arguments: { query: random.pick(WORDS) } }
      : { name: 'list_documents', arguments: { source: 'usc', limit: 1 + random.below(20) } };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call });
    const { status } = await this.#ask('/mcp', { 'content-type': 'application/json' }, 'POST', body);
    if (status !== 200) this.#fail(`${status} mcp`);
  }

  async #range(): Promise<void> {
    await this.#expect([200, 206, 404, 416], this.#url(), {
      range: `bytes=${this.#options.random.below(500)}-900`,
    });
  }

  async #error(): Promise<void> {
    const bad = [
      '/nowhere',
      '/api/usc/documents?limit=0',
      '/api/%ZZ',
      '/api/usc/documents/nothing',
      '/api/search?q=',
    ];
    await this.#expect([400, 404], this.#options.random.pick(bad));
    await this.#expect([405], '/api/stats', {}, 'DELETE');
  }

  /** Takes its answer in small pieces. */
  async #slow(): Promise<void> {
    const socket = connect(this.#options.port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(
      `GET ${this.#url()} HTTP/1.1\r\nhost: x\r\nconnection: close\r\nx-api-key: ${this.#options.key}\r\n`,
    );
    await new Promise(resolve => setTimeout(resolve, 500));
    socket.write('\r\n');
    socket.on('data', () => {
      socket.pause();
      setTimeout(() => socket.resume(), 20);
    });
    await new Promise(resolve => socket.once('close', resolve));
  }

  /** Goes in the middle. */
  async #leaving(): Promise<void> {
    const socket = connect(this.#options.port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(
      `GET /api/search?q=${this.#options.random.below(1e6)}+the HTTP/1.1\r\nhost: x\r\nx-api-key: ${this.#options.key}\r\n\r\n`,
    );
    await new Promise(resolve => setTimeout(resolve, this.#options.random.below(20)));
    socket.destroy();
  }

  async #nonsense(): Promise<void> {
    const socket = connect(this.#options.port, '127.0.0.1');
    socket.on('error', () => {});
    socket.end('nonsense\r\n\r\n');
    socket.resume();
    await new Promise(resolve => socket.once('close', resolve));
  }
}
