import { createReadStream } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip } from 'node:zlib';
import { WITHOUT_WAITING } from './read-into.ts';

/** The lines of a gzipped text file, without reading it whole. @throws where the file is missing or damaged */
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
    raw.destroy();
  }
}
