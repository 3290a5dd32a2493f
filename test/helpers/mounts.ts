import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { closeAfter } from '../runner/leftovers.cjs';
import { temporaryFolder } from './tree.ts';

/** Small file systems for tests of full disks. They are unmounted when the tests of the file are over. */

/** Mounts a small memory file system, or what else. */
export function mount(folder: string, what: string | readonly string[]): void {
  fs.mkdirSync(folder, { recursive: true });
  const args = typeof what === 'string' ? ['-t', 'tmpfs', '-o', what, 'tmpfs'] : what;
  execFileSync('mount', [...args, folder], { stdio: 'pipe' });
  closeAfter(() => spawnSync('umount', ['-l', folder]));
}

/** Why nothing can be mounted; null where it can. */
export const noMounts = mountHindrance();

function mountHindrance(): string | null {
  try {
    mount(temporaryFolder(), 'size=1m');
    return null;
  } catch {
    return 'no file system can be mounted';
  }
}

/** Leaves only so many bytes free. @returns the file that takes the rest */
export function fill(folder: string, free: number): string {
  const { bavail, bsize } = fs.statfsSync(folder);
  const filler = path.join(folder, 'filler');
  fs.writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - free)));
  return filler;
}
