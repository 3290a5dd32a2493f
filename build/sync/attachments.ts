import { hash } from 'node:crypto';
import fs from 'node:fs';
import { isCount, isDigest } from '../contract/json-values.ts';
import { CATALOG, CHANGES_INDEX, SEARCH_INDEX, signaturePath } from '../contract/paths.ts';
import { CHANGES_FEED } from '../contract/site-paths.ts';
import { MANIFEST, MOST_ROOT_BYTES, type Root } from '../files/manifest/root.ts';
import { REPORT } from '../report/report.ts';
import { Mixture, SourceError } from './errors.ts';
import type { Moves, Rank } from './file-moves.ts';
import { type History, MOST_HISTORY_BYTES, NO_HISTORY, readHistory } from './history.ts';
import { listProblem, mostOfCatalog } from './size-limits.ts';
import type { Stage } from './staged-files.ts';
import type { Target } from './target.ts';

/** Files that are copied beside those of the manifest: signatures, history, catalog and report. */

export const ROOT_SIGNATURE = signaturePath(MANIFEST);
export const INDEX_SIGNATURE = signaturePath(CHANGES_INDEX);
const REPORT_SIGNATURE = signaturePath(REPORT);
const MOST_SIGNATURE_BYTES = 64 * 1024;
const MOST_FEED_BYTES = 1024 * 1024;

/** Checks that a signature is of these bytes. @throws where it is not */
export type Verify = (bytes: Buffer, signature: string) => void;

/** Signatures and history of a tree; null where the source has none. */
export interface Attachments {
  signature: Buffer | null;
  index: Buffer | null;
  feed: Buffer | null;
  indexSignature: Buffer | null;
  history: History;
}

export interface AttachmentsOf {
  stage: Stage;
  root: Root;
  bytes: Buffer;
  /** Null where signatures are copied without a check. */
  verify: Verify | null;
  /** Any new text: makes caches on the way ask the server again. */
  again?: string | undefined;
}

/** Fetches signatures and history of the root's build. @throws SourceError, Mixture */
export async function fetchAttachments(of: AttachmentsOf): Promise<Attachments> {
  const { stage, root, bytes, verify, again } = of;
  const read = (path: string, most: number) => stage.read(path, most, again);
  const signature = await read(ROOT_SIGNATURE, MOST_SIGNATURE_BYTES);
  checkSignature(MANIFEST, bytes, signature, verify);
  const index = await read(CHANGES_INDEX, MOST_HISTORY_BYTES);
  if (!index) {
    if (verify) throw new SourceError(`${CHANGES_INDEX} is not there, which has to be signed with the key.`);
    return { signature, index, feed: null, indexSignature: null, history: NO_HISTORY };
  }
  const indexSignature = await read(INDEX_SIGNATURE, MOST_SIGNATURE_BYTES);
  checkSignature(CHANGES_INDEX, index, indexSignature, verify);
  const history = readHistory(index);
  checkPair(root, history);
  // A feed that the index does not name was made by an earlier version, and no signature covers it.
  const isLoose = !history.namesFeed && !verify;
  const feed = isLoose ? await read(CHANGES_FEED, MOST_FEED_BYTES) : null;
  return { signature, index, feed, indexSignature, history };
}

/** @throws Mixture, SourceError */
export function checkPair(root: Root, history: History): void {
  if (history.build !== root.build)
    throw new Mixture(`${CHANGES_INDEX} is of another build than ${MANIFEST}`);
  for (const file of history.files) {
    const problem = listProblem(file);
    if (problem !== null) throw new SourceError(`The source is damaged: ${file.path} ${problem}.`);
  }
}

export function checkSignature(
  name: string,
  bytes: Buffer,
  signature: Buffer | null,
  verify: Verify | null,
): void {
  if (!verify) return;
  if (!signature) throw new SourceError(`${name} is not signed.`);
  try {
    verify(bytes, signature.toString());
  } catch (error) {
    // Root and signature are fetched one after the other; the source may have published in between.
    throw new Mixture(`${name}: ${(error as Error).message}`);
  }
}

export interface Attaching {
  moves: Moves;
  stage: Stage;
  target: Target;
  root: Root;
  bytes: Buffer;
  known: History;
}

export async function addAttachments(
  { moves, stage, target, root, bytes, known }: Attaching,
  { signature, index, feed, indexSignature, history }: Attachments,
): Promise<void> {
  const date = root.newest;
  const has = new Map(known.files.map(({ path, sha256 }) => [path, sha256]));
  if (!history.namesFeed) has.delete(CHANGES_FEED);
  for (const file of history.files) {
    if (has.get(file.path) !== file.sha256)
      moves.add({ ...file, date, rank: 'changes', isNew: false, isDoubtful: false });
    has.delete(file.path);
  }
  for (const path of has.keys()) moves.addGone({ path, fingerprint: '' });
  const put = putterTo({ moves, stage, target, root });
  if (!history.namesFeed) await put(CHANGES_FEED, feed, 'list of changes');
  await put(CHANGES_INDEX, index, 'list of changes');
  await put(INDEX_SIGNATURE, indexSignature, 'list of changes');
  await put(ROOT_SIGNATURE, signature, 'signature');
  await put(MANIFEST, bytes, 'manifest');
}

