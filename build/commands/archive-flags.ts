import { UsageError } from '../common/command-line.ts';
import { isDate } from '../contract/dates.ts';
import type { ArchiveOptions } from '../documents/archive-documents.ts';

/** Flags of commands that keep versions in an archive. */
export const ARCHIVE_FLAGS = { archive: { type: 'string' }, 'as-of': { type: 'string' } } as const;

/** @returns null without an archive @throws UsageError */
export function readArchive(flags: {
  archive?: string | undefined;
  'as-of'?: string | undefined;
}): ArchiveOptions | null {
  const { archive: folder, 'as-of': asOf } = flags;
  if (asOf !== undefined && !isDate(asOf))
    throw new UsageError(`--as-of takes a date such as 2024-06-30, not ${asOf}.`);
  if (folder !== undefined) return { folder, asOf: asOf ?? null };
  if (asOf !== undefined) throw new UsageError('--as-of needs --archive.');
  return null;
}
