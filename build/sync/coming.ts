import { hash } from 'node:crypto';
import { CATALOG, CHANGES_INDEX, SEARCH_INDEX, signaturePath } from '../contract/paths.ts';
import { CHANGES_FEED } from '../contract/site-paths.ts';
import { isDigest } from '../contract/values.ts';
import { MANIFEST, type Root } from '../files/manifest/root.ts';
import { REPORT } from '../report/report.ts';
import { SourceError, WrongContent } from './errors.ts';
import { type History, MOST_HISTORY_BYTES, NO_HISTORY, readHistory } from './history.ts';
import type { Moves, Rank } from './moves.ts';
import type { Stage } from './stage.ts';
import type { Target } from './target.ts';

/** What is copied beside what the manifest lists. */

export const ROOT_SIGNATURE = signaturePath(MANIFEST);
const INDEX_SIGNATURE = signaturePath(CHANGES_INDEX);
const MOST_SIGNATURE_BYTES = 64 * 1024;
const MOST_FEED_BYTES = 1024 * 1024;
const MOST_REPORT_BYTES = 256 * 1024 * 1024;

/** Checks that a signature is of these bytes. @throws where it is not */
export type Verify = (bytes: Buffer, signature: string) => void;

/** What tells of a tree beside its manifest; null where the source has none. */
export interface Attachments {
  signature: Buffer | null;
  index: Buffer | null;
  feed: Buffer | null;
  indexSignature: Buffer | null;
  history: History;
}

/**
 * @param root the bytes of the root
 * @param verify null where signatures are copied and not looked at
 * @throws SourceError where a signature is missing or of something else
 */
export async function fetchAttachments(
  stage: Stage,
  root: Buffer,
  verify: Verify | null,
): Promise<Attachments> {
  const signature = await stage.read(ROOT_SIGNATURE, MOST_SIGNATURE_BYTES);
  checkSignature(MANIFEST, root, signature, verify);
  const index = await stage.read(CHANGES_INDEX, MOST_HISTORY_BYTES);
  const indexSignature = index && (await stage.read(INDEX_SIGNATURE, MOST_SIGNATURE_BYTES));
  const feed = index && (await stage.read(CHANGES_FEED, MOST_FEED_BYTES));
  if (index) checkSignature(CHANGES_INDEX, index, indexSignature, verify);
  return { signature, index, feed, indexSignature, history: index ? readHistory(index) : NO_HISTORY };
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
    // Root and signature come one after the other: a publication may lie between.
    throw new WrongContent(`${name}: ${(error as Error).message}`);
  }
}

export interface Attaching {
  moves: Moves;
  stage: Stage;
  target: Target;
  root: Root;
  /** Of the root. */
  bytes: Buffer;
  /** What the target has of the history. */
  known: History;
}

export async function addAttachments(
  { moves, stage, target, root, bytes, known }: Attaching,
  { signature, index, feed, indexSignature, history }: Attachments,
): Promise<void> {
  const date = root.newest;
  const has = new Map(known.files.map(({ path, sha256 }) => [path, sha256]));
  for (const file of history.files) {
    if (has.get(file.path) !== file.sha256)
      moves.add({ ...file, date, rank: 'changes', isNew: false, isDoubtful: false });
    has.delete(file.path);
  }
  for (const path of has.keys()) moves.addGone({ path, fingerprint: '' });
  const put = async (path: string, content: Buffer | null, rank: Rank): Promise<void> => {
    if (!content) {
      if (await target.read(path)) moves.addGone({ path, fingerprint: '' });
      return;
    }
    const sha256 = hash('sha256', content);
    stage.write({ path, date, sha256 }, content);
    moves.add({ path, bytes: content.length, sha256, date, rank, isNew: false, isDoubtful: false });
  };
  await put(CHANGES_FEED, feed, 'list of changes');
  await put(CHANGES_INDEX, index, 'list of changes');
  await put(INDEX_SIGNATURE, indexSignature, 'list of changes');
  await put(ROOT_SIGNATURE, signature, 'signature');
  await put(MANIFEST, bytes, 'manifest');
}

/** The catalog and the report of the build, which tells the digests of the catalog. @throws SourceError */
export async function addCatalog(moves: Moves, stage: Stage, target: Target, date: string): Promise<void> {
  const report = await stage.read(REPORT, MOST_REPORT_BYTES);
  const digests = report && digestsIn(report);
  if (!report || !digests)
    throw new SourceError('The source does not give out its catalog: no server of ours does.');
  for (const [path, sha256] of Object.entries(digests)) {
    const rank = path === CATALOG ? 'catalog' : 'search index';
    moves.add({ path, bytes: null, sha256, date, rank, isNew: false, isDoubtful: true });
  }
  if (!(SEARCH_INDEX in digests) && target.isThere(SEARCH_INDEX))
    moves.addGone({ path: SEARCH_INDEX, fingerprint: '' });
  const sha256 = hash('sha256', report);
  stage.write({ path: REPORT, date, sha256 }, report);
  moves.add({
    path: REPORT,
    bytes: report.length,
    sha256,
    date,
    rank: 'report',
    isNew: false,
    isDoubtful: false,
  });
}

function digestsIn(report: Buffer): Record<string, string> | null {
  try {
    const { catalog } = JSON.parse(report.toString()) as { catalog?: Record<string, string> };
    const names = Object.keys(catalog ?? {});
    const isSound = names.every(name => [CATALOG, SEARCH_INDEX].includes(name) && isDigest(catalog?.[name]));
    return catalog && isSound && names.includes(CATALOG) ? catalog : null;
  } catch {
    return null;
  }
}
