import path from 'node:path';

export const KEYS_FILE = '.keys.json';
const USAGE_FOLDER = '.keys-usage';

export const keysFileFrom = (env: NodeJS.ProcessEnv): string => env.KEYS_FILE || KEYS_FILE;

/** The folder for days of use, by default beside the keys file; null: they are not noted. */
export function usageFolderFrom(env: NodeJS.ProcessEnv, keysFile: string): string | null {
  if (env.KEYS_USAGE === 'off') return null;
  return env.KEYS_USAGE || path.join(path.dirname(keysFile), USAGE_FOLDER);
}
