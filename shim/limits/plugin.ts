import limiter from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { rateLimitExceeded } from '../../build/contract/errors.ts';
import type { KeyStore } from '../keys/key-store.ts';
import { TIER_LIMITS, type Tier, WINDOW_MS } from '../keys/tiers.ts';
import { type Client, clientResolver } from './client.ts';
import { type Counter, storeOver, Windows } from './windows.ts';

export interface RateLimitsOptions {
  keys: KeyStore;
  windowMs?: number;
  tiers?: Partial<Record<Tier, number | null>>;
  counter?: Counter;
}

declare module 'fastify' {
  interface FastifyInstance {
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

  await app.register(limiter, {
    global: false,
    store: storeOver(counter),
    timeWindow: windowMs,
    keyGenerator: request => request.client?.id ?? '',
    max: request => limits[request.client?.tier ?? 'anonymous'] ?? Number.POSITIVE_INFINITY,
  });
  const count = app.createRateLimit();

  async function limitRequest(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const client = clientOf(request);
    request.client = client;
    if (limits[client.tier] === null) {
      setHeaders(reply, client.tier, 'unlimited', 'unlimited', windowMs);
      return;
    }
    // A browser sends preflights without the key, and they must pass so that it can send the request itself.
    const increment = request.method !== 'OPTIONS' && !request.routeOptions.config?.isUnlimited;
    const state = await count(request, { increment });
    if (state.isAllowed) return; // the library's list of exceptions, which is empty
    setHeaders(reply, client.tier, state.max, state.remaining, state.ttl);
    if (state.isExceeded && increment) refuse(reply, state.ttl);
  }

  app.decorateRequest('client', null);
  app.decorate('limitRequest', limitRequest);
  app.addHook('onRequest', limitRequest);
}

function setHeaders(
  reply: FastifyReply,
  tier: Tier,
  limit: number | 'unlimited',
  remaining: number | 'unlimited',
  ttl: number,
): void {
  reply.header('x-ratelimit-limit', limit);
  reply.header('x-ratelimit-remaining', remaining);
  reply.header('x-ratelimit-reset', Math.ceil((Date.now() + ttl) / 1000));
  reply.header('x-ratelimit-policy', tier);
}

/** Seconds are rounded up, so that a client that waits is in the next window. */
function refuse(reply: FastifyReply, ttl: number): never {
  const seconds = Math.max(1, Math.ceil(ttl / 1000));
  reply.header('retry-after', seconds);
  reply.header('cache-control', 'no-store');
  throw rateLimitExceeded(seconds);
}
