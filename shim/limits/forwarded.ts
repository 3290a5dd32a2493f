import { isIP } from 'node:net';
import { compile } from '@fastify/proxy-addr';

/** Addresses as some proxies write them: `192.0.2.1:80`, `[2001:db8::1]`, `[2001:db8::1]:80`. */
const WITH_PORT = /^(?:\[([\da-f:.]+)\]|([\d.]+))(?::\d{1,5})?$/i;

/** The longest address, with zone, brackets, port and quotes. */
const LONGEST = 100;

/** @returns the address in an element of X-Forwarded-For, without port, brackets and quotes; null where there is none */
export function addressIn(text: string): string | null {
  if (text.length > LONGEST) return null;
  const plain = text.trim().replace(/^"(.*)"$/, '$1');
  if (isIP(plain)) return plain;
  const parts = WITH_PORT.exec(plain);
  const address = parts?.[1] ?? parts?.[2];
  return address !== undefined && isIP(address) ? address : null;
}

const NAMED = new Set(['loopback', 'linklocal', 'uniquelocal']);

/**
 * For Fastify's `trustProxy`.
 * @param proxies addresses and networks, comma-separated
 * @throws TypeError where one of them is none
 */
export function trustOf(proxies: string): (address: string, hop: number) => boolean {
  const list = proxies.split(',').map(proxy => proxy.trim());
  for (const proxy of list) {
    // The library takes `1` for an address.
    if (!NAMED.has(proxy) && !isIP(proxy.split('/')[0] ?? ''))
      throw new TypeError(`invalid address: ${proxy}`);
  }
  const isTrusted = compile(list);
  return (text, hop) => {
    const address = addressIn(text);
    return address !== null && isTrusted(address, hop);
  };
}

/**
 * @param hops from the socket's address outwards: trusted proxies, then the address that the last of them names
 * @returns the client's address. If a proxy forwards something that is no address, the proxy itself is the client; otherwise each
 *   invented text would be another client.
 */
export const clientAddress = (hops: readonly string[]): string | undefined =>
  addressIn(hops.at(-1) ?? '') ?? addressIn(hops.at(-2) ?? '') ?? undefined;
