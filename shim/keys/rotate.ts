import type { KeyRecord, OldSecret } from './keys-file.ts';

export const MAX_OLD_SECRETS = 5;

/**
 * Gives a key a new secret. Each old secret stays valid for the overlap, but not longer than was promised.
 * @param overlap milliseconds; 0 ends all at once
 * @throws Error where too many old secrets are valid already
 */
export function rotated(record: KeyRecord, sha256: string, now: number, overlap: number): KeyRecord {
  const end = now + overlap;
  const previous = [{ sha256: record.sha256, until: new Date(end).toISOString() }, ...oldSecrets(record, now)]
    .map(old => (Date.parse(old.until) > end ? { ...old, until: new Date(end).toISOString() } : old))
    .filter(old => Date.parse(old.until) > now);
  if (previous.length > MAX_OLD_SECRETS)
    throw new Error(
      `${MAX_OLD_SECRETS} old secrets of key ${record.id} are valid already. "--overlap 0" ends them all at once. Nothing was changed.`,
    );
  return { ...record, sha256, rotated: new Date(now).toISOString(), previous };
}

/** Old secrets that are still valid. @param now Unix time in milliseconds */
export const oldSecrets = ({ previous = [] }: KeyRecord, now: number): OldSecret[] =>
  previous.filter(({ until }) => now < Date.parse(until));
