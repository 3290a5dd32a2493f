import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { linesOf } from '../common/lines.ts';
import { WITHOUT_WAITING } from './read-into.ts';

/** The lines of a gzipped text file, without reading it whole. @throws where the file is missing or damaged */
export async function* readGzipLines(file: string): AsyncGenerator<string> {
  // Node takes numbers here too, which its types do not say.
  const raw = createReadStream(file, { flags: WITHOUT_WAITING as unknown as string });
  const unzipped = raw.pipe(createGunzip());
  raw.on('error', error => unzipped.destroy(error));
  try {
    yield* linesOf(unzipped.setEncoding('utf8'));
  } finally {
    raw.destroy();
  }
}
