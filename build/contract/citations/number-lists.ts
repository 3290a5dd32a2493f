import { matchAt } from '../match-at.ts';
import type { CodeCitation } from '../sources.ts';
import type { CitedNumber, SectionCitation } from './citation.ts';
import { elidedSection } from './elided-ranges.ts';
import { ANY_NUMBER, anyOf, CODES, TITLES } from './grammar.ts';
import { endOfParagraphs } from './sibling-paragraphs.ts';

/** Lists of numbers in citations: `4321, 4332 and 4335`, `1500 through 1508`, `107(a)(1), (3)`. */

const NUMBER = new Map(CODES.map(code => [code, new RegExp(code.section, 'iy')]));
const NUMBER_OF_ANY = new RegExp(ANY_NUMBER, 'iy');
const LONGEST_NUMBER = 30; // characters
const MOST_NUMBERS = 200;
/** The labels behind a number. */
export const SUBDIVISIONS = /(?: ?\([a-z0-9]{0,6}\)){1,10}/iy;
/** The rest of a number such as `1.401(a)(9)-1`. */
const PARAGRAPH_IN_NUMBER = /(?:\([a-z0-9]{1,4}\)){1,3}(?:-\d+[a-z]*){1,2}(?!\w)/iy;
/** The end of what stands before a number: `§§`, `sections`, `pts.`; not `s.`. */
export const PLURAL = /(?:§§|[a-z]{2}s\.?) ?$/i;
const SEPARATOR =
  /(?:,? (and(?:\/or)?|or|through|to|&) |, ?)(?:(§{1,2}) ?(?=\d)|(sections? |parts? )(?=\d)|(?=\d))/iy;
/** `§§ 106 - 108`: a dash with blanks makes a range behind plural words alone. */
const SPACED_DASH = /(?: - ?| ?- )(?:§{1,2} ?)?(?=\d)/y;
/** A number in a list is no section where another citation begins (`552, 15 U.S.C. 78`), or where it is a measure. */
const OTHER_NUMBER = / (?:[A-Z]|days?\b|months?\b|years?\b|percent\b)/y;
/** The list of a named code ends before `section 106 of title 17` and `sections 106, 107 of 17 U.S.C.`, which tell their own title. */
export const OWN_TITLE = new RegExp(
  String.raw`(?:[\w.()-]{1,20}(?:,? (?:and|or|to|through|&) |, ?)){0,9}[\w.()-]{1,20},? (?:(?:(?:of|in) )?title \d|(?:of|in) \d{1,2} ?${anyOf(CODES)}|of (?:the )?${anyOf(TITLES)})`,
  'iy',
);
const EDITION = / (?:Comp|ed)\b/y; // `3 CFR, 1978 Comp.`, `44 U.S. Code, 1964 ed.`
const ET_SEQ = /,? ?et\.? seq\.?/iy;

export type NumberList = Pick<SectionCitation, 'numbers' | 'end' | 'hasMore'>;

/** Reads a list: `4321, 4332 and 4335`, `1500 through 1508`, `107(a)(1)`. @param code of the numbers; null for any @param isPlural of the words before them */
export function numbersAt(
  code: CodeCitation | null,
  text: string,
  start: number,
  isPlural: boolean,
): NumberList | null {
  const pattern = (code && NUMBER.get(code)) ?? NUMBER_OF_ANY;
  const numbers: CitedNumber[] = [];
  let at = start;
  let word = '';
  let endsRange = false;
  while (numbers.length < MOST_NUMBERS) {
    const number = numberAt(pattern, text, at);
    if (number === '') break;
    const behind = at + number.length;
    let end = paragraphsEnd(text, behind);
    if (matchAt(numbers.length === 0 ? EDITION : OTHER_NUMBER, text, end)) break;
    numbers.push({ number, at: at - word.length, end, isPart: /^p/i.test(word), isPlural, endsRange });
    const last = isPlural && !endsRange ? elidedSection(text, number, end) : null;
    if (last) {
      const at = end + 1;
      end = last.end + (matchAt(SUBDIVISIONS, text, last.end)?.[0].length ?? 0);
      numbers.push({ number: last.number, at, end, isPart: false, isPlural, endsRange: true });
    }
    const dash: RegExpExecArray | null = isPlural && !endsRange ? matchAt(SPACED_DASH, text, end) : null;
    const separator: RegExpExecArray | null = dash ?? matchAt(SEPARATOR, text, end);
    if (separator === null) break;
    if (code && separator[3] && matchAt(OWN_TITLE, text, end + separator[0].length)) break;
    endsRange = dash !== null || /^t/i.test(separator[1] ?? '');
    word = separator[3] ?? '';
    const sign = separator[2] ?? word;
    if (sign !== '') isPlural = PLURAL.test(sign);
    at = end + separator[0].length;
  }
  const last = numbers.at(-1);
  if (!last) return null;
  const more = matchAt(ET_SEQ, text, last.end)?.[0].length ?? 0;
  return { numbers, end: last.end + more, hasMore: more > 0 };
}

/** The end of the paragraphs behind a number: `(c)(3), (4)`. */
function paragraphsEnd(text: string, at: number): number {
  const first = matchAt(SUBDIVISIONS, text, at);
  return first ? endOfParagraphs(text, at, first[0]) : at;
}

/** Reads `4321et seq.` as 4321: italics may follow without a space. */
function numberAt(pattern: RegExp, text: string, at: number): string {
  const [found = ''] = matchAt(pattern, text, at) ?? [];
  // `1024.7` is no section of statutes.
  if (found.length > LONGEST_NUMBER || matchAt(/\w|\.\d/y, text, at + found.length)) return '';
  if (/et$/i.test(found) && matchAt(/ seq\b/y, text, at + found.length)) return found.slice(0, -2);
  const more = found.includes('.') ? matchAt(PARAGRAPH_IN_NUMBER, text, at + found.length) : null;
  return found + (more?.[0] ?? '');
}
