import { readlinkSync, realpathSync } from 'node:fs';
import path from 'node:path';

const MAX_LINKS = 40;

/** Follows symbolic links, also one to nothing: its file will be made. @throws errors of the file system */
export function realFileOf(file: string): string {
  let at = file;
  for (let links = 0; links <= MAX_LINKS; links++) {
    at = path.join(realpathSync(path.dirname(at)), path.basename(at));
    const target = targetOf(at);
    if (target === null) return at;
    at = path.resolve(path.dirname(at), target);
  }
  throw new Error(`${file} leads through too many symbolic links`);
}

function targetOf(file: string): string | null {
  try {
    return readlinkSync(file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // EINVAL: another kind of file; Windows says UNKNOWN.
    if (code === 'EINVAL' || code === 'ENOENT' || code === 'UNKNOWN') return null;
    throw new Error(message);
  }
}
