import { hash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { signaturePath } from '../contract/paths.ts';
import { mtimeOf } from '../files/entry.ts';
import { setFolderTime } from '../files/folders.ts';
import { MOST_ROOT_BYTES, readRoot } from '../files/manifest/root.ts';
import { readBounded } from '../files/read-bounded.ts';
import { SIGNED_FILES } from '../previous/signed-files.ts';
import type { Workspace } from '../previous/workspace.ts';
import { LONGEST_FILE } from '../signature/format.ts';
import type { Signer } from '../signature/sign.ts';
import { SignatureError, verifySignature } from '../signature/verify.ts';

/** Signatures of a new tree, relative to it. */
export interface StagedSignatures {
  /** Published right before the manifest's root, which marks the tree as complete (build/README.md, Signatures). */
  staged: readonly string[];
  /** Published signatures that do not fit the next files and are not replaced. */
  outdated: readonly string[];
}

export function stageSignatures(
  { tree, staging }: Workspace,
  signer: Signer | null,
  now: number,
): StagedSignatures {
  const [staged, outdated] = [[] as string[], [] as string[]];
  for (const file of SIGNED_FILES) {
    const next = contentOf(staging, file);
    if (!next) continue;
    const signature = signaturePath(file);
    if (signer) {
      if (isSigned(tree, file, next, signer)) continue;
      writeSignature(path.join(staging, signature), signatureOf(staging, file, next, signer, now), now);
      staged.push(signature);
    } else if (fs.existsSync(path.join(tree, signature)) && !contentOf(tree, file)?.equals(next)) {
      outdated.push(signature);
    }
  }
  return { staged, outdated };
}

/** Signs files that have no signature of this key. @param now milliseconds @returns the files that were signed */
export function signTree({ tree, folder }: Workspace, signer: Signer, now: number): string[] {
  const signed: string[] = [];
  for (const file of SIGNED_FILES) {
    const content = contentOf(tree, file);
    if (!content || isSigned(tree, file, content, signer)) continue;
    const draft = path.join(folder, 'signature');
    const target = path.join(tree, signaturePath(file));
    writeSignature(draft, signatureOf(tree, file, content, signer, now), now);
    fs.renameSync(draft, target);
    setFolderTime(path.dirname(target));
    signed.push(file);
  }
  return signed;
}

const contentOf = (folder: string, file: string): Buffer | null =>
  readBounded(path.join(folder, file), MOST_ROOT_BYTES);

function isSigned(tree: string, file: string, content: Buffer, { publicKey }: Signer): boolean {
  const signature = readBounded(path.join(tree, signaturePath(file)), LONGEST_FILE);
  if (!signature) return false;
  try {
    verifySignature(content, signature.toString('utf8'), publicKey);
    return true;
  } catch (error) {
    if (error instanceof SignatureError) return false;
    throw error;
  }
}

/** @param folder of the manifest's root */
function signatureOf(folder: string, file: string, content: Buffer, signer: Signer, now: number): string {
  const { build } = readRoot(folder);
  const fields = [`timestamp:${Math.floor(now / 1000)}`, `file:${file}`, `build:${build}`, 'hashed'];
  return signer.sign(content, fields.join('\t'));
}

/** Gives each signature another time: all have one size, and rsync would take a new one for the old one. */
function writeSignature(target: string, text: string, now: number): void {
  fs.writeFileSync(target, text);
  const time = mtimeOf({ date: new Date(now).toISOString().slice(0, 10), sha256: hash('sha256', text) });
  fs.utimesSync(target, time, time);
}
