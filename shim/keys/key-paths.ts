import path from 'node:path';

/** The files of the keys, where nobody says otherwise. */

export const KEYS_FILE = '.keys.json';
const USAGE_FOLDER = '.keys-usage';

export const keysFileFrom = (env: NodeJS.ProcessEnv): string => env.KEYS_FILE || KEYS_FILE;

/** Where days of use are noted, beside the keys file: null where they are not. */
export function usageFolderFrom(env: NodeJS.ProcessEnv, keysFile: string): string | null {
  if (env.KEYS_USAGE === 'off') return null;
  return env.KEYS_USAGE || path.join(path.dirname(keysFile), USAGE_FOLDER);
}
