import fs from 'node:fs';
import type { SourceCatalog } from '../contract/catalog.ts';
import {
  decodeCatalog,
  decodeHeader,
  headerExtent,
  MAX_ITEMS_IN_MEMORY,
  PREFIX_BYTES,
  sectionExtents,
} from '../contract/catalog-file.ts';
import { readInto } from '../files/read-into.ts';

/** The catalogs in a file that this build has written. The file stays open until the thread ends. */
export function readCatalog(file: string): SourceCatalog[] {
  const handle = fs.openSync(file, 'r');
  const read = ({ offset, bytes }: { offset: number; bytes: number }): Buffer => {
    const buffer = Buffer.allocUnsafe(bytes);
    if (readInto(handle, buffer, offset) < bytes) throw new Error(`${file} is cut short`);
    return buffer;
  };
  const { start, bytes } = headerExtent(read({ offset: 0, bytes: PREFIX_BYTES }));
  const header = decodeHeader(read({ offset: start, bytes }));
  const sections = sectionExtents(header, start + bytes);
  const extentOf = (name: string) => {
    const extent = sections.get(name);
    if (!extent) throw new Error(`${file} has no section ${name}`);
    return extent;
  };
  const held = new Map<string, Buffer>();
  return decodeCatalog(
    header,
    name => read(extentOf(name)),
    ({ id }, offset, length) => {
      const items = extentOf(`${id}/items`);
      if (items.bytes > MAX_ITEMS_IN_MEMORY) {
        return read({ offset: items.offset + offset, bytes: length }).toString();
      }
      const section = held.get(id) ?? read(items);
      held.set(id, section);
      return section.toString('utf8', offset, offset + length);
    },
  );
}
