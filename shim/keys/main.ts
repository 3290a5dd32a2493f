import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { createKey, listKeys, revokeKey } from './commands.ts';
import { parseCommand, USAGE, UsageError } from './usage.ts';

/** `npm run keys`: the edge where arguments, environment and clock come in. */

const DEFAULT_FILE = '.keys.json';

async function run(args: string[], env: NodeJS.ProcessEnv, now: Date): Promise<string> {
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

try {
  process.stdout.write(await run(process.argv.slice(2), process.env, new Date()));
} catch (error) {
  const { message } = error as Error;
  const isUsage = error instanceof UsageError;
  process.stderr.write(isUsage ? `${message}\n"npm run keys -- --help" shows the usage.\n` : `${message}\n`);
  process.exitCode = isUsage ? 2 : 1;
}
