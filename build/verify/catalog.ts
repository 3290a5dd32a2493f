import path from 'node:path';
import { checkCatalog } from '../common/catalog.ts';
import { CATALOG, SEARCH_INDEX } from '../contract/paths.ts';
import { digestOfFile } from '../files/digest.ts';
import { CatalogError } from '../formats/catalog-items.ts';
import { type CatalogDigests, recordedBuild, recordedDigests } from '../previous/published-report.ts';
import { SIGNATURES } from '../previous/signed-files.ts';
import { REPORT } from '../report/report.ts';
import type { PresentFiles } from './present-files.ts';
import { isOfAnother } from './same-build.ts';

export interface OutsideFindings {
  missing: string[];
  altered: string[];
  known: Set<string>;
}

/**
 * Checks files outside `api/`. A mirror has neither catalog nor report; a tree has both. @param staging accepted files of a
 * pending publication
 */
export async function checkOutsideApi(
  tree: string,
  { files, others }: PresentFiles,
  staging: string | null,
): Promise<OutsideFindings> {
  const findings: OutsideFindings = {
    missing: [],
    altered: [],
    known: new Set([REPORT, CATALOG, ...SIGNATURES]),
  };
  const { missing, altered, known } = findings;
  const isFile = (name: string): boolean => files.has(name);
  const isThere = (name: string): boolean => isFile(name) || others.has(name);
  if (!isThere(REPORT) && !isThere(CATALOG)) return findings;
  const own = isFile(REPORT) ? recordedDigests(tree) : null;
  const next = staging === null ? null : recordedDigests(staging);
  if (!isFile(REPORT)) missing.push(REPORT);
  else if (own === null || isOfAnother(tree, recordedBuild(tree))) altered.push(REPORT);
  if (!isFile(CATALOG)) missing.push(CATALOG);
  else if (!(await isSoundCatalog(path.join(tree, CATALOG)))) altered.push(CATALOG);
  if (own) checkRecorded(tree, isFile, next ? [own, next] : [own], findings);
  // Nothing is known of its index then.
  else known.add(SEARCH_INDEX);
  if (staging === null) return findings;
  // A publication brings files one by one, and the first of this version brings the first record.
  return { missing: [], altered: altered.filter(file => file !== REPORT), known };
}

function checkRecorded(
  tree: string,
  isFile: (name: string) => boolean,
  recorded: readonly CatalogDigests[],
  { missing, altered, known }: OutsideFindings,
): void {
  for (const name of new Set(recorded.flatMap(record => Object.keys(record)))) {
    known.add(name);
    const accepted = recorded.map(record => record[name]);
    if (!isFile(name)) {
      if (!missing.includes(name)) missing.push(name);
    } else if (!accepted.includes(digestOfFile(path.join(tree, name))) && !altered.includes(name)) {
      altered.push(name);
    }
  }
}

/** Whether a catalog file is intact, whatever version of the program wrote it. */
async function isSoundCatalog(file: string): Promise<boolean> {
  try {
    await checkCatalog(file);
    return true;
  } catch (error) {
    if (error instanceof CatalogError) return false;
    throw error;
  }
}
