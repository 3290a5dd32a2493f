import type { CfrReference } from '../contract/sources.ts';

const REFERENCE = /^(\d{1,2}) CFR (?:(?:parts? )?(.+))$/i;
const SEPARATOR = /\s*(?:,|;|&|\band\b)\s*/i;

/** Parts are numbers, some with letters (7 CFR Part 1c). */
const PART = /^\d{1,5}[a-z]{0,2}$/i;
/** In title 41 a part's number holds a hyphen (41 CFR Part 102-3); in any other title that is a range. */
const PART_OF_TITLE_41 = /^\d{1,5}[a-z]?(?:[-\u2010-\u2013]\d{1,3}[a-z]?)?$/i;

/**
 * Reads a reference to parts of the Code of Federal Regulations as the Federal Register writes it, such as `12 CFR Parts 1002,
 * 1005, and 1026` or `42 CFR 424`.
 * @returns null where no title is named; no parts where the rest names anything else beside them (`47 CFR Chapter I`, a
 * section, a range). Real documents hold such free text, and guessing parts from it would invent law
 */
export function parseCfrReference(text: string): CfrReference | null {
  const [, titleText, list] = REFERENCE.exec(text) ?? [];
  if (titleText === undefined || list === undefined) return null;
  const title = Number(titleText);
  if (title < 1 || title > 50) return null;
  const parts = list.split(SEPARATOR).filter(part => part !== '');
  const pattern = title === 41 ? PART_OF_TITLE_41 : PART;
  return { title, parts: parts.every(part => pattern.test(part)) ? parts : [] };
}
