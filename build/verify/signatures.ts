import path from 'node:path';
import { readChangesIndex } from '../contract/changes.ts';
import { CHANGES_INDEX, signaturePath } from '../contract/paths.ts';
import { MANIFEST, MOST_ROOT_BYTES } from '../files/manifest/root.ts';
import { readBounded } from '../files/read-bounded.ts';
import { buildIn } from '../previous/published-report.ts';
import { REPORT } from '../report/report.ts';
import { LONGEST_FILE } from '../signature/format.ts';
import { SignatureError, verifySignature } from '../signature/verify.ts';
import type { Pending } from './pending-publication.ts';
import { findFiles } from './present-files.ts';
import { buildOfRoot } from './same-build.ts';

/** What signatures tell of a tree. */
export interface Trust {
  /** The signed comment of the manifest's root. */
  comment: string;
  /** The pending publication, as far as it is signed. */
  pending: Pending | null;
}

/**
 * Checks the signatures of the manifest and the history, and of the catalog if there is one, and that all are of one build: a
 * mirror could mix signed files of several days. While a publication is pending, old and new files are accepted: each is
 * published right before its signature. Only the old root loses its signature before it is replaced. Then all else is new.
 * @param publicKey base64 @throws SignatureError
 */
export function checkSignatures(tree: string, pending: Pending | null, publicKey: string): Trust {
  const staging = pending?.hasStagedRoot ? pending.staging : null;
  const folders = staging === null ? [tree] : [tree, staging];
  const check = (folder: string, file: string): Signed => checkFile(folder, folders, file, publicKey);
  // Without a trusted root nothing else counts.
  const staged = staging === null ? null : attempt(() => check(staging, MANIFEST));
  if (staged instanceof SignatureError) return checkSignatures(tree, null, publicKey);
  const published = attempt(() => check(tree, MANIFEST));
  const isSigned = !(published instanceof SignatureError);
  const root = isSigned ? published : staged;
  if (!root) throw published;
  const builds = folders.filter(folder => folder === staging || isSigned).map(buildOfRoot);
  if (!folders.some(hasFile(CHANGES_INDEX))) throw new SignatureError(`${CHANGES_INDEX} is missing`);
  for (const folder of folders.filter(hasFile(CHANGES_INDEX))) {
    const { content } = check(folder, CHANGES_INDEX);
    checkBuild(CHANGES_INDEX, readChangesIndex(content.toString())?.[0]?.build, builds);
  }
  for (const folder of folders.filter(hasFile(REPORT)))
    checkBuild(REPORT, buildIn(check(folder, REPORT).content), builds);
  const acceptsPublished = isSigned || !hasFile(MANIFEST)(tree);
  return { comment: root.comment, pending: pending && { ...pending, acceptsPublished } };
}

function attempt(check: () => Signed): Signed | SignatureError {
  try {
    return check();
  } catch (error) {
    if (error instanceof SignatureError) return error;
    throw error;
  }
}

function checkBuild(
  file: string,
  build: string | null | undefined,
  builds: readonly (string | null)[],
): void {
  if (build === null || build === undefined) throw new SignatureError(`${file} does not tell its build`);
  if (!builds.includes(build)) throw new SignatureError(`${file} is of another build than ${MANIFEST}`);
}

interface Signed {
  content: Buffer;
  comment: string;
}

const hasFile =
  (file: string) =>
  (folder: string): boolean =>
    findFiles(folder, [file]).files.has(file);

/** Checks a file of a folder. @param folders that may have its signature */
function checkFile(folder: string, folders: readonly string[], file: string, publicKey: string): Signed {
  const content = read(folder, file, MOST_ROOT_BYTES);
  if (!content) throw new SignatureError(`${file} is missing`);
  const name = signaturePath(file);
  let refusal = new SignatureError('is missing');
  for (const place of folders) {
    const signature = read(place, name, LONGEST_FILE);
    if (!signature) continue;
    try {
      return { content, comment: verifySignature(content, signature.toString('utf8'), publicKey) };
    } catch (error) {
      if (!(error instanceof SignatureError)) throw error;
      refusal = error;
    }
  }
  throw new SignatureError(`${name} ${refusal.message}`);
}

const read = (folder: string, file: string, most: number): Buffer | null =>
  hasFile(file)(folder) ? readBounded(path.join(folder, file), most) : null;
