import { matchAt } from '../match-at.ts';
import type { CodeCitation } from '../sources.ts';
import type { Citation, SectionCitation } from './citation.ts';
import { APPENDIX, anyOf, CODES, codeOfNumber, JOURNALS, PART, SECTION, TITLES } from './grammar.ts';
import { type NumberList, numbersAt, OWN_TITLE, PLURAL } from './number-lists.ts';

/** Citations in running text, with their places: the index counts them, pages link them, `written.ts` reads short texts with them. */

const CITED = [...CODES, ...JOURNALS];
/** `17 U.S.C.`, `45 CFR`, `83 FR`; `section 1`, `parts 1`; `§§ 1`; `title 1`; `I.R.C. 1`. All begin with a digit, a sign or a rare word. */
const ANCHORS =
  String.raw`(?<![\w.$-]|\d,)(\d{1,3}a?) ?${anyOf(CITED)}(?![a-z])` +
  String.raw`|\b(sections?|parts?|secs?\.?) (?=\d)|§{1,2} ?(?=\d)|\b(title|tit\.) (?=\d)`;
const ANCHOR = new RegExp(ANCHORS, 'gi');
/** With the first digit behind a name, too. It takes longer. */
const ANCHOR_OR_NAME = new RegExp(String.raw`${ANCHORS}|\d(?<=\b${anyOf(TITLES)} ?\d)`, 'gi');
const WORD_GROUP = 2 + CITED.length;
const TITLE_GROUP = WORD_GROUP + 1;
/** `App. §`, `part`, nothing. */
const SIGN = new RegExp(`,? ?(${APPENDIX}(?![a-z]),? ?)?(?:(${PART}) ?|(?:§{1,2}|${SECTION}) ?)?`, 'iy');
const PAGE = /,? ?(?:at |pages? |p\. ?)?(\d{1,3}(?:,\d{3})+|\d{1,6})(?:-\d{1,6})?(?![\d-]|[.,]\d)/iy;
/** Behind the word `title`: its number, perhaps the code, and what the next numbers are. */
const TITLED = new RegExp(
  String.raw`(\d{1,2})(a?),? ?(?:(?:of )?(?:the )?${anyOf(CODES)},? ?(?=\d|§|${PART}|${SECTION}))?(?:(${PART}) ?|(?:§{1,2}|${SECTION}) ?|(?<=[a-z.],? ))(?=\d)`,
  'iy',
);

const OF_TITLE = new RegExp(
  String.raw`\)?(?: of (?:sub)?chapter [\w-]{1,9})?,?(?: of| in)? title (\d{1,2})(?![\w-])(?:,? (?:of )?(?:the )?${anyOf(CODES)})?`,
  'iy',
);
/** `of 17 U.S.C.`, where no number of another citation follows. */
const OF_CODE = new RegExp(
  String.raw`,? (?:of|in) (\d{1,2}) ?${anyOf(CODES)}(?![a-z.])(?!,? ?(?:§|\d|[as]\b|${APPENDIX}|${PART}|${SECTION}|ch(?:apter|\.)))`,
  'iy',
);
/** `of the Internal Revenue Code` */
const OF_NAMED = new RegExp(`,? (?:of|in) (?:the )?${anyOf(TITLES)}(?![a-z])`, 'iy');
const OF_THIS = /\)?(?: of (?:sub)?chapter [\w-]{1,9})?,? of this (?:sub)?(?:title|chapter)\b/iy;
const OF_OTHER = /(?: ?\[[^\]\n]{0,80}\])?,? of (?!this (?:sub)?(?:part|section|subtitle|division)\b)/iy;

/**
 * The citations in a text, in order, in time that grows with the text alone.
 * @param text with plain dashes (`plainDashes`) @param isShort finds `IRC 501`, too, where long texts need a sign: `IRC § 501`
 */
export function* citationsInText(text: string, isShort = false): Generator<Citation> {
  const anchor = isShort ? ANCHOR_OR_NAME : ANCHOR;
  let next = 0;
  for (;;) {
    anchor.lastIndex = next;
    const match = anchor.exec(text);
    if (!match) return;
    const citation = citationAt(text, match);
    next = Math.max(citation?.end ?? 0, match.index + match[0].length);
    if (citation) yield citation;
  }
}

function citationAt(text: string, match: RegExpExecArray): Citation | null {
  if (match[1]) return namedCitation(text, match, match[1]);
  const named = /^[pt]/i.test(match[0]) ? null : titleNamed(text, match.index);
  if (named) return namedTitleCitation(text, match, named);
  return match[TITLE_GROUP] ? titledCitation(text, match) : plainCitation(text, match);
}

/** `title 17, section 106`, `title 40, Code of Federal Regulations, part 52` */
function titledCitation(text: string, match: RegExpExecArray): Citation | null {
  const titled = matchAt(TITLED, text, match.index + match[0].length);
  if (titled === null) return null;
  const named = codeIn(titled, 3);
  // Codes of states have `tit.`, too.
  if (named === undefined && match[TITLE_GROUP]!.endsWith('.')) return null;
  const list = numbersAt(named ?? null, text, TITLED.lastIndex, PLURAL.test(titled[0]));
  if (list === null) return null;
  const isPart = titled[3 + CODES.length] !== undefined;
  const citation = sectionCitation(match.index, list, isPart, false);
  citation.of = 'title';
  citation.title = `${titled[1]}${titled[2]}`.toLowerCase();
  setCode(citation, named);
  return citation;
}

/** @param group of the first code in the pattern */
const codeIn = (match: RegExpExecArray, group: number): CodeCitation | undefined =>
  CODES.find((_, i) => match[group + i] !== undefined);

