import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { CHECKSUM_BYTES, headerExtent, PREFIX_BYTES } from '../contract/catalog-file.ts';

/** Whether a catalog file is the one that was written: it ends with the SHA-256 of all before. */
export async function isSoundCatalog(file: string): Promise<boolean> {
  const { size } = await fs.promises.stat(file);
  if (size <= CHECKSUM_BYTES) return false;
  const end = size - CHECKSUM_BYTES;
  const hash = createHash('sha256');
  let prefix = Buffer.alloc(0);
  for await (const chunk of fs.createReadStream(file, { end: end - 1 })) {
    if (prefix.length < PREFIX_BYTES) prefix = Buffer.concat([prefix, chunk.subarray(0, PREFIX_BYTES)]);
    hash.update(chunk);
  }
  const [checksum] = await fs.createReadStream(file, { start: end }).toArray();
  return isCatalog(prefix) && hash.digest().equals(checksum);
}

function isCatalog(prefix: Buffer): boolean {
  try {
    headerExtent(prefix);
    return true;
  } catch {
    return false;
  }
}
