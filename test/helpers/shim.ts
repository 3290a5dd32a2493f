import { writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { pino } from 'pino';
import { type SearchEngine, SearchEngineError } from '../../build/search/engine.ts';
import { KeyStore } from '../../shim/keys/key-store.ts';
import { type KeyRecord, printKeys } from '../../shim/keys/keys-file.ts';
import { createServer, type ServerOptions } from '../../shim/server.ts';
import { closeAfter } from '../runner/leftovers.cjs';
import { newKey } from './key-records.ts';
import { validator } from './openapi.ts';
import { temporaryFolder } from './tree.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of any shape, and fail where it is another
export type Json = any;

export interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  /** As they came. */
  bytes: Buffer;
  /** Decoded. */
  text: string;
  /** The parsed body; undefined where it is not JSON. */
  json: Json;
}

export type RequestHeaders = Readonly<Record<string, string | string[]>>;

/** A listening shim. Every answer to a GET is held against the API's own description. */
export interface Shim {
  port: number;
  /** Of the tier `unlimited`. */
  key: string;
  /** Sends a request with the key. The URL goes out exactly as it is given. */
  get(url: string, headers?: RequestHeaders): Promise<Answer>;
  request(method: string, url: string, headers?: RequestHeaders): Promise<Answer>;
  /** Without a key. */
  anonymous(url: string, headers?: RequestHeaders): Promise<Answer>;
  close(): Promise<void>;
}

export const VERSION = '9.8.7';

type ShimOptions = Partial<ServerOptions> & { dist: string; records?: KeyRecord[] };

const assertValid = validator();

/** An engine that is down. */
const noEngine: SearchEngine = {
  name: 'none',
  slots: 1,
  search: () => Promise.reject(new SearchEngineError('unavailable', 'There is no engine.')),
  close: async () => {},
};

/** Starts the real shim on a free port. */
export async function startShim({ records = [], ...options }: ShimOptions): Promise<Shim> {
  const { secret, record } = newKey({ tier: 'unlimited' });
  const keysFile = join(temporaryFolder(), 'keys.json');
  writeFileSync(keysFile, printKeys([record, ...records]));
  const app = await createServer({
    keys: new KeyStore(keysFile, { warn: console.error, now: Date.now }),
    logger: pino({ level: 'silent' }),
    version: VERSION,
    trustProxy: false,
    engine: noEngine,
    ...options,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const agent = new http.Agent({ keepAlive: true });

  const send = async (method: string, url: string, headers: RequestHeaders): Promise<Answer> => {
    const answer = await exchange({ host: '127.0.0.1', port, agent, method, path: url, headers });
    const { status, text, json } = answer;
    if (method === 'GET') assertValid(url, status, answer.headers['content-type'] ?? '', json ?? text);
    return answer;
  };
  return {
    port,
    key: secret,
    get: (url, headers = {}) => send('GET', url, { 'x-api-key': secret, ...headers }),
    request: (method, url, headers = {}) => send(method, url, { 'x-api-key': secret, ...headers }),
    anonymous: (url, headers = {}) => send('GET', url, headers),
    close: closeAfter(async () => {
      agent.destroy();
      await app.close();
    }),
  };
}

/** @param bytes none in the answer to HEAD */
export function decoded(headers: http.IncomingHttpHeaders, bytes: Buffer): Buffer {
  const coding = headers['content-encoding'];
  if (coding === undefined || bytes.length === 0) return bytes;
  return coding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes);
}

/** One exchange over HTTP. Unlike `fetch` it leaves the URL, the method and the headers as they are. */
export function exchange(options: http.RequestOptions): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = http.request(options, response => {
      const chunks: Buffer[] = [];
      response.on('data', chunk => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const { statusCode: status = 0, headers } = response;
        const text = decoded(headers, bytes).toString();
        const isJson =
          text !== '' &&
          status !== 206 &&
          headers['content-encoding'] === undefined &&
          headers['content-type']?.startsWith('application/json');
        resolve({ status, headers, bytes, text, json: isJson ? JSON.parse(text) : undefined });
      });
    });
    request.on('error', reject);
    request.end();
  });
}
