import { matchAt } from '../match-at.ts';

/** Ranges whose end leaves out the digits that it shares with the start: `2241-55`, `1500.1-.7` (the Bluebook's form). */

/** The end keeps at least two digits. With one, numbers such as `46-1` are those of one section. */
const ELIDED = /^(\d{3,6})-(\d{2,5})$/;

/** Splits `2241-55` into `2241` and `2255`; null where the completed end is not larger: `2241-41`. */
export function elidedEnds(number: string): [string, string] | null {
  const [, from = '', written = ''] = ELIDED.exec(number) ?? [];
  if (written.length >= from.length) return null;
  const to = from.slice(0, from.length - written.length) + written;
  return to > from ? [from, to] : null;
}

/** `1500.1-.7`: the end of a range without its part. */
const ELIDED_SECTION = /-(\.(\d{1,5})[a-z]?)(?![\w-]|\.\d)/iy;

/** Reads the end of `1500.1-.7` as 1500.7. @param end of the beginning, and of its paragraphs @returns the number, and the end of its words */
export function elidedSection(
  text: string,
  number: string,
  end: number,
): { number: string; end: number } | null {
  const [, part, from] = /^(\d+[a-z]*)\.(\d+)[a-z]*$/i.exec(number) ?? [];
  const [written = '', section = '', to] = part ? (matchAt(ELIDED_SECTION, text, end) ?? []) : [];
  return Number(to) > Number(from) ? { number: part + section, end: end + written.length } : null;
}