export interface CatalogOf {
  moves: Moves;
  stage: Stage;
  target: Target;
  root: Root;
  verify: Verify | null;
  again?: string | undefined;
}

/**
 * Whether the target has the source's report, signed where that is demanded, and the files of the catalog that it names. The root
 * does not tell: a build of another version may make another catalog of the same content.
 */
export async function hasCatalog(of: Omit<CatalogOf, 'moves'>): Promise<boolean> {
  const { stage, target, root, verify, again } = of;
  const content = await target.read(REPORT);
  const report = content && readReport(content);
  if (!report || !(await stage.read(REPORT, MOST_ROOT_BYTES, again))?.equals(content)) return false;
  try {
    checkSignature(REPORT, content, await target.read(REPORT_SIGNATURE), verify);
    checkReport(report, root, verify !== null);
  } catch {
    return false;
  }
  const isIndexed = report.files.some(({ path }) => path === SEARCH_INDEX);
  if (!isIndexed && target.isThere(SEARCH_INDEX)) return false;
  for (const file of report.files) if (!(await isHeld(target, file))) return false;
  return true;
}

/** On this machine the size has to do: a digest would read the whole search index in every run that finds nothing to do. */
async function isHeld(target: Target, file: CatalogFile): Promise<boolean> {
  const own = target.ownFile(file.path);
  if (own === null) return target.holds(file);
  const stat = fs.statSync(own, { throwIfNoEntry: false });
  return stat?.isFile() === true && stat.size === (file.bytes ?? stat.size);
}

/** Adds the catalog and the report with its digests, which is signed. @throws SourceError, Mixture */
export async function addCatalog({ moves, stage, target, root, verify, again }: CatalogOf): Promise<void> {
  const content = await stage.read(REPORT, MOST_ROOT_BYTES, again);
  const report = content && readReport(content);
  if (!content || !report)
    throw new SourceError('The source does not give out its catalog: no server of ours does.');
  const signature = await stage.read(REPORT_SIGNATURE, MOST_SIGNATURE_BYTES, again);
  checkSignature(REPORT, content, signature, verify);
  checkReport(report, root, verify !== null);
  const date = root.newest;
  for (const { path, bytes, sha256 } of report.files) {
    const rank = path === CATALOG ? 'catalog' : 'search index';
    moves.add({ path, bytes, sha256, date, rank, isNew: false, isDoubtful: true });
  }
  const isIndexed = report.files.some(({ path }) => path === SEARCH_INDEX);
  if (!isIndexed && target.isThere(SEARCH_INDEX)) moves.addGone({ path: SEARCH_INDEX, fingerprint: '' });
  const put = putterTo({ moves, stage, target, root });
  await put(REPORT_SIGNATURE, signature, 'report');
  await put(REPORT, content, 'report');
}

/** Returns a function that adds a file, or removes the target's if there is no content. */
const putterTo =
  ({
    moves,
    stage,
    target,
    root: { newest: date },
  }: Pick<CatalogOf, 'moves' | 'stage' | 'target' | 'root'>) =>
  async (path: string, content: Buffer | null, rank: Rank): Promise<void> => {
    if (!content) {
      if (await target.read(path)) moves.addGone({ path, fingerprint: '' });
      return;
    }
    const sha256 = hash('sha256', content);
    stage.write({ path, date, sha256 }, content);
    moves.add({ path, bytes: content.length, sha256, date, rank, isNew: false, isDoubtful: false });
  };

interface CatalogFile {
  path: string;
  bytes: number | null;
  sha256: string;
}

interface ReportOfCatalog {
  build: string | null;
  files: readonly CatalogFile[];
}

function checkReport({ build, files }: ReportOfCatalog, root: Root, isDemanded: boolean): void {
  if (build === null && isDemanded)
    throw new SourceError(
      `${REPORT} does not tell which build its catalog is of: an earlier version has made it. Build the source again.`,
    );
  if (build !== null && build !== root.build)
    throw new Mixture(`${REPORT} is of another build than ${MANIFEST}`);
  for (const { path, bytes } of files)
    if (bytes !== null && bytes > mostOfCatalog(path))
      throw new SourceError(`The source is damaged: ${path} declares more bytes than any catalog has.`);
}

function readReport(content: Buffer): ReportOfCatalog | null {
  try {
    const { build = null, catalog, catalog_bytes = {} } = JSON.parse(content.toString());
    const files = Object.entries(catalog as Record<string, string>).map(([path, sha256]) => ({
      ...{ path, sha256 },
      bytes: catalog_bytes[path] ?? null,
    }));
    const isSound =
      (build === null || isDigest(build)) &&
      files.every(
        ({ path, bytes, sha256 }) =>
          [CATALOG, SEARCH_INDEX].includes(path) && isDigest(sha256) && (bytes === null || isCount(bytes)),
      );
    return isSound && files.some(({ path }) => path === CATALOG) ? { build, files } : null;
  } catch {
    return null;
  }
}
