import { writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyReply, type FastifyServerOptions } from 'fastify';
import { ApiError, malformedUrl, methodNotAllowed, notFound } from '../../../build/contract/errors.ts';
import { addCommonHeaders } from '../../../shim/http/common-headers.ts';
import { KeyStore } from '../../../shim/keys/key-store.ts';
import { type KeyRecord, printKeys } from '../../../shim/keys/keys-file.ts';
import { trustOf } from '../../../shim/limits/forwarded.ts';
import { type RateLimitsOptions, rateLimits } from '../../../shim/limits/plugin.ts';
import { Windows } from '../../../shim/limits/windows.ts';
import { newKeysFile } from '../../helpers/key-records.ts';
import { closeAfter } from '../../runner/leftovers.cjs';

const realNow = Date.now;

/** Of a store with a clock of its own: it is told when a test lets time go by. */
type Follower = (ms: number) => Promise<void>;
let follower: Follower | null = null;
let followedSince = 0;
/** Time that goes by itself, since the store's clock does. */
const elapsed = (): number => (follower === null ? 0 : performance.now() - followedSince);

/** The clocks of the servers under test: the time of day, which is `Date.now` while one is open, and one that only goes forward. */
export const clock = {
  now: Date.parse('2026-03-01T12:00:00.400Z'),
  monotonic: 5000,
  async tick(ms: number): Promise<void> {
    clock.now += ms;
    clock.monotonic += ms;
    await follower?.(ms);
  },
  /** Somebody sets the time of day. */
  step(ms: number): void {
    clock.now += ms;
  },
  get seconds(): number {
    return (clock.now + elapsed()) / 1000;
  },
  /** Milliseconds that have gone by themselves. */
  get idle(): number {
    return elapsed();
  },
  /** Of {@link clock.monotonic}, with the time that has gone by. */
  get forward(): number {
    return clock.monotonic + elapsed();
  },
  /** For a store whose clock is real; null for one that goes by this clock. */
  follow(moved: Follower | null): void {
    follower = moved;
    followedSince = performance.now();
  },
};

export interface Server {
  keysFile: string;
  get(path: string, init?: RequestInit): Promise<Response>;
  /** Sends a GET from an address, by way of a proxy that is trusted. */
  from(address: string, path?: string): Promise<Response>;
  close(): Promise<void>;
}

type Options = Omit<RateLimitsOptions, 'keys'> & { records?: KeyRecord[]; server?: FastifyServerOptions };

/** A server that listens and answers a little of everything; its error handlers are those of a minimal shim. */
export async function serve({ records = [], server = {}, ...options }: Options = {}): Promise<Server> {
  Date.now = () => Math.floor(1000 * clock.seconds);
  const keysFile = newKeysFile();
  writeFileSync(keysFile, printKeys(records));
  const now = () => clock.now;
  const keys = new KeyStore(keysFile, { warn: message => console.error(message), now, monotonic: now });
  const app = Fastify({
    trustProxy: trustOf('loopback'),
    frameworkErrors: (_error, request, reply: FastifyReply) => {
      app.limitRequest(request, reply).then(
        () => reply.send(malformedUrl()),
        refusal => reply.send(refusal),
      );
    },
    ...server,
  });
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof ApiError) return reply.code(error.status).send(error.toBody());
    return reply.code(500).send({ error: 'unforeseen' });
  });
  addCommonHeaders(app);
  await app.register(rateLimits, { keys, counter: new Windows(() => clock.monotonic), ...options });
  // As any plugin may that answers before routes do.
  app.addHook('onRequest', async (request, reply) => {
    if (request.url === '/early') return reply.send('early');
  });
  app.get('/client', async ({ client }) => client);
  app.get('/api/health', { config: { isUnlimited: true } }, async () => ({ status: 'ok' }));
  app.get('/api/stats', async (request, reply) => {
    reply.header('etag', '"1"');
    return request.headers['if-none-match'] === '"1"' ? reply.code(304).send() : { data: {} };
  });
  app.post('/api/stats', async () => Promise.reject(methodNotAllowed('No.')));
  app.options('/api/stats', (_request, reply) => reply.code(204).send());
  app.get('/broken', async () => Promise.reject(new Error('broken')));
  app.register(async child => child.get('/child', async () => 'child'));
  app.setNotFoundHandler(() => Promise.reject(notFound('No such route.')));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const get: Server['get'] = (path, init) => fetch(base + path, init);
  const from: Server['from'] = (address, path = '/api/stats') =>
    get(path, { headers: { 'x-forwarded-for': address } });
  const close = closeAfter(async () => {
    await app.close();
    Date.now = realNow;
  });
  return { keysFile, get, from, close };
}

/** The rate limit headers of a response: limit, remaining, policy. */
export const limitsOf = ({ headers }: Response): [string | null, string | null, string | null] => [
  headers.get('x-ratelimit-limit'),
  headers.get('x-ratelimit-remaining'),
  headers.get('x-ratelimit-policy'),
];
