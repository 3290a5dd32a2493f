import { type Flags, UsageError } from '../../build/common/command-line.ts';
import { isDate } from '../../build/contract/dates.ts';
import { durationIn } from './duration.ts';
import { isPast } from './keys-file.ts';
import { DEFAULT_KEY_TIER, isKeyTier, KEY_TIERS, type KeyTier } from './tiers.ts';

const DEFAULT_OVERLAP = '24h';
const MAX_OVERLAP_DAYS = 90;

export const USAGE = `Manages the API keys of the server.

Usage:
  npm run keys -- create [--tier T] [--name N] [--expires DATE]
  npm run keys -- list
  npm run keys -- show ID
  npm run keys -- rotate ID [--overlap TIME]
  npm run keys -- revoke ID

create and rotate print the new key once, as the last line of standard output; only its hash is stored.

Options:
  --tier T          ${KEY_TIERS.join(', ')} (default: ${DEFAULT_KEY_TIER})
  --name N          a note about whose key it is
  --expires DATE    the last day on which the key is valid, YYYY-MM-DD in UTC (default: never)
  --overlap TIME    how long the old secret stays valid: 30m, 24h, 7d, ${MAX_OVERLAP_DAYS}d at most; 0 ends all old ones at once (default: ${DEFAULT_OVERLAP})
  --json            print JSON
  --keys-file FILE  the keys file (default: the variable KEYS_FILE, else .keys.json)
  --help            this text

Variables: KEYS_USAGE, the folder in which servers note when keys were used last (default: .keys-usage beside the keys file).
`;

export type Command = { file: string; json: boolean } & (
  | { verb: 'create'; tier: KeyTier; name: string; expires: string | null }
  | { verb: 'list' }
  | { verb: 'show' | 'revoke'; id: string }
  | { verb: 'rotate'; id: string; overlap: number }
);

const TEXT = { type: 'string' } as const;
const OWNERS = { tier: 'create', name: 'create', expires: 'create', overlap: 'rotate' } as const;
export const OPTIONS = {
  'keys-file': TEXT,
  json: { type: 'boolean' },
  tier: TEXT,
  name: TEXT,
  expires: TEXT,
  overlap: TEXT,
} as const;

const VERBS = ['create', 'list', 'show', 'rotate', 'revoke'] as const;
const LISTED = VERBS.join(', ').replace(/, (\w+)$/, ' or $1');

/**
 * @param defaultFile the keys file where no flag names one
 * @param now Unix time in milliseconds
 * @throws UsageError
 */
export function readCommand(
  values: Flags<typeof OPTIONS>,
  [given, ...operands]: string[],
  defaultFile: string,
  now: number,
): Command {
  if (given === undefined) throw new UsageError(`Say what to do: ${LISTED}.`);
  const verb = VERBS.find(known => known === given);
  if (verb === undefined)
    throw new UsageError(`There is no command ${JSON.stringify(given)}; there are ${LISTED}.`);
  const stray = Object.entries(OWNERS).find(([option, owner]) => option in values && owner !== verb);
  if (stray) throw new UsageError(`--${stray[0]} belongs to ${stray[1]} only.`);
  const common = { file: values['keys-file'] || defaultFile, json: values.json ?? false };
  switch (verb) {
    case 'create':
      refuseOperands(verb, operands);
      return {
        ...common,
        verb,
        tier: tierFrom(values.tier ?? DEFAULT_KEY_TIER),
        name: nameFrom(values.name ?? ''),
        expires: values.expires === undefined ? null : dayFrom(values.expires, now),
      };
    case 'list':
      refuseOperands(verb, operands);
      return { ...common, verb };
    case 'rotate':
      return {
        ...common,
        verb,
        id: onlyId(verb, operands),
        overlap: overlapFrom(values.overlap ?? DEFAULT_OVERLAP),
      };
    default:
      return { ...common, verb, id: onlyId(verb, operands) };
  }
}

function refuseOperands(verb: string, operands: string[]): void {
  if (operands.length > 0) throw new UsageError(`${verb} takes no argument ${JSON.stringify(operands[0])}.`);
}

function onlyId(verb: string, operands: string[]): string {
  const [id] = operands;
  if (id === undefined || operands.length > 1) throw new UsageError(`${verb} takes the id of one key.`);
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

function overlapFrom(text: string): number {
  const overlap = durationIn(text);
  if (overlap !== null && overlap <= MAX_OVERLAP_DAYS * 86_400_000) return overlap;
  throw new UsageError(
    `--overlap must be 0, or minutes, hours or days as 30m, 24h, 7d, ${MAX_OVERLAP_DAYS}d at most, not ${JSON.stringify(text)}.`,
  );
}
