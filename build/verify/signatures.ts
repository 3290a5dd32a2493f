import path from 'node:path';
import { readChangesIndex } from '../contract/changes.ts';
import { CHANGES_INDEX, signaturePath } from '../contract/paths.ts';
import { MANIFEST, MOST_ROOT_BYTES } from '../files/manifest/root.ts';
import { readBounded } from '../files/read-bounded.ts';
import { buildIn } from '../previous/published-report.ts';
import { REPORT } from '../report/report.ts';
import { LONGEST_FILE } from '../signature/format.ts';
import { SignatureError, verifySignature } from '../signature/verify.ts';
import { pendingPublication } from './pending-publication.ts';
import { findFiles } from './present-files.ts';
import { buildOfRoot } from './same-build.ts';

/**
 * Checks the signatures of the manifest and the history, and of the catalog if there is one, and that all are of one build: a
 * mirror could mix signed files of several days. While a publication is pending, old and new files are accepted: each is
 * published right after its signature.
 * @param publicKey base64 @returns the signed comment of the manifest @throws SignatureError
 */
export function checkSignatures(tree: string, publicKey: string): string {
  const pending = pendingPublication(tree);
  const folders = pending?.hasStagedRoot ? [tree, pending.staging] : [tree];
  // Without a trusted root nothing else counts.
  const root = checkFile(folders, MANIFEST, publicKey);
  const builds = folders.map(buildOfRoot);
  const history = checkFile(folders, CHANGES_INDEX, publicKey);
  checkBuild(CHANGES_INDEX, readChangesIndex(history.content.toString())?.[0]?.build, builds);
  if (!isThere(folders, REPORT)) return root.comment;
  const report = checkFile(folders, REPORT, publicKey);
  checkBuild(REPORT, buildIn(report.content), builds);
  return root.comment;
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

const isThere = (folders: readonly string[], file: string): boolean =>
  folders.some(folder => findFiles(folder, [file]).files.has(file));

function checkFile(folders: readonly string[], file: string, publicKey: string): Signed {
  const contents = all(folders, file, MOST_ROOT_BYTES);
  if (contents.length === 0 && file !== MANIFEST) throw new SignatureError(`${file} is missing`);
  const name = signaturePath(file);
  const signatures = all(folders, name, LONGEST_FILE);
  let refusal = new SignatureError('is missing');
  for (const signature of signatures) {
    for (const content of contents) {
      try {
        return { content, comment: verifySignature(content, signature.toString('utf8'), publicKey) };
      } catch (error) {
        if (!(error instanceof SignatureError)) throw error;
        refusal = error;
      }
    }
  }
  throw new SignatureError(`${name} ${refusal.message}`);
}

const all = (folders: readonly string[], file: string, most: number): Buffer[] =>
  folders
    .filter(folder => findFiles(folder, [file]).files.has(file))
    .map(folder => readBounded(path.join(folder, file), most))
    .filter(content => content !== null);
