import { isDate } from '../../../../contract/dates.ts';
import type { VersionItem } from '../../../../contract/version.ts';
import type { Failure } from '../../api.ts';
import { longDate } from '../../format.ts';

/** The history of a document in words, and the addresses of its texts. */

/** The name by which the API and the site know a version; null for the text of today. */
export const nameOf = ({ url }: Pick<VersionItem, 'url'>): string | null =>
  /\?on=(.+)$/.exec(url)?.[1] ?? null;

export const isCurrent = (item: Pick<VersionItem, 'url'>): boolean => nameOf(item) === null;

/** What stands for a version in an address. The text of today has its first day, so that the address stays right. */
export const dayOf = (item: VersionItem): string => nameOf(item) ?? item.from;

/** Another text replaced it on its first day, or it was removed. */
const isOfOneDay = (item: VersionItem): boolean => nameOf(item)?.includes('~') ?? false;

/** `December 27, 2021 to today`. */
export function spanOf(item: VersionItem): string {
  const from = longDate(item.from);
  if (isOfOneDay(item)) return `${from}, replaced or removed on the same day`;
  return item.to === null ? `Since ${from}` : `${from} to ${longDate(item.to)}`;
}

/** A release point as the public law, `115-164not141` as `Public Law 115-164 without 115-141`; null where it is the day itself. */
function editionWords({ edition, from }: Pick<VersionItem, 'edition' | 'from'>): string | null {
  if (edition === from) return null;
  const [, congress, law, without] = /^(\d+)-(\d+)(?:not(\d+))?$/.exec(edition) ?? [];
  if (congress === undefined) return edition;
  return `Public Law ${congress}-${law}${without === undefined ? '' : ` without ${congress}-${without}`}`;
}

/**
 * What is known of a version, in words: it is in force at least from the first edition that has it to the last one.
 *
 * @param older the version before it; null for the first
 */
export function knownOf(item: VersionItem, older: VersionItem | null): string {
  const edition = editionWords(item);
  const isLate = older !== null && !older.certain;
  const begin = [
    `In force from ${longDate(item.from)}`,
    ...(isLate ? [' at the latest'] : []),
    ...(edition === null ? [] : [` (edition of ${edition})`]),
    ...(older === null ? [', the first edition here that has it'] : []),
  ].join('');
  const end = item.to === null ? '' : ` to ${longDate(item.to)}`;
  const doubt =
    item.certain || item.to === null
      ? ''
      : ` When it changed is not certain: after ${longDate(item.last_seen)}, and not later than ${longDate(item.to)}.`;
  return `${begin}${end}; text last seen ${longDate(item.last_seen)}.${doubt}`;
}

/** What is new beside the version before, where that is less than its own words; null for these, and for the first version. */
export const noveltyOf = (
  { amended }: Pick<VersionItem, 'amended'>,
  older: VersionItem | null,
): string | null =>
  older === null || amended === 'text'
    ? null
    : amended === 'notes'
      ? 'Only notes amended'
      : 'Same words as before';

/** Days between two versions on which the document was not in the law: `{from, to}`, exclusive; null where there are none. */
export const gapBefore = (
  item: VersionItem,
  older: VersionItem | null,
): { from: string; to: string } | null =>
  older?.to != null && older.to < item.from ? { from: older.to, to: item.from } : null;

/** The version in force on a day, or the one with a name. */
export function versionOn(versions: readonly VersionItem[], on: string): VersionItem | null {
  const day = on.slice(0, 10);
  const found =
    on === day
      ? versions.find(({ from, to }) => from <= day && (to === null || day < to))
      : versions.find(item => nameOf(item) === on);
  return found ?? null;
}

/** As `onParam` does, whose file would bring more files to other parts of the site. */
const isVersionName = (text: string): boolean => isDate(/^([\d-]+)(?:~[1-9]\d{0,3})?$/.exec(text)?.[1] ?? '');

/** What the API says of a day that is none, for hosts of files; null for a day, and for the name of a version. */
export const failureOf = (on: string): Failure | null =>
  isVersionName(on)
    ? null
    : {
        ...{ ok: false, status: 400, code: 'INVALID_PARAMETER', retryAfter: null },
        message: `Invalid value for parameter on: ${JSON.stringify(on)}. It must be a date such as 2024-06-30.`,
      };

/** Why there is no text of a day. @param versions newest first */
export function absenceOf(versions: readonly VersionItem[], on: string): string {
  const day = on.slice(0, 10);
  const [newest] = versions;
  const oldest = versions.at(-1);
  if (versionOn(versions, on)) return 'A text of that day is known, but it is not kept on this host.';
  if (on !== day) return 'No version has that name: these are all that are known.';
  const next = versions.findLast(({ from }) => from > day);
  if (oldest && day < oldest.from)
    return `The oldest text that is known here is of ${longDate(oldest.from)}. What the law said before, these editions do not tell.`;
  if (next) return `It was removed before that day, and there again from ${longDate(next.from)}.`;
  if (newest?.to != null) return `It was removed: the edition of ${longDate(newest.to)} no longer has it.`;
  return 'Nothing is known of that day.';
}
