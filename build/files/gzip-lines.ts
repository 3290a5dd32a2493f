import { createReadStream } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { promisify } from 'node:util';
import { createGunzip, gzip, type ZlibOptions } from 'node:zlib';
import { WITHOUT_WAITING } from './read-into.ts';

/**
 * The lines of a gzipped text file, without reading it whole.
 *
 * @throws where the file is missing or damaged
 */
export async function* readGzipLines(file: string): AsyncGenerator<string> {
  // Node takes numbers here too, which its types do not say.
  const raw = createReadStream(file, { flags: WITHOUT_WAITING as unknown as string });
  const unzipped = raw.pipe(createGunzip());
  raw.on('error', error => unzipped.destroy(error));
  const decoder = new StringDecoder();
  let rest = '';
  try {
    for await (const chunk of unzipped) {
      const lines = (rest + decoder.write(chunk)).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
    if (rest !== '') yield rest;
  } finally {
    // The reader may have had enough before the end.
    raw.destroy();
  }
}

const LINES_A_MEMBER = 1000;
/** So many members are compressed, by other threads, before the first of them is waited for. */
const AHEAD = 8;

/** Of a member that comes from zlib at once, bytes: each further piece takes a turn through the thread pool. */
const PIECE = 512 * 1024;

const compress = promisify<string, ZlibOptions, Buffer>(gzip);

/**
 * Lines in gzip members of a bounded length; RFC 1952 allows one after the other.
 *
 * @param groups lines with their ends, one group after the other, in which lines come faster than one by one
 */
export async function* gzipLines(
  groups: Iterable<Iterable<string>> | AsyncIterable<Iterable<string>>,
  options: ZlibOptions,
): AsyncGenerator<Buffer> {
  const members: Promise<Buffer>[] = [];
  const compressed = (some: readonly string[]) => compress(some.join(''), { chunkSize: PIECE, ...options });
  let lines: string[] = [];
  let isEmpty = true;
  for await (const group of groups) {
    for (const line of group) {
      lines.push(line);
      if (lines.length < LINES_A_MEMBER) continue;
      members.push(compressed(lines));
      lines = [];
      isEmpty = false;
      if (members.length > AHEAD) yield (await members.shift()) as Buffer;
    }
  }
  // One member at least, be it empty.
  if (lines.length > 0 || isEmpty) members.push(compressed(lines));
  yield* members;
}
