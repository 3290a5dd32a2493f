/** Which healthy requests are logged. The id decides, so that all shims decide alike about a request. */

/** Slower requests are always logged; in milliseconds. */
export const SLOW_MS = 1000;

/** @param share of the requests, from 0 to 1 @returns whether the request with this id is logged */
export function isSampled(id: string, share: number): boolean {
  return share >= 1 || placeOf(id) < share;
}

/** Maps an id evenly to a number from 0 up to 1: FNV-1a, whose last bits are uneven, with the finish of MurmurHash3. */
function placeOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
