/**
 * Decides which pages may speak MCP with the server. The specification (2025-11-25, Transports, Security Warning) has servers
 * check `Origin` against DNS rebinding: a page from anywhere points its own name to the reader's machine, and reaches what only
 * that machine can.
 */

/** `any`: all pages, as for the API; `loopback`: pages of this machine; or exactly these origins. */
export type Origins = 'any' | 'loopback' | readonly string[];

/** @param origin the header; only browsers send it */
export function isAllowedOrigin(origins: Origins, origin: string | undefined): boolean {
  if (origin === undefined || origins === 'any') return true;
  if (origins === 'loopback') return isLoopbackHost(hostOf(origin));
  return origins.includes(origin.toLowerCase());
}

function hostOf(origin: string): string {
  try {
    return new URL(origin).hostname;
  } catch {
    return '';
  }
}

/** @param host as in a URL, or as a listening address */
export const isLoopbackHost = (host: string): boolean =>
  /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);

/** Returns an origin as browsers send it (scheme, host, port), or null. */
export function readOrigin(text: string): string | null {
  try {
    const { origin, pathname, search, hash } = new URL(text);
    return origin !== 'null' && pathname + search + hash === '/' ? origin : null;
  } catch {
    return null;
  }
}
