/** Which healthy requests the log tells of: all shims that see one request decide alike, since its id decides. */

/** A healthy request that takes longer is told of in any case; in milliseconds. */
export const SLOW_MS = 1000;

/** @param share of the requests, from 0 to 1 @returns whether a request of that id is among them */
export function isSampled(id: string, share: number): boolean {
  return share >= 1 || placeOf(id) < share;
}

/** From 0 up to 1, evenly: FNV-1a, whose last bits alone are not even, with the finish of MurmurHash3. */
function placeOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
