import { type Flags, UsageError } from '../../build/common/command-line.ts';
import { isDate } from '../../build/contract/dates.ts';
import { isPast } from './file.ts';
import { DEFAULT_KEY_TIER, isKeyTier, KEY_TIERS, type KeyTier } from './tiers.ts';

export const USAGE = `Manages the API keys of the server.

Usage:
  npm run keys -- create [--tier T] [--name N] [--expires DATE]
  npm run keys -- list
  npm run keys -- revoke ID

create prints the new key once, as the last line of standard output; only its hash is stored.

Options:
  --tier T          ${KEY_TIERS.join(', ')} (default: ${DEFAULT_KEY_TIER})
  --name N          a note about whose key it is
  --expires DATE    the last day on which the key is valid, YYYY-MM-DD in UTC (default: never)
  --keys-file FILE  the keys file (default: the variable KEYS_FILE, else .keys.json)
  --help            this text
`;

export type Command =
  | { verb: 'create'; file: string; tier: KeyTier; name: string; expires: string | null }
  | { verb: 'list'; file: string }
  | { verb: 'revoke'; file: string; id: string };

const TEXT = { type: 'string' } as const;
const OF_CREATE = { tier: TEXT, name: TEXT, expires: TEXT };
export const OPTIONS = { 'keys-file': TEXT, ...OF_CREATE };

/**
 * @param defaultFile the keys file where no flag names one
 * @param now Unix time in milliseconds
 * @throws UsageError
 */
export function readCommand(
  values: Flags<typeof OPTIONS>,
  [verb, ...operands]: string[],
  defaultFile: string,
  now: number,
): Command {
  const file = values['keys-file'] || defaultFile;
  if (verb === undefined) throw new UsageError('Say what to do: create, list or revoke.');
  if (verb !== 'create' && verb !== 'list' && verb !== 'revoke') {
    throw new UsageError(`There is no command ${JSON.stringify(verb)}; there are create, list and revoke.`);
  }
  const stray = Object.keys(OF_CREATE).find(option => option in values);
  if (verb !== 'create' && stray !== undefined) throw new UsageError(`--${stray} belongs to create only.`);
  if (verb === 'revoke') return { verb, file, id: onlyId(operands) };
  if (operands.length > 0) throw new UsageError(`${verb} takes no argument ${JSON.stringify(operands[0])}.`);
  if (verb === 'list') return { verb, file };
  return {
    verb,
    file,
    tier: tierFrom(values.tier ?? DEFAULT_KEY_TIER),
    name: nameFrom(values.name ?? ''),
    expires: values.expires === undefined ? null : dayFrom(values.expires, now),
  };
}

function onlyId(operands: string[]): string {
  const [id] = operands;
  if (id === undefined || operands.length > 1) throw new UsageError('revoke takes the id of one key.');
  return id;
}

function tierFrom(text: string): KeyTier {
  if (isKeyTier(text)) return text;
  throw new UsageError(
    `There is no tier ${JSON.stringify(text)} for keys; there are ${KEY_TIERS.join(', ')}.`,
  );
}

/** A name is printed on terminals, in one line of a table. */
function nameFrom(text: string): string {
  if (text.length <= 100 && !/\p{Cc}/u.test(text)) return text;
  throw new UsageError('The name must have at most 100 characters and no control characters.');
}

function dayFrom(text: string, now: number): string {
  if (!isDate(text))
    throw new UsageError(`--expires must be a date YYYY-MM-DD, not ${JSON.stringify(text)}.`);
  if (isPast(text, now)) throw new UsageError(`--expires ${text} is in the past.`);
  return text;
}
