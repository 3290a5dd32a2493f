import fs from 'node:fs';
import path from 'node:path';
import { CATALOG } from '../contract/paths.ts';
import { isDigest } from '../contract/values.ts';
import type { Problem } from '../corpus/problems.ts';
import { digestOfFile } from '../files/digest.ts';
import { filesUnder } from '../files/walk.ts';
import { REPORT } from '../report/report.ts';

/**
 * SHA-256, hexadecimal, by path of the files under `catalog/`. The manifest does not name them, since a mirror goes without and
 * the search index has not the same bytes everywhere; they are told in the build's report, which a mirror goes without too.
 */
export type CatalogDigests = Readonly<Record<string, string>>;

/** Of what is in a folder. @param known those that have been made already */
export const catalogDigests = (folder: string, known: CatalogDigests): CatalogDigests =>
  Object.fromEntries(
    Array.from(filesUnder(folder, path.dirname(CATALOG)), file => [
      file,
      known[file] ?? digestOfFile(path.join(folder, file)),
    ]),
  );

/** As a tree's report tells them; null where it tells nothing: it is damaged, or of an earlier version. */
export function recordedDigests(folder: string): CatalogDigests | null {
  const { catalog } = readReport(folder);
  return typeof catalog === 'object' ? (catalog as CatalogDigests) : null;
}

/** The build of the manifest's root that a tree's report and its catalog belong to; null where it tells none, as above. */
export const recordedBuild = (folder: string): string | null => ownBuild(readReport(folder));

/** As `recordedBuild`, of a report's content. */
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

/** What a tree's report tells of documents that were left out; nothing where there is none, or it is damaged. */
export function recordedProblems(folder: string): readonly Problem[] {
  const { problems } = readReport(folder);
  return Array.isArray(problems) && problems.every(isProblem) ? problems : [];
}

const isProblem = (problem: Partial<Problem> | null): boolean =>
  typeof problem?.path === 'string' && typeof problem.reason === 'string' && problem.field !== undefined;
