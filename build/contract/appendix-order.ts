import { romanValue } from './roman.ts';

/**
 * Where appendices, tables and the like of the Code of Federal Regulations stand: `/us/cfr/t2/p200/appI` behind the sections of part
 * 200, which begin with `/us/cfr/t2/s200.`. Those of a subpart come before the part's own: which sections a subpart has,
 * identifiers do not tell. Those of a chapter, or of the title, stand behind all sections of the title for the same reason.
 */

const OF_PART = /^(\/us\/cfr\/t\d+\/)p(\d[^/]*)\/(?:(.+)\/)?([^/]+)$/;
const OF_HIGHER_LEVEL = /^(\/us\/cfr\/t\d+\/)((?:st|ch|sch|app)[^/]*(?:\/.+)?)$/;

/** Sorts behind letters and digits. */
const LAST = '~';

/** @param text in small letters. @returns what stands in the place of the identifier when texts are compared; any other text as it is */
export function inPlace(text: string): string {
  if (text.indexOf('/us/cfr/') !== 0) return text;
  // Without destructuring and spreading: functions for CloudFront hold this module as well.
  const parts = OF_PART.exec(text);
  if (parts === null) return text.replace(OF_HIGHER_LEVEL, `$1${LAST}$2`);
  const levels = parts[3];
  const above = levels === undefined ? LAST : levels.replace(/^sp/, '').split('/').map(labelKey).join('/');
  const unit = parts[4] as string;
  const own = unit.indexOf('app') === 0 ? `app${labelKey(unit.slice('app'.length))}` : unit;
  return `${parts[1]}s${parts[2]}.${LAST}/${above}/${own}`;
}

/**
 * Letters in the order of labels: A to Z, AA, BB. Roman numerals stand between them by their value: I, II, III, IV, V, since of an `I`
 * alone nobody can tell whether it is the first or the ninth.
 */
function labelKey(label: string): string {
  const letters = /^[a-z]*/.exec(label)?.[0] ?? '';
  const rest = label.slice(letters.length);
  if (letters === '') return rest;
  const value = letters.length > 1 && /^[ivx]+$/.test(letters) ? romanValue(letters.toUpperCase()) : null;
  if (value === null) return `${letters.length}${letters}${rest}`;
  const before = value < 5 ? 'i' : value < 10 ? 'v' : 'x';
  return `1${before}${LAST}${value}${rest}`;
}
