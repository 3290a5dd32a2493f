import { createHmac, randomBytes } from 'node:crypto';

/** How the log names clients (README.md, Logs). */
export type ClientNaming = 'address' | 'pseudonym' | 'none';

export const CLIENT_NAMINGS: readonly ClientNaming[] = ['address', 'pseudonym', 'none'];

const DAY_MS = 86_400_000;
const REMEMBERED = 10_000;
/** 66 bits: no two of a million clients meet. */
const LENGTH = 11;

/**
 * Pseudonyms for addresses. Nobody can reverse them without the secret, and they change each day (UTC), so that no client can be followed
 * for longer.
 * @param secret shared by servers that give the same names; null: a random one that is never shown
 * @param now milliseconds since the epoch
 */
export function pseudonyms(secret: string | null, now: () => number): (client: string) => string {
  const root = secret ?? randomBytes(32);
  let day = Number.NaN;
  let key: Buffer = Buffer.alloc(0);
  const known = new Map<string, string>();
  return client => {
    const today = Math.floor(now() / DAY_MS);
    if (today !== day) {
      day = today;
      key = createHmac('sha256', root).update(`pandect log ${day}`).digest();
      known.clear();
    }
    const name = known.get(client);
    if (name !== undefined) return name;
    if (known.size >= REMEMBERED) known.clear();
    const made = createHmac('sha256', key).update(client).digest('base64url').slice(0, LENGTH);
    known.set(client, made);
    return made;
  };
}

/** @returns the name of a client: the id of its key, or its address (for IPv6 the network) or pseudonym, or none */
export function clientNames(
  naming: ClientNaming,
  pseudonymOf: (client: string) => string,
): (client: string) => string | undefined {
  if (naming === 'none') return () => undefined;
  if (naming === 'address') return client => client;
  return client => (client.startsWith('ip:') ? `anon:${pseudonymOf(client)}` : client);
}
