import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { presentedKey } from '../../build/contract/presented-key.ts';
import type { KeyStore } from '../keys/key-store.ts';
import type { Tier } from '../keys/tiers.ts';
import { clientAddress } from './forwarded.ts';

/** Whose requests are counted together, and by which limit. */
export interface Client {
  /** `key:<id of the key>` or `ip:<address>`: never the key itself. */
  id: string;
  tier: Tier;
  /** Whether a key came with the request, valid or not: nothing that a shared cache may keep tells which. */
  presentsKey: boolean;
}

/** Normalising an IPv6 address takes ten microseconds; the busy ones are remembered. */
const REMEMBERED_ADDRESSES = 10_000;

/**
 * @returns a function that tells who sends a request. A key that is unknown, expired or revoked is as good as
 * none (build/contract/README.md, Rate limits).
 */
export function clientResolver(keys: KeyStore): (request: FastifyRequest) => Client {
  const addresses = new LRUCache<string, string>({ max: REMEMBERED_ADDRESSES, memoMethod: groupOf });
  return request => {
    const presented = presentedKey(request.headers, request.originalUrl);
    const presentsKey = presented !== null;
    const key = presentsKey ? keys.find(presented) : null;
    if (key !== null) return { id: `key:${key.id}`, tier: key.tier, presentsKey };
    // Fastify's type hides that a socket which is gone has no address.
    const ip: string | undefined = request.ips ? clientAddress(request.ips) : request.ip;
    return { id: ip === undefined ? 'ip:' : `ip:${addresses.memo(ip)}`, tier: 'anonymous', presentsKey };
  };
}

/**
 * The addresses that count as one client: IPv6 by /64, which is what one subscriber has; IPv4-mapped IPv6, which
 * a dual-stack socket reports for every IPv4 client, as IPv4.
 */
const groupOf = (ip: string): string => normalizeIP(ip, 64);
