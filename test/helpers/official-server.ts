import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { zipSync } from 'fflate';
import { endAfter } from '../runner/leftovers.cjs';

/** What a place answers with; a function answers as it likes. */
export type Place =
  | { body: string | Buffer; etag?: string; modified?: string }
  | ((request: IncomingMessage, response: ServerResponse) => void);

/** A server with the hosts of the official places as first segments, as `--from` takes it: validators, ranges, 404. */
export class OfficialServer {
  /** Names the newest release point. */
  static readonly page = 'uscode.house.gov/download/download.shtml';
  /** By host and path, without query. */
  readonly places = new Map<string, Place>();
  /** `host/path?query` of each request, decoded. */
  readonly asked: string[] = [];
  readonly headers: IncomingMessage['headers'][] = [];
  readonly #server: Server;

  constructor() {
    this.#server = endAfter(createServer((request, response) => this.#answer(request, response)));
  }

  async start(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await new Promise(resolve => this.#server.once('listening', resolve));
  }

  get url(): URL {
    return new URL(`http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise(resolve => this.#server.close(resolve));
  }

  /** A release point of the U.S. Code with title 3 alone, as a zip of this XML. */
  offerTitle(point: string, xml: string): void {
    const address = `releasepoints/us/pl/${point.replace('-', '/')}/xml_usc03@${point}.zip`;
    this.places.set(OfficialServer.page, { body: `<a href="${address}">XML</a>` });
    const body = Buffer.from(zipSync({ 'usc03.xml': Buffer.from(xml) }));
    this.places.set(`uscode.house.gov/download/${address}`, { body });
  }

  /** What was asked since the last call. */
  take(): string[] {
    return this.asked.splice(0);
  }

  json(name: string, value: unknown): void {
    this.places.set(name, { body: JSON.stringify(value) });
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url as string, 'http://x');
    this.asked.push(decodeURIComponent(`${url.pathname}${url.search}`.slice(1)));
    this.headers.push(request.headers);
    const place = this.places.get(url.pathname.slice(1));
    if (place === undefined) return void response.writeHead(404).end('not here');
    if (typeof place === 'function') place(request, response);
    else answerWith(place, request, response);
  }
}

function answerWith(
  place: Extract<Place, { body: unknown }>,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { etag, modified } = place;
  const body = Buffer.from(place.body as string);
  const { 'if-none-match': known, range, 'if-range': condition } = request.headers;
  const headers = { ...(etag && { etag }), ...(modified && { 'last-modified': modified }) };
  if (etag !== undefined && known === etag) return void response.writeHead(304, headers).end();
  const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? Number.NaN);
  if (Number.isNaN(from) || condition !== (etag ?? modified))
    return void response.writeHead(200, { ...headers, 'content-length': body.length }).end(body);
  if (from >= body.length) return void response.writeHead(416, headers).end();
  const content = `bytes ${from}-${body.length - 1}/${body.length}`;
  response.writeHead(206, { ...headers, 'content-range': content }).end(body.subarray(from));
}