/** Without the name of a code the numbers tell it. */
function setCode(citation: SectionCitation, named: CodeCitation | undefined): void {
  const { isPart, numbers } = citation;
  const hasDot = numbers.some(({ number }) => number.includes('.'));
  citation.code = named ?? codeOfNumber(isPart, hasDot) ?? null;
  citation.isNamed = named !== undefined;
}

/** `42 U.S.C. 4321`, `45 CFR part 46`, `83 FR 21707` */
function namedCitation(text: string, match: RegExpExecArray, title: string): Citation | null {
  const at = match.index;
  const start = at + match[0].length;
  const cited = CITED.find((_, i) => match[2 + i] !== undefined)!;
  // Only statutes have appendices with titles of their own: `18a U.S.C.`.
  const isAppendix = /a$/i.test(title);
  if (isAppendix && (cited.by === 'page' || !cited.hasAppendixes)) return null;
  if (cited.by === 'page') {
    const page = matchAt(PAGE, text, start);
    if (page === null) return null;
    return { by: 'page', at, end: start + page[0].length, journal: cited, volume: title, page: page[1]! };
  }
  const sign = matchAt(SIGN, text, start)!;
  if (/sec/i.test(sign[0]) && matchAt(OWN_TITLE, text, start + sign[0].length)) return null;
  const list = numbersAt(cited, text, start + sign[0].length, PLURAL.test(sign[0]));
  if (list === null) return null;
  const citation = sectionCitation(at, list, sign[2] !== undefined, false);
  citation.title =
    sign[1] !== undefined && cited.hasAppendixes && !isAppendix ? `${title}a` : title.toLowerCase();
  setCode(citation, cited);
  return citation;
}

/** The name of a title before a place. */
const NAME_BEFORE = new RegExp(String.raw`(?<=\b(${anyOf(TITLES)},? ?))`, 'iy');

/** A character of the end of all names, or a comma behind them. Most signs follow others. */
const LAST_OF_NAME = '.,cCeEsSgGnN68';

interface NamedTitle {
  at: number;
  title: string;
  code: CodeCitation;
}

function titleNamed(text: string, at: number): NamedTitle | null {
  if (!LAST_OF_NAME.includes(text.charAt(at - 2))) return null;
  const match = matchAt(NAME_BEFORE, text, at);
  const named = match && TITLES.find((_, i) => match[2 + i] !== undefined);
  return named ? { ...named, at: at - match[1]!.length } : null;
}

/** A year alone: `the IRC 2015`. */
const YEAR = /(?:19|20)\d\d(?![\w(-]|\.\d)/y;

/** `I.R.C. § 501`, `Treas. Reg. 1.61-1` */
function namedTitleCitation(text: string, match: RegExpExecArray, named: NamedTitle): Citation | null {
  const isBare = /\d/.test(match[0]);
  const start = match.index + (isBare ? 0 : match[0].length);
  const isOther = isBare ? matchAt(YEAR, text, start) : matchAt(OWN_TITLE, text, start);
  const list = isOther ? null : numbersAt(named.code, text, start, PLURAL.test(match[0]));
  if (list === null) return isBare ? null : plainCitation(text, match);
  const citation = sectionCitation(named.at, list, false, false);
  citation.title = named.title;
  setCode(citation, named.code);
  return citation;
}

/** `section 106 of title 17`, `sec. 106 of title 17`, `section 106`, `§ 1.1` */
function plainCitation(text: string, match: RegExpExecArray): Citation | null {
  const at = match.index;
  const word = match[WORD_GROUP];
  const isPart = /^p/i.test(word ?? '');
  const isSign = word === undefined;
  const list = numbersAt(null, text, at + match[0].length, PLURAL.test(match[0]));
  if (list === null) return null;
  const citation = sectionCitation(at, list, isPart, isSign);
  const ofTitle = matchAt(OF_TITLE, text, list.end) ?? matchAt(OF_CODE, text, list.end);
  const ofNamed = ofTitle ? null : matchAt(OF_NAMED, text, list.end);
  // `Sec. 106` alone is a heading.
  if (!ofTitle && !ofNamed && /^secs?\.?$/i.test(word ?? '')) return null;
  const ofThis = ofTitle || ofNamed ? null : matchAt(OF_THIS, text, list.end);
  citation.end += (ofTitle ?? ofNamed ?? ofThis)?.[0].length ?? 0;
  if (ofTitle) {
    citation.of = 'title';
    citation.title = ofTitle[1]!;
    setCode(citation, codeIn(ofTitle, 2));
  } else if (ofNamed) {
    const { title, code } = TITLES.find((_, i) => ofNamed[1 + i] !== undefined)!;
    citation.of = 'title';
    citation.title = title;
    setCode(citation, code);
  } else if (ofThis) citation.of = 'this';
  else if (matchAt(OF_OTHER, text, list.end)) citation.of = 'other';
  return citation;
}

/** Returns a citation without its title, which is filled in later: copying objects would take half of the time. */
const sectionCitation = (
  at: number,
  { numbers, end, hasMore }: NumberList,
  isPart: boolean,
  isSign: boolean,
): SectionCitation => ({
  by: 'section',
  at,
  end,
  title: null,
  code: null,
  isNamed: false,
  isPart,
  isSign,
  of: null,
  numbers,
  hasMore,
});

/**
 * Tells whether a number in a citation without a title belongs to the document's own code. In a code with parts a section has a
 * dot, and a number without one belongs to another law. In a code without parts a section sign belongs to an act.
 */
export function isOfOwnCode(
  { isPart, isSign, of }: SectionCitation,
  code: CodeCitation,
  number: string,
): boolean {
  if (of === 'other' || (isPart && of !== 'this')) return false;
  if (code.keys.part === null) return !isPart && (!isSign || of === 'this');
  return number.includes('.') !== isPart;
}
