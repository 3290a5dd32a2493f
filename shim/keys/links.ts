import { readlink, realpath } from 'node:fs/promises';
import path from 'node:path';

/** As many as Linux follows. */
const MAX_LINKS = 40;

/**
 * The file that a path leads to, through symbolic links. It need not be there: a link to nothing leads to the file that
 * will be made.
 *
 * @throws errors of the file system: no such folder, too many links
 */
export async function realFileOf(file: string): Promise<string> {
  let at = file;
  for (let links = 0; links <= MAX_LINKS; links++) {
    at = path.join(await realpath(path.dirname(at)), path.basename(at));
    const target = await readlink(at).catch(notALink);
    if (target === null) return at;
    at = path.resolve(path.dirname(at), target);
  }
  throw new Error(`${file} leads through too many symbolic links`);
}

/** EINVAL: another kind of file; Windows says UNKNOWN. */
function notALink({ code, message }: NodeJS.ErrnoException): null {
  if (code === 'EINVAL' || code === 'ENOENT' || code === 'UNKNOWN') return null;
  throw new Error(message);
}
