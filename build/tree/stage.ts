import { createHash } from 'node:crypto';
import type { SourceCatalog } from '../contract/catalog.ts';
import { encodeCatalog } from '../contract/catalog-file.ts';
import { CATALOG } from '../contract/paths.ts';
import { type Entry, mtimeOf } from '../files/entry.ts';
import { encodeManifest, MANIFEST } from '../files/manifest.ts';
import { StagingWriter } from '../files/staging.ts';

/** @param date of the newest document, YYYY-MM-DD. @returns the file's SHA-256, hexadecimal */
export const stageCatalog = (
  staging: string,
  catalogs: readonly SourceCatalog[],
  date: string,
): Promise<string> => stageDated(staging, CATALOG, date, encodeCatalog(catalogs));

/** @param groups the entries of everything under `api/`. Otherwise as `stageCatalog` */
export const stageManifest = (
  staging: string,
  groups: AsyncIterable<Iterable<Entry>>,
  date: string,
): Promise<string> => stageDated(staging, MANIFEST, date, encodeManifest(groups));

async function stageDated(
  staging: string,
  file: string,
  date: string,
  chunks: Iterable<Buffer> | AsyncIterable<Buffer>,
): Promise<string> {
  const hash = createHash('sha256');
  let sha256 = '';
  async function* hashed(): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
  }
  await new StagingWriter(staging).stream(file, hashed(), () => {
    sha256 = hash.digest('hex');
    return mtimeOf({ date, sha256 });
  });
  return sha256;
}
