import type { IncomingMessage } from 'node:http';
import limiter from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { type ApiError, rateLimitExceeded } from '../../build/contract/errors.ts';
import type { KeyStore } from '../keys/key-store.ts';
import { TIER_LIMITS, type Tier, WINDOW_MS } from '../keys/tiers.ts';
import { type Asker, type Client, clientResolver } from './client.ts';
import { type Counter, storeOver, Windows } from './windows.ts';

export interface RateLimitsOptions {
  keys: KeyStore;
  windowMs?: number;
  tiers?: Partial<Record<Tier, number | null>>;
  counter?: Counter;
}

/** What its rate limit says of a request. */
export interface Limited {
  /** Names and values by turns. */
  headers: readonly string[];
  /** The error beyond the limit. */
  refusal: ApiError | null;
}

/** Limits of requests that are answered before Fastify's hooks run, or that Fastify never sees. */
export interface Limits {
  clientOf(asker: Asker): Client;
  /** Counts a request. */
  count(client: Client): Limited | Promise<Limited>;
  /** Makes Fastify's hook take this result, and not count the request again. */
  hand(request: IncomingMessage, limited: Limited): void;
}

declare module 'fastify' {
  interface FastifyInstance {
    limits: Limits;
    /**
     * Counts a request and sets the rate limit headers. A hook calls it for every routed request; `frameworkErrors`, where Fastify
     * runs no hooks, calls it directly.
     * @throws ApiError 429 beyond the limit
     */
    limitRequest(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  }
  interface FastifyRequest {
    client: Client | null;
  }
  interface FastifyContextConfig {
    /** Requests of the route do not count and are never refused. */
    isUnlimited?: boolean;
  }
}

/** Rate limits by tier (build/contract/README.md, Rate limits). Must be registered before other `onRequest` hooks. */
export const rateLimits = plugin(addRateLimits, { fastify: '5.x', name: 'rate-limits' });

async function addRateLimits(app: FastifyInstance, options: RateLimitsOptions): Promise<void> {
  const { keys, windowMs = WINDOW_MS, counter = new Windows(() => performance.now()) } = options;
  const limits: Record<Tier, number | null> = { ...TIER_LIMITS, ...options.tiers };
  const clientOf = clientResolver(keys);
  const handed = new WeakMap<IncomingMessage, Limited>();

  await app.register(limiter, {
    global: false,
    store: storeOver(counter),
    timeWindow: windowMs,
    keyGenerator: ({ client }) => client?.id ?? '',
    max: ({ client }) => limits[client?.tier ?? 'anonymous'] ?? Number.POSITIVE_INFINITY,
  });
  const countInLibrary = app.createRateLimit();

  function count(client: Client, increment = true): Limited | Promise<Limited> {
    if (limits[client.tier] === null)
      return { headers: headersOf(client.tier, 'unlimited', 'unlimited', windowMs), refusal: null };
    return countLimited(client, increment);
  }

  async function countLimited(client: Client, increment: boolean): Promise<Limited> {
    // The library reads no more of a request than this.
    const state = await countInLibrary({ client, routeOptions: {} } as FastifyRequest, { increment });
    if (state.isAllowed) throw new Error('The list of exceptions has no entries');
    const headers = headersOf(client.tier, state.max, state.remaining, state.ttl);
    if (!state.isExceeded || !increment) return { headers, refusal: null };
    // Seconds are rounded up, so that a client that waits is in the next window.
    return { headers, refusal: rateLimitExceeded(Math.max(1, Math.ceil(state.ttl / 1000))) };
  }

  async function limitRequest(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const client = clientOf(request);
    request.client = client;
    // A browser sends preflights without the key, and they must pass so that it can send the request itself.
    const isCounted = request.method !== 'OPTIONS' && !request.routeOptions.config?.isUnlimited;
    const { headers, refusal } = handed.get(request.raw) ?? (await count(client, isCounted));
    for (let i = 0; i < headers.length; i += 2) reply.header(headers[i] as string, headers[i + 1]);
    if (!refusal) return;
    reply.headers({ 'retry-after': refusal.retryAfter, 'cache-control': 'no-store' });
    throw refusal;
  }

  app.decorateRequest('client', null);
  app.decorate('limits', { clientOf, count, hand: (request, limited) => void handed.set(request, limited) });
  app.decorate('limitRequest', limitRequest);
  app.addHook('onRequest', limitRequest);
}

const headersOf = (
  tier: Tier,
  limit: number | 'unlimited',
  remaining: number | 'unlimited',
  ttl: number,
): string[] => [
  'x-ratelimit-limit',
  String(limit),
  'x-ratelimit-remaining',
  String(remaining),
  'x-ratelimit-reset',
  String(Math.ceil((Date.now() + ttl) / 1000)),
  'x-ratelimit-policy',
  tier,
];
