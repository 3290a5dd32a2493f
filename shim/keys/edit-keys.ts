import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { checkSize, type KeyRecord, parseKeys, printKeys } from './keys-file.ts';
import { withLock } from './lock.ts';
import { realFileOf } from './symbolic-links.ts';

/** Mode of a new file: only the owner may read even the hashes. */
const MODE = 0o600;

/** @throws Error that names the file, where it is damaged */
export function readKeys(file: string): KeyRecord[] {
  const found = statOf(file);
  if (found === null) return [];
  try {
    checkSize(found.size);
    return parseKeys(fs.readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file} is not a keys file: ${(error as Error).message}`);
  }
}

/**
 * Replaces the stored keys by the result of `change`. Simultaneous edits run one after the other.
 *
 * The file keeps its owner, group and mode, and a symbolic link stays one: a server that could read the old keys can
 * read the new ones. If that is impossible, nothing is changed.
 *
 * @throws Error that says why
 */
export function editKeys(file: string, change: (keys: KeyRecord[]) => KeyRecord[]): void {
  const real = realFileOf(file);
  withLock(`${real}.lock`, () => {
    const replaced = statOf(real);
    const text = printKeys(change(readKeys(real)));
    try {
      checkSize(Buffer.byteLength(text));
    } catch (error) {
      throw new Error(`${file} would be too large: ${(error as Error).message}. Nothing was changed.`);
    }
    const temporary = `${real}.${randomUUID()}.tmp`;
    try {
      writeDurably(temporary, text, handle => adopt(handle, real, replaced));
      fs.renameSync(temporary, real);
    } finally {
      fs.rmSync(temporary, { force: true });
    }
  });
}

/** @returns null where there is no file @throws Error where it is no regular file: reading a pipe would never end */
function statOf(file: string): fs.Stats | null {
  const found = fs.statSync(file, { throwIfNoEntry: false });
  if (found && !found.isFile()) throw new Error(`${file} is not a keys file: it is not a regular file`);
  return found ?? null;
}

function writeDurably(file: string, text: string, prepare: (handle: number) => void): void {
  const handle = fs.openSync(file, 'wx', MODE);
  try {
    prepare(handle);
    fs.writeFileSync(handle, text);
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
}

function adopt(handle: number, file: string, replaced: fs.Stats | null): void {
  if (replaced === null) return;
  const { uid, gid, mode, nlink } = replaced;
  if (nlink > 1) {
    throw new Error(
      `${file} has ${nlink} names (hard links), and a server may read it by another one. Nothing was changed.`,
    );
  }
  const own = fs.fstatSync(handle);
  if (own.uid !== uid || own.gid !== gid) {
    try {
      fs.fchownSync(handle, uid, gid);
    } catch {
      throw new Error(
        `${file} belongs to user ${uid} and group ${gid}, and a server may run as these: run this command as that user or as root. Nothing was changed.`,
      );
    }
  }
  // After the owner, since a change of owner removes bits of the mode.
  fs.fchmodSync(handle, mode & PERMISSIONS);
}

const PERMISSIONS = 0o7777;
