import { listEnds } from '../../build/contract/envelope.ts';
import type { ListQuery } from '../../build/contract/query.ts';
import type { StoredCatalog } from '../../build/formats/catalog.ts';
import type { Listing } from '../../build/lists/listing.ts';

const COMMA = 0x2c;

/** Returns the body of `listing.answer` as bytes: items are copied from the catalog's own, and never become text. */
export function listBytes(listing: Listing<StoredCatalog>, query: ListQuery): Buffer {
  const { catalog } = listing;
  const { ordinals, timestamp, pagination, remarks } = listing.found(query);
  const [before, after] = listEnds(timestamp, pagination, remarks);
  let length = before.length + Buffer.byteLength(after) + Math.max(0, ordinals.length - 1);
  for (const ordinal of ordinals) length += catalog.itemBytes(ordinal, ordinal + 1);
  const bytes = Buffer.allocUnsafe(length);
  let end = bytes.write(before);
  ordinals.forEach((ordinal, i) => {
    if (i > 0) bytes[end++] = COMMA;
    end += catalog.itemRun(ordinal, ordinal + 1).copy(bytes, end);
  });
  bytes.write(after, end);
  return bytes;
}
