import { markdownWords } from '../contract/citations/markdown-words.ts';
import { provisionsIn, rangeIn } from '../contract/citations/provisions.ts';
import { plainDashes } from '../contract/loose.ts';
import { naturalKey } from '../contract/natural-order.ts';
import { TO } from '../state/written-reference.ts';
import type { Behind } from './links.ts';
import { cut, sectionOf } from './units.ts';

/** Ranges of sections that links tell, or begin. */

const WORDS_OF_RANGE = /(\d(?:[\w.]*\w)?)(?: ?- ?| to | through )(\d(?:[\w.]*\w)?)\W*$/;

/** What stands between its numbers, also among marks of Markdown; found faster in most words, which have none. */
const MAY_HAVE_RANGE = /[-\u2010-\u2015\u2212]|\bt(?:o|hrough)\b/;

const LONGEST_RANGE = 80; // characters

/** Reads a link to a range of sections: by its words, `[30 U.S.C. 721–740](/us/usc/t30/s721)`, or its address, `/us/usc/t50/s709–712`. */
export function rangeOfLink(unit: string, words: string): string | null {
  const section = sectionOf(unit);
  if (!section) return null;
  const { namespace, title, number, code } = section;
  const written = (ends: readonly [string, string]): string =>
    ends.map(end => `${namespace}t${title}/s${end}`).join(TO);
  const [, from, to] =
    (MAY_HAVE_RANGE.test(words) && WORDS_OF_RANGE.exec(markdownWords(words).slice(-LONGEST_RANGE))) || [];
  const named = from === number ? rangeIn(code, title, `${from}-${to}`) : null;
  if (named) return written(named);
  // Some sections have the form of a range.
  const ends = rangeIn(code, title, plainDashes(number));
  return ends && `${unit}\n${written(ends)}`;
}

/** Paragraphs behind a number. */
const PARAGRAPHS = /(?: ?\([a-z0-9]{1,6}\)){1,10}$/i;

/** What may stand behind the last number of a range. Behind sums, shares, times and counts stands something else: `to 300,000 dollars`. */
const BEHIND_RANGE =
  /^(?:\([a-z0-9]{1,6}\))*(?:$|[.;)\]<]|[,:](?!\d)|[,:]? (?:of|and|or|inclusive|et|as|but|shall|may|do|does|is|are|was|were|apply|applies)\b| ?\[)/i;
/** `through 2026` behind a section with a low number. */
const isYear = (from: string, to: string): boolean =>
  /^(?:19|20)\d\d$/.test(to) && Number.parseInt(from, 10) < 1000;

/** Reads a range that begins with a link and ends behind it, `[2503](/us/usc/t10/s2503) to 2509`, as the same words without links are read. */
export function rangeBehind(unit: string, words: string, { separator, end, rest }: Behind): string | null {
  const section = sectionOf(unit);
  if (!section) return null;
  const { namespace, title, number, code } = section;
  const from = plainDashes(number);
  const own = markdownWords(words).slice(-LONGEST_RANGE).replace(PARAGRAPHS, '');
  if (!own.endsWith(from) || /[\w.-]$/.test(own.slice(0, -from.length))) return null;
  const isLinked = end.startsWith('/');
  const [last] = isLinked ? cut(end) : [`${namespace}t${title}/s${end}`];
  const to = sectionOf(last);
  if (to?.namespace !== namespace || to.title !== title || naturalKey(last) <= naturalKey(unit)) return null;
  if (!isLinked && separator === ' to ' && (!BEHIND_RANGE.test(rest) || isYear(from, to.number))) return null;
  const plain = `${title} ${code.abbreviation} ${from}${separator}${plainDashes(to.number)}${markdownWords(rest)}`;
  const [found] = provisionsIn(plain);
  const isRange = found?.readings.some(
    ({ identifierEnd }) => identifierEnd === `${namespace}t${title}/s${plainDashes(to.number)}`,
  );
  return isRange ? unit + TO + last : null;
}
