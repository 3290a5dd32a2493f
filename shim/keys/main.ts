import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { command, EXIT, UsageError } from '../../build/common/command-line.ts';
import { createKey, listKeys, revokeKey } from './commands.ts';
import { type Command, OPTIONS, readCommand, USAGE } from './usage.ts';

const DEFAULT_FILE = '.keys.json';

function answer(wanted: Command, now: Date): string {
  const directory = dirname(wanted.file);
  if (!existsSync(directory)) throw new UsageError(`There is no directory ${directory} for the keys file.`);
  switch (wanted.verb) {
    case 'create':
      return createKey(wanted.file, wanted, now);
    case 'list':
      return listKeys(wanted.file, now);
    case 'revoke':
      return revokeKey(wanted.file, wanted.id);
  }
}

/** `npm run keys`: the edge where arguments, environment and clock come in. */
export const run = command({
  usage: USAGE,
  options: OPTIONS,
  takesOperands: true,
  async execute(flags, operands) {
    const now = new Date();
    const wanted = readCommand(flags, operands, process.env.KEYS_FILE || DEFAULT_FILE, now.getTime());
    process.stdout.write(answer(wanted, now));
    return EXIT.done;
  },
});
