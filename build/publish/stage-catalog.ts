import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { CATALOG } from '../contract/paths.ts';
import { mtimeOf } from '../files/entry.ts';
import { StagingWriter } from '../files/staging.ts';
import type { SourceCatalog } from '../formats/catalog.ts';
import { CHECKSUM_BYTES, encodeCatalog } from '../formats/catalog-file.ts';
import type { Workspace } from '../previous/workspace.ts';
import type { CatalogMark } from '../state/header.ts';

/** Stages the catalog. @param date of the newest document, YYYY-MM-DD */
export async function stageCatalog(
  staging: string,
  catalogs: readonly SourceCatalog[],
  date: string,
): Promise<CatalogMark> {
  const hash = createHash('sha256');
  let [sha256, build] = ['', ''];
  function* chunks(): Generator<Buffer> {
    for (const chunk of encodeCatalog(catalogs, hash)) {
      // The last chunk is the file's own checksum.
      build = chunk.length === CHECKSUM_BYTES ? chunk.toString('hex') : '';
      yield chunk;
    }
  }
  await new StagingWriter(staging).stream(CATALOG, chunks(), () => {
    sha256 = hash.digest('hex');
    return mtimeOf({ date, sha256 });
  });
  return { sha256, build };
}

/** Stages a copy of the published catalog: the shim sees by a replaced file that there is a new tree. */
export function stageSameCatalog({ tree, staging }: Workspace): void {
  const [from, to] = [path.join(tree, CATALOG), path.join(staging, CATALOG)];
  fs.mkdirSync(path.dirname(to), { recursive: true });
  fs.copyFileSync(from, to, fs.constants.COPYFILE_FICLONE);
  const { atime, mtime } = fs.statSync(from);
  fs.utimesSync(to, atime, mtime);
}
