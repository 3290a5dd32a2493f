import type { IncomingHttpHeaders } from 'node:http';
import { normalizeIP } from '@fastify/rate-limit';
import { LRUCache } from 'lru-cache';
import { presentedKey } from '../../build/contract/presented-key.ts';
import type { KeyStore } from '../keys/key-store.ts';
import type { Tier } from '../keys/tiers.ts';
import { clientAddress } from './forwarded.ts';

export interface Client {
  /** `key:<id of the key>` or `ip:<address>`: never the key itself. */
  id: string;
  tier: Tier;
  /** Whether the request has a key, valid or not: an answer that shared caches may keep must not tell which. */
  presentsKey: boolean;
}

/** What tells who sent a request. */
export interface Asker {
  headers: IncomingHttpHeaders;
  /** The request target. */
  originalUrl: string;
  /** The socket's address, which one that is gone does not have. */
  ip: string | undefined;
  /** Addresses behind trusted proxies, the socket's first. */
  ips?: readonly string[] | undefined;
}

/** How many addresses are remembered: normalising an IPv6 address takes ten microseconds. */
const REMEMBERED_ADDRESSES = 10_000;

/** An unknown, expired or revoked key counts as none (build/contract/README.md, Rate limits). */
export function clientResolver(keys: KeyStore): (asker: Asker) => Client {
  const addresses = new LRUCache<string, string>({ max: REMEMBERED_ADDRESSES, memoMethod: groupOf });
  return ({ headers, originalUrl, ip: address, ips }) => {
    const presented = presentedKey(headers, originalUrl);
    const presentsKey = presented !== null;
    const key = presentsKey ? keys.find(presented) : null;
    if (key !== null) return { id: `key:${key.id}`, tier: key.tier, presentsKey };
    const ip = ips ? clientAddress(ips) : address;
    return { id: ip === undefined ? 'ip:' : `ip:${addresses.memo(ip)}`, tier: 'anonymous', presentsKey };
  };
}

/** Groups IPv6 addresses by /64, which one subscriber has, and IPv4-mapped ones as IPv4. */
const groupOf = (ip: string): string => normalizeIP(ip, 64);
