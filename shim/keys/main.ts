import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { createKey, listKeys, revokeKey } from './commands.ts';
import { parseCommand, USAGE, UsageError } from './usage.ts';

const DEFAULT_FILE = '.keys.json';

async function answer(args: string[], env: NodeJS.ProcessEnv, now: Date): Promise<string> {
  const command = parseCommand(args, env.KEYS_FILE || DEFAULT_FILE, now.getTime());
  if (command.verb === 'help') return USAGE;
  const directory = dirname(command.file);
  if (!existsSync(directory)) throw new UsageError(`There is no directory ${directory} for the keys file.`);
  switch (command.verb) {
    case 'create':
      return createKey(command.file, command, now);
    case 'list':
      return listKeys(command.file, now);
    case 'revoke':
      return revokeKey(command.file, command.id);
  }
}

/**
 * `npm run keys`: the edge where arguments, environment and clock come in.
 *
 * @param args what follows the command's name
 * @returns the exit code
 */
export async function run(args: string[]): Promise<number> {
  try {
    process.stdout.write(await answer(args, process.env, new Date()));
    return 0;
  } catch (error) {
    const { message } = error as Error;
    const isUsage = error instanceof UsageError;
    process.stderr.write(
      isUsage ? `${message}\n"npm run keys -- --help" shows the usage.\n` : `${message}\n`,
    );
    return isUsage ? 2 : 1;
  }
}
