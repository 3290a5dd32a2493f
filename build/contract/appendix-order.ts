import { romanValue } from './roman.ts';

/**
 * The place of appendices and tables of the Code of Federal Regulations: `/us/cfr/t2/p200/appI` sorts behind the sections of
 * part 200, which begin with `/us/cfr/t2/s200.`. Appendices of subparts sort before the part's own, since identifiers do not
 * tell the sections of a subpart. Appendices of chapters and titles sort behind all sections of the title for the same reason.
 */

const OF_PART = /^(\/us\/cfr\/t\d+\/)p(\d[^/]*)\/(?:(.+)\/)?([^/]+)$/;
const OF_HIGHER_LEVEL = /^(\/us\/cfr\/t\d+\/)((?:st|ch|sch|app)[^/]*(?:\/.+)?)$/;

/** Sorts behind letters and digits. */
const LAST = '~';

/** Returns the sort text of an identifier; any other text unchanged. @param text in lower case */
export function identifierSortText(text: string): string {
  if (text.indexOf('/us/cfr/') !== 0) return text;
  // No destructuring or spreading: functions for CloudFront hold this module too.
  const parts = OF_PART.exec(text);
  if (parts === null) return text.replace(OF_HIGHER_LEVEL, `$1${LAST}$2`);
  const levels = parts[3];
  const above = levels === undefined ? LAST : levels.replace(/^sp/, '').split('/').map(labelKey).join('/');
  const unit = parts[4] as string;
  const own = unit.indexOf('app') === 0 ? `app${labelKey(unit.slice('app'.length))}` : unit;
  return `${parts[1]}s${parts[2]}.${LAST}/${above}/${own}`;
}

/** Sorts letters as A to Z, AA, BB, and Roman numerals between them by value. An `I` alone is ambiguous: 1 or 9. */
function labelKey(label: string): string {
  const letters = /^[a-z]*/.exec(label)?.[0] ?? '';
  const rest = label.slice(letters.length);
  if (letters === '') return rest;
  const value = letters.length > 1 && /^[ivx]+$/.test(letters) ? romanValue(letters.toUpperCase()) : null;
  if (value === null) return `${letters.length}${letters}${rest}`;
  const before = value < 5 ? 'i' : value < 10 ? 'v' : 'x';
  return `1${before}${LAST}${value}${rest}`;
}
