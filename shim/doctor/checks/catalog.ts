import fs from 'node:fs/promises';
import path from 'node:path';
import { type OpenCatalog, openCatalog } from '../../../build/common/catalog.ts';
import { CATALOG, documentPath } from '../../../build/contract/paths.ts';
import type { StoredCatalog } from '../../../build/formats/catalog.ts';
import { CatalogError } from '../../../build/formats/catalog-items.ts';
import { type Check, codeOf, type Finding, ok, problem } from '../finding.ts';
import { readManifestRoot } from './tree.ts';

const MAKE = '"npm run build" makes one; a mirror that serves copies the folder catalog, too';
const TAKE_WHOLE =
  'take the whole tree again: catalog and files are of different builds, or one is being published now';

/** Checks that the catalog is sound and of this version, and that files of its documents exist. */
export const catalog: Check = {
  name: 'catalog',
  async run({ settings: { dist } }) {
    const file = path.join(dist, CATALOG);
    let open: OpenCatalog;
    try {
      open = await openCatalog(file);
    } catch (error) {
      if (error instanceof CatalogError) return problem(`the catalog ${file} ${error.message}`, MAKE);
      return problem(`the catalog ${file} cannot be read: ${codeOf(error)}`, MAKE);
    }
    try {
      return await findingOf(dist, open);
    } finally {
      await open.close();
    }
  },
};

async function findingOf(dist: string, { sources, schemaVersion }: OpenCatalog): Promise<Finding> {
  const root = await readManifestRoot(dist);
  for (const stored of sources) {
    const { source, count } = stored;
    const listed = typeof root === 'string' ? count : (root.documents[source.id] ?? 0);
    if (listed !== count)
      return problem(
        `the catalog has ${count} documents of ${source.id}, and the manifest ${listed}`,
        TAKE_WHOLE,
      );
    const missing = await missingOf(dist, stored);
    if (missing !== null) return problem(`the tree lacks ${missing}, which the catalog lists`, TAKE_WHOLE);
  }
  const documents = sources.reduce((sum, { count }) => sum + count, 0);
  return ok(`${documents} documents, version ${schemaVersion}`);
}

/** Looks for the first, the middle and the last document. @returns the first of their files that is missing */
async function missingOf(dist: string, { source, count, identifier }: StoredCatalog): Promise<string | null> {
  const ordinals = count === 0 ? [] : [0, count >> 1, count - 1];
  for (const ordinal of new Set(ordinals)) {
    const file = documentPath(source, identifier(ordinal), 'json');
    const stat = await fs.stat(path.join(dist, file)).catch(() => null);
    if (!stat?.isFile()) return file;
  }
  return null;
}
