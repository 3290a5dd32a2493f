import { randomUUID } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { type KeyRecord, parseKeys, printKeys } from './file.ts';
import { withLock } from './lock.ts';

/** Only the owner may read even the hashes. */
const MODE = 0o600;

/** @returns the stored keys; none where there is no file. @throws Error that names the file, where it is damaged */
export async function readKeys(file: string): Promise<KeyRecord[]> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  try {
    return parseKeys(text);
  } catch (error) {
    throw new Error(`${file} is not a keys file: ${(error as Error).message}`);
  }
}

/** Replaces the stored keys by what `change` makes of them. Edits that run at once follow one another. */
export async function editKeys(file: string, change: (keys: KeyRecord[]) => KeyRecord[]): Promise<void> {
  await withLock(`${file}.lock`, async assertHeld => {
    const keys = change(await readKeys(file));
    const temporary = `${file}.${randomUUID()}.tmp`;
    try {
      await writeDurably(temporary, printKeys(keys));
      await assertHeld();
      await rename(temporary, file);
    } finally {
      await rm(temporary, { force: true });
    }
  });
}

async function writeDurably(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', MODE);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
