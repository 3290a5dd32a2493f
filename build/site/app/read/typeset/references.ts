import { plainDashes } from '../../../../contract/loose.ts';
import { SOURCES, type SourceId } from '../../../../contract/sources.ts';

/** A citation in the words of a document and its search query. Whether the corpus has the cited document is not known here. */
export interface Reference {
  /** Range in code units of the text. */
  at: number;
  end: number;
  /** `17 USC 107`, `45 CFR part 46`, `83 FR 21707` */
  query: string;
}

/** Code and title of a document that is a section of a code: its words "section 107" mean that title. */
export interface Home {
  source: SourceId;
  title: string;
}

const CITED = SOURCES.flatMap(({ id, citation }) => (citation ? [{ id, ...citation }] : []));
type Cited = (typeof CITED)[number];
type Code = Extract<Cited, { by: 'section' }>;
const CODES = CITED.filter((cited): cited is Code => cited.by === 'section');

/** `17 U.S.C.`, `45 CFR`, `83 FR`; `section 1`, `sections 1`; `§ 1`. */
const ANCHOR = new RegExp(
  String.raw`(?<![\w.,$-])(\d{1,3}) ?(?:${CITED.map(({ name }) => `(${name})`).join('|')})(?![a-z])` +
    String.raw`|\bsections? (?=\d)|§{1,2} ?(?=\d)`,
  'gi',
);
const SIGN = /,? ?(?:(parts?|pts?\.) ?|§{1,2} ?|sections? ?|secs?\. ?)?/iy;
const PAGE = /,? ?(\d{1,3}(?:,\d{3})+|\d{1,6})(?![\d-]|[.,]\d)/y;
const SUBDIVISIONS = /(?: ?\([a-z0-9]{1,6}\)){1,10}/iy;
const SEPARATOR = /(?:,? (?:and|or|through|to|&) |, ?)(?:§{1,2} ?)?(?=\d)/iy;
/** Words after a number that is no section of the list: another citation begins, or the number is a measure. */
const OTHER = / (?:[A-Z]|days?\b|months?\b|years?\b|percent\b|Comp\b|ed\b)/y;
const OF_TITLE = /,? of title (\d{1,2})(?![\w-])/iy;
const OF_THIS = /,? of this title\b/iy;
const OF_OTHER =
  /(?: ?\[[^\]\n]{0,80}\])?,? of (?!this (?:sub)?(?:chapter|part|section|subtitle|division)\b)/iy;
const MOST_ITEMS = 30;
const LONGEST_NUMBER = 30;

const numberPattern = (code: Code): RegExp => new RegExp(code.section, 'iy');
const NUMBERS = new Map(CODES.map(code => [code, numberPattern(code)]));

/**
 * @param written a block's words
 * @param home of the document, if it is a section of a code; null in quotations of other laws, too
 */
export function referencesIn(written: string, home: Home | null): Reference[] {
  if (!/\d/.test(written)) return [];
  const text = plainDashes(written);
  const found: Reference[] = [];
  ANCHOR.lastIndex = 0;
  for (let match = ANCHOR.exec(text); match; match = ANCHOR.exec(text)) {
    const references = match[1] ? named(text, match, match[1]) : unnamed(text, match, home);
    found.push(...references);
    ANCHOR.lastIndex = Math.max(match.index + match[0].length, found.at(-1)?.end ?? 0);
  }
  return found;
}

/** `42 U.S.C. 4321`, `45 CFR parts 46 and 47`, `83 FR 21707` */
function named(text: string, match: RegExpExecArray, title: string): Reference[] {
  const at = match.index;
  const start = at + match[0].length;
  const cited = CITED.find((_, i) => match[2 + i] !== undefined)!;
  if (cited.by === 'page') {
    const page = matchAt(PAGE, text, start);
    return page
      ? [{ at, end: start + page[0].length, query: `${title} ${cited.abbreviation} ${page[1]}` }]
      : [];
  }
  const sign = matchAt(SIGN, text, start);
  const isPart = sign?.[1] !== undefined && cited.keys.part !== null;
  const numbers = numbersAt(cited, text, start + (sign?.[0].length ?? 0));
  return numbers.map((each, i) => ({
    at: i === 0 ? at : each.at,
    end: each.end,
    query: queryOf(cited, title, each.number, isPart),
  }));
}

/** `sections 107 and 108 of this title`, `section 4 of title 17`, and `section 107` in a section of a code. */
function unnamed(text: string, match: RegExpExecArray, home: Home | null): Reference[] {
  const start = match.index + match[0].length;
  const homeCode = CODES.find(({ id }) => id === home?.source);
  const isSign = match[0].startsWith('§');
  const code = homeCode ?? CODES[0]!;
  const numbers = numbersAt(code, text, start);
  const end = numbers.at(-1)?.end ?? start;
  const ofTitle = matchAt(OF_TITLE, text, end)?.[1];
  // Only titles of statutes are named so. Parts of regulations are cited as CFR.
  const statutes = CODES.find(({ keys }) => keys.part === null);
  if (ofTitle !== undefined) return statutes ? asReferences(statutes, ofTitle, match.index, numbers) : [];
  if (!home || !homeCode) return [];
  if (!matchAt(OF_THIS, text, end) && matchAt(OF_OTHER, text, end)) return [];
  // In codes with parts, section numbers have a dot. In codes without parts, a section sign means a section of an act.
  const hasParts = homeCode.keys.part !== null;
  if (!hasParts && isSign) return [];
  const fitting = hasParts ? numbers.filter(({ number }) => number.includes('.')) : numbers;
  return asReferences(homeCode, home.title, match.index, fitting);
}

const asReferences = (code: Code, title: string, start: number, numbers: readonly NumberAt[]): Reference[] =>
  numbers.map(({ number, at, end }, i) => ({
    at: i === 0 ? start : at,
    end,
    query: queryOf(code, title, number, false),
  }));

const queryOf = ({ abbreviation }: Code, title: string, number: string, isPart: boolean): string =>
  `${title} ${abbreviation} ${isPart && !number.includes('.') ? 'part ' : ''}${number}`;

interface NumberAt {
  number: string;
  at: number;
  /** End of the number with its subdivisions. */
  end: number;
}

function numbersAt(code: Code, text: string, start: number): NumberAt[] {
  const numbers: NumberAt[] = [];
  let at = start;
  while (numbers.length < MOST_ITEMS) {
    const number = matchAt(NUMBERS.get(code)!, text, at)?.[0] ?? '';
    const behind = at + number.length;
    if (number === '' || number.length > LONGEST_NUMBER || /\w/.test(text.charAt(behind))) break;
    const end = behind + (matchAt(SUBDIVISIONS, text, behind)?.[0].length ?? 0);
    if (matchAt(OTHER, text, end) && (numbers.length > 0 || / (?:Comp|ed)\b/.test(text.slice(end, end + 5))))
      break;
    numbers.push({ number, at, end });
    const separator = matchAt(SEPARATOR, text, end);
    if (!separator) break;
    at = end + separator[0].length;
  }
  return numbers;
}

function matchAt(sticky: RegExp, text: string, at: number): RegExpExecArray | null {
  sticky.lastIndex = at;
  return sticky.exec(text);
}
