import fs from 'node:fs';
import path from 'node:path';
import { isDigest } from '../contract/json-values.ts';
import { CATALOG } from '../contract/paths.ts';
import type { Problem } from '../corpus/problems.ts';
import { digestOfFile } from '../files/digest.ts';
import { filesUnder } from '../files/walk.ts';
import { REPORT } from '../report/report.ts';

/** SHA-256 (hexadecimal) by path of files under `catalog/`, which mirrors do not copy and the manifest does not name. */
export type CatalogDigests = Readonly<Record<string, string>>;

/** Digests of the catalog files in a folder. @param known digests that need not be computed again */
export const catalogDigests = (folder: string, known: CatalogDigests): CatalogDigests =>
  Object.fromEntries(
    Array.from(filesUnder(folder, path.dirname(CATALOG)), file => [
      file,
      known[file] ?? digestOfFile(path.join(folder, file)),
    ]),
  );

/** Digests in a tree's report; null where the report is damaged, or of an earlier version. */
export function recordedDigests(folder: string): CatalogDigests | null {
  const { catalog } = readReport(folder);
  return typeof catalog === 'object' ? (catalog as CatalogDigests) : null;
}

/** The build in a tree's report: that of the manifest's root, and of the catalog. Null as above. */
export const recordedBuild = (folder: string): string | null => ownBuild(readReport(folder));

/** As `recordedBuild`, from the bytes of a report. */
export const buildIn = (content: Buffer): string | null => ownBuild(parse(content));

const ownBuild = ({ build }: Record<string, unknown>): string | null =>
  isDigest(build) ? (build as string) : null;

function readReport(folder: string): Record<string, unknown> {
  try {
    return parse(fs.readFileSync(path.join(folder, REPORT)));
  } catch {
    return {};
  }
}

function parse(content: Buffer): Record<string, unknown> {
  try {
    return JSON.parse(content.toString()) ?? {};
  } catch {
    return {};
  }
}

/** Problems in a tree's report: documents that were left out. None where the report is missing or damaged. */
export function recordedProblems(folder: string): readonly Problem[] {
  const { problems } = readReport(folder);
  return Array.isArray(problems) && problems.every(isProblem) ? problems : [];
}

const isProblem = (problem: Partial<Problem> | null): boolean =>
  typeof problem?.path === 'string' && typeof problem.reason === 'string' && problem.field !== undefined;
