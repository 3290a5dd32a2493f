import fs from 'node:fs/promises';
import path from 'node:path';
import { openCatalog } from '../../../build/common/catalog.ts';
import { CATALOG, SEARCH_INDEX } from '../../../build/contract/paths.ts';
import { SearchIndex } from '../../../build/search/embedded/find/open-index.ts';
import type { Settings } from '../../settings.ts';
import { type Check, type Finding, ok, problem, warning } from '../finding.ts';
import { trial } from '../trial-search.ts';
import { checkTypesense } from './typesense.ts';

/** Checks that the configured engine answers, and has the documents of the tree. */
export const search: Check = {
  name: 'search',
  async run({ settings }) {
    const documents = await documentsIn(settings.dist);
    return settings.typesense
      ? checkTypesense(settings.typesense, documents, () => trial(settings))
      : checkEmbedded(settings, documents);
  },
};

async function documentsIn(dist: string): Promise<number | null> {
  try {
    const catalog = await openCatalog(path.join(dist, CATALOG));
    await catalog.close();
    return catalog.sources.reduce((sum, { count }) => sum + count, 0);
  } catch {
    return null;
  }
}

async function checkEmbedded(settings: Settings, documents: number | null): Promise<Finding> {
  const file = path.resolve(settings.dist, SEARCH_INDEX);
  if (!(await fs.stat(file).catch(() => null)))
    return warning(
      `there is no search index ${file}: searches are answered 503`,
      'build without --no-search, or set TYPESENSE_URL',
    );
  const REBUILD = '"npm run build" makes it anew; a mirror that serves copies the folder catalog, too';
  try {
    const indexed = await documentsOf(file);
    if (documents !== null && indexed !== documents)
      return problem(`the search index has ${indexed} documents, and the catalog ${documents}`, REBUILD);
  } catch (error) {
    return problem(`the search index ${file} cannot be used: ${(error as Error).message}`, REBUILD);
  }
  const { failure, milliseconds } = await trial(settings);
  if (failure !== null) return problem(`a search fails: ${failure}`, REBUILD);
  return ok(`the embedded engine answers, ${milliseconds} ms for the first search`);
}

async function documentsOf(file: string): Promise<number> {
  const index = await SearchIndex.open(file, 1);
  try {
    return await index.json<number>({ sql: 'SELECT count(*) FROM documents', parameters: {} });
  } finally {
    await index.close();
  }
}
