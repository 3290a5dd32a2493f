import type { Readable } from 'node:stream';
import * as yauzl from 'yauzl';

/** A real archive of the whole Code has some 60 files of 0.6 GB together, packed to a tenth. */
const MOST_ENTRIES = 20_000;
const LARGEST_ENTRY = 2 ** 30;
const HIGHEST_RATIO = 200;
/** Below this size, a ratio means nothing. */
const SMALL = 2 ** 20;

/** Lists an archive's files of XML. @throws if the archive is broken, or unpacks to an implausible size */
export async function zipEntries(file: string): Promise<{ name: string; size: number }[]> {
  const zip = await yauzl.openPromise(file, { autoClose: false });
  try {
    return await listed(zip);
  } finally {
    zip.close();
  }
}

async function listed(zip: yauzl.ZipFile): Promise<{ name: string; size: number }[]> {
  if (zip.entryCount > MOST_ENTRIES) throw new Error(`it holds more than ${MOST_ENTRIES} files`);
  const found: { name: string; size: number }[] = [];
  for await (const { fileName, uncompressedSize, compressedSize } of zip.eachEntry()) {
    if (!/\.xml$/i.test(fileName)) continue;
    if (uncompressedSize > LARGEST_ENTRY)
      throw new Error(`${fileName} is larger than ${LARGEST_ENTRY} bytes`);
    if (uncompressedSize > SMALL && uncompressedSize > HIGHEST_RATIO * compressedSize) {
      throw new Error(`${fileName} is packed to less than a ${HIGHEST_RATIO}th`);
    }
    found.push({ name: fileName, size: uncompressedSize });
  }
  return found;
}

/** Reads the bytes of one entry; an entry longer than stated ends with an error. @throws if there is no such entry */
export async function* zipEntry(file: string, name: string): AsyncGenerator<Buffer> {
  const zip = await yauzl.openPromise(file, { autoClose: false });
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName !== name) continue;
      const stream: Readable = await zip.openReadStreamPromise(entry);
      yield* stream as AsyncIterable<Buffer>;
      return;
    }
    throw new Error(`${name} is not in it`);
  } finally {
    zip.close();
  }
}
