import { randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import { type FileHandle, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { type KeyRecord, parseKeys, printKeys } from './file.ts';
import { realFileOf } from './links.ts';
import { withLock } from './lock.ts';

/** Of a new file: only the owner may read even the hashes. */
const MODE = 0o600;

/** @returns the stored keys; none where there is no file. @throws Error that names the file, where it is damaged */
export async function readKeys(file: string): Promise<KeyRecord[]> {
  if ((await statOf(file)) === null) return [];
  const text = await readFile(file, 'utf8');
  try {
    return parseKeys(text);
  } catch (error) {
    throw new Error(`${file} is not a keys file: ${(error as Error).message}`);
  }
}

/**
 * Replaces the stored keys by what `change` makes of them. Edits that run at once follow one another.
 *
 * The file keeps its owner, group and mode, and a symbolic link stays one: a server that could read the keys before
 * reads the new ones. Where that cannot be had, nothing is changed.
 *
 * @throws Error that says why
 */
export async function editKeys(file: string, change: (keys: KeyRecord[]) => KeyRecord[]): Promise<void> {
  const real = await realFileOf(file);
  await withLock(`${real}.lock`, async assertHeld => {
    const replaced = await statOf(real);
    const keys = change(await readKeys(real));
    const temporary = `${real}.${randomUUID()}.tmp`;
    try {
      await writeDurably(temporary, printKeys(keys), handle => adopt(handle, real, replaced));
      await assertHeld();
      await rename(temporary, real);
    } finally {
      await rm(temporary, { force: true });
    }
  });
}

/** @returns null where there is no file. @throws Error where there is something else: to read a pipe would take for ever */
async function statOf(file: string): Promise<Stats | null> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (found && !found.isFile()) throw new Error(`${file} is not a keys file: it is not a regular file`);
  return found;
}

async function writeDurably(
  file: string,
  text: string,
  prepare: (handle: FileHandle) => Promise<void>,
): Promise<void> {
  const handle = await open(file, 'wx', MODE);
  try {
    await prepare(handle);
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes a new file as accessible as the one whose place it is going to take. */
async function adopt(handle: FileHandle, file: string, replaced: Stats | null): Promise<void> {
  if (replaced === null) return;
  const { uid, gid, mode, nlink } = replaced;
  if (nlink > 1) {
    throw new Error(
      `${file} has ${nlink} names (hard links), and a server may read it by another one. Nothing was changed.`,
    );
  }
  const own = await handle.stat();
  if (own.uid !== uid || own.gid !== gid) {
    await handle.chown(uid, gid).catch(() => {
      throw new Error(
        `${file} belongs to user ${uid} and group ${gid}, and a server may run as these: run this command as that user or as root. Nothing was changed.`,
      );
    });
  }
  // After the owner, since a change of owner takes bits of the mode away.
  await handle.chmod(mode & PERMISSIONS);
}

/** The part of a mode that is no type of file. */
const PERMISSIONS = 0o7777;
