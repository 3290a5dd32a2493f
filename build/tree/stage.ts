import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { SourceCatalog } from '../contract/catalog.ts';
import { encodeCatalog } from '../contract/catalog-file.ts';
import { CATALOG } from '../contract/paths.ts';
import { sourceOf } from '../contract/sources.ts';
import { type Entry, mtimeOf } from '../files/entry.ts';
import { partOfDocument, partOfPage } from '../files/manifest/parts.ts';
import type { ManifestWriter, WrittenManifest } from '../files/manifest/write.ts';
import { StagingWriter } from '../files/staging.ts';
import { type DocumentState, documentEntries, totalsOf } from '../state/state.ts';

/** @param date of the newest document, YYYY-MM-DD. @returns the file's SHA-256, hexadecimal */
export async function stageCatalog(
  staging: string,
  catalogs: readonly SourceCatalog[],
  date: string,
): Promise<string> {
  const hash = createHash('sha256');
  let sha256 = '';
  function* hashed(): Generator<Buffer> {
    for (const chunk of encodeCatalog(catalogs)) {
      hash.update(chunk);
      yield chunk;
    }
  }
  await new StagingWriter(staging).stream(CATALOG, hashed(), () => {
    sha256 = hash.digest('hex');
    return mtimeOf({ date, sha256 });
  });
  return sha256;
}

/** @param date of the newest document, YYYY-MM-DD */
export async function stageManifest(
  writer: ManifestWriter,
  documents: Map<string, DocumentState>,
  pages: Promise<readonly Entry[]>,
  date: string,
): Promise<WrittenManifest> {
  const partOf = ({ file, record }: DocumentState): string =>
    partOfDocument(sourceOf(file.source), record.identifier, record.values);
  for (const [name, some] of groupedBy(documents.values(), partOf)) {
    writer.stagePart(name, some.flatMap(documentEntries));
    // Other threads make the pages meanwhile, and wait for this one.
    await setImmediate();
  }
  const groups = groupedBy(await pages, page => partOfPage(page.path));
  for (const [name, some] of groups) writer.stagePart(name, some);
  return writer.finish(date, totalsOf({ documents, pages: [] }).documents);
}

function groupedBy<T>(values: Iterable<T>, keyOf: (value: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}
