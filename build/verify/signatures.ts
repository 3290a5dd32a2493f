import path from 'node:path';
import { signaturePath } from '../contract/paths.ts';
import { MANIFEST, MOST_ROOT_BYTES } from '../files/manifest/root.ts';
import { readBounded } from '../files/read-bounded.ts';
import { LONGEST_FILE } from '../signature/format.ts';
import { SIGNED_FILES } from '../signature/signed-files.ts';
import { SignatureError, verifySignature } from '../signature/verify.ts';
import { pendingPublication } from './pending.ts';
import { lookFor } from './present.ts';

/**
 * Checks that a tree's manifest, and its history where it has one, are signed. While a publication is pending, the old and the
 * coming ones count alike: each comes with its signature right before it.
 *
 * @param publicKey base64 @returns the comment that is signed with the manifest's root @throws SignatureError
 */
export function checkSignatures(tree: string, publicKey: string): string {
  const pending = pendingPublication(tree);
  const folders = pending?.isComing ? [tree, pending.staging] : [tree];
  // Nothing else counts where the root is not to be trusted.
  const [comment] = SIGNED_FILES.toReversed().map(file => checkFile(folders, file, publicKey));
  return comment ?? '';
}

/** @returns the signed comment; null where there is nothing to be signed */
function checkFile(folders: readonly string[], file: string, publicKey: string): string | null {
  const contents = all(folders, file, MOST_ROOT_BYTES);
  if (contents.length === 0 && file !== MANIFEST) return null;
  const name = signaturePath(file);
  const signatures = all(folders, name, LONGEST_FILE);
  let refusal = new SignatureError('is missing');
  for (const signature of signatures) {
    for (const content of contents) {
      try {
        return verifySignature(content, signature.toString('utf8'), publicKey);
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
    .filter(folder => lookFor(folder, [file]).files.has(file))
    .map(folder => readBounded(path.join(folder, file), most))
    .filter(content => content !== null);
