/**
 * Whose pages may speak MCP with the server. The specification (2025-11-25, Transports, Security Warning) has servers check `Origin`
 * because of DNS rebinding: a page from anywhere makes its own name an address of the reader's machine, and reaches what only that
 * machine can.
 */

/** `any`: the server is for everyone, as the API is; `loopback`: for pages of this machine; or exactly these origins. */
export type Origins = 'any' | 'loopback' | readonly string[];

/** @param origin the header; programs that are no browsers send none */
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

/** @param host as URLs write it, or as one listens on it */
export const isLoopbackHost = (host: string): boolean =>
  /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);

/** An origin as browsers send it: scheme, host and port. Null where the text is none. */
export function readOrigin(text: string): string | null {
  try {
    const { origin, pathname, search, hash } = new URL(text);
    return origin !== 'null' && pathname + search + hash === '/' ? origin : null;
  } catch {
    return null;
  }
}
