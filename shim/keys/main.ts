import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { command, EXIT, UsageError } from '../../build/common/command-line.ts';
import { createKey, listKeys, type Printed, revokeKey, rotateKey, showKey } from './commands.ts';
import { type Days, readDays } from './days-folder.ts';
import { readKeys } from './edit-keys.ts';
import { keysFileFrom, usageFolderFrom } from './key-paths.ts';
import { type Command, OPTIONS, readCommand, USAGE } from './keys-command-line.ts';

async function answer(wanted: Command, env: NodeJS.ProcessEnv, now: Date): Promise<Printed> {
  const { file } = wanted;
  const directory = dirname(file);
  if (!existsSync(directory)) throw new UsageError(`There is no directory ${directory} for the keys file.`);
  switch (wanted.verb) {
    case 'create':
      return createKey(file, wanted, now);
    case 'list':
      return listKeys(file, await used(file, env, now), now);
    case 'show':
      return showKey(file, wanted.id, await used(file, env, now), now);
    case 'rotate':
      return rotateKey(file, wanted.id, wanted.overlap, now);
    case 'revoke':
      return revokeKey(file, wanted.id, now);
  }
}

/** Keys are shown even where their days of use cannot be read. */
async function used(file: string, env: NodeJS.ProcessEnv, now: Date): Promise<Days> {
  const folder = usageFolderFrom(env, file);
  if (folder === null) return new Map();
  const ids = readKeys(file).map(({ id }) => id);
  try {
    return await readDays(folder, ids, now.getTime());
  } catch (error) {
    process.stderr.write(`The days of use cannot be read: ${(error as Error).message}\n`);
    return new Map();
  }
}

export const run = command({
  usage: USAGE,
  options: OPTIONS,
  takesOperands: true,
  async execute(flags, operands) {
    const now = new Date();
    const wanted = readCommand(flags, operands, keysFileFrom(process.env), now.getTime());
    const { text, json } = await answer(wanted, process.env, now);
    process.stdout.write(wanted.json ? `${JSON.stringify(json, null, 2)}\n` : text);
    return EXIT.done;
  },
});
