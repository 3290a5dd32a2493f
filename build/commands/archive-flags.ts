import { readKeep } from '../archive/keep.ts';
import { UsageError } from '../common/command-line.ts';
import { isDate } from '../contract/dates.ts';
import type { ArchiveOptions } from '../documents/archive-documents.ts';
import { type Making, VERSION_PLACES } from '../state/header.ts';

/** Flags of commands that keep versions in an archive. */
export const ARCHIVE_FLAGS = { archive: { type: 'string' }, 'as-of': { type: 'string' } } as const;

/** Flags of builds, which publish them. */
export const PUBLISHED_ARCHIVE_FLAGS = {
  ...ARCHIVE_FLAGS,
  versions: { type: 'string' },
  'archive-keep': { type: 'string' },
} as const;

/** @returns null without an archive @throws UsageError */
export function readArchive(flags: {
  archive?: string | undefined;
  'as-of'?: string | undefined;
  versions?: string | undefined;
  'archive-keep'?: string | undefined;
}): ArchiveOptions | null {
  const { archive: folder, 'as-of': asOf, 'archive-keep': bound } = flags;
  const keep = bound === undefined ? null : readKeep(bound);
  if (bound !== undefined && !keep)
    throw new UsageError(
      `--archive-keep takes a number of versions or a date such as 2024-06-30, not ${bound}.`,
    );
  const versions = VERSION_PLACES.find(known => known === (flags.versions ?? 'files'));
  if (!versions)
    throw new UsageError(`--versions takes ${VERSION_PLACES.join(' or ')}, not ${flags.versions}.`);
  if (asOf !== undefined && !isDate(asOf))
    throw new UsageError(`--as-of takes a date such as 2024-06-30, not ${asOf}.`);
  if (folder !== undefined) return { folder, asOf: asOf ?? null, versions, keep };
  if (asOf !== undefined) throw new UsageError('--as-of needs --archive.');
  if (flags.versions !== undefined) throw new UsageError('--versions needs --archive.');
  if (bound !== undefined) throw new UsageError('--archive-keep needs --archive.');
  return null;
}

type Archived = Pick<Making, 'archive' | 'versions' | 'keep' | 'asOf'>;

/** How to keep versions as a build did, and enter nothing where it was told a day. @returns null without an archive */
export const archiveAsMade = ({ archive, versions = 'files', keep, asOf = null }: Archived) =>
  archive
    ? {
        ...{ folder: archive.folder, asOf, versions, entersNothing: asOf !== null },
        keep: keep === undefined ? null : readKeep(keep),
      }
    : null;
