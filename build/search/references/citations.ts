import { CODES, JOURNALS, keysOfNumber, pageKey } from '../../contract/citations/keys.ts';
import { type CodeCitation, sourceOf } from '../../contract/sources.ts';
import type { SearchDocument } from '../documents/search-document.ts';
import { matchAt } from './match-at.ts';
import { numbersAt } from './numbers.ts';

/** One place in a text that cites provisions. */
export interface Mention {
  /** From the first character of the citation to behind its last, in code units. */
  at: number;
  end: number;
  /** In the order of the text, ends of ranges included; empty where the words cite nothing that has a key. */
  keys: string[];
  /** It cites one provision and all of it: `5 U.S.C. 552`, `42 U.S.C. 4321 et seq.`, not `5 U.S.C. 552(b)(4)`. */
  isWhole: boolean;
}

/** The code that a document is a section of, and the title that its own words mean; null where it is none. */
interface Home {
  code: CodeCitation;
  title: string;
}

/** More than any real document has. */
const MAX_MENTIONS = 20_000;
const NAMED = [...CODES, ...JOURNALS];
/** `17 U.S.C.`, `45 CFR`, `83 FR`; `section 1`, `parts 1`; `§§ 1`. All begin with a digit, a sign or a rare word. */
const ANCHOR = new RegExp(
  String.raw`(?<![\w.,$-])(\d{1,3}) ?(?:${NAMED.map(({ name }) => `(${name})`).join('|')})(?![a-z])` +
    String.raw`|\b(section|part)s? (?=\d)|§{1,2} ?(?=\d)`,
  'gi',
);
const WORD_GROUP = 2 + NAMED.length;
/** Between a code and the first number: `App. §`, `part`, nothing. */
const SIGN = /,? ?(app(?:endix|x)?\.?(?![a-z]),? ?)?(?:(parts?|pts?\.) ?|§{1,2} ?|sections? ?|secs?\. ?)?/iy;
const PAGE = /,? ?(\d{1,3}(?:,\d{3})+|\d{1,6})(?![\d-]|[.,]\d)/y;
/** What says of which title a section is; the rest of the words says that it is of something else. */
const OF_TITLE = new RegExp(
  String.raw`\)?(?: of (?:sub)?chapter [\w-]{1,9})?,?(?: of| in)? title (\d{1,2})(?![\w-])(?:,? (?:of )?(?:the )?(?:${CODES.map(({ name }) => `(${name})`).join('|')}))?`,
  'iy',
);
const OF_THIS = /\)?(?: of (?:sub)?chapter [\w-]{1,9})?,? of this (?:sub)?(?:title|chapter)\b/iy;
const OF_OTHER = /(?: ?\[[^\]\n]{0,80}\])?,? of (?!this (?:sub)?(?:part|section|subtitle|division)\b)/iy;

/** @returns the keys that a document cites, each once and never its own: of what it is about, then in the order of the text */
export function citesOf(document: SearchDocument, mentions: readonly Mention[], limit: number): string[] {
  const own = new Set(document.citations);
  const cites = new Set<string>();
  for (const { keys } of [{ keys: document.about }, ...mentions]) {
    for (const key of keys) {
      if (cites.size >= limit) return [...cites];
      if (!own.has(key)) cites.add(key);
    }
  }
  return [...cites];
}

/** @param text the document's body, with plain dashes */
export function mentionsIn(document: SearchDocument, text: string): Mention[] {
  const home = homeOf(document);
  const mentions: Mention[] = [];
  const isQuoted = quotedParagraphs(text);
  ANCHOR.lastIndex = 0;
  for (let match = ANCHOR.exec(text); match && mentions.length < MAX_MENTIONS; match = ANCHOR.exec(text)) {
    const mention = match[1]
      ? namedMention(text, match, match[1])
      : plainMention(text, match, home, isQuoted);
    if (mention.keys.length > 0) mentions.push(mention);
    ANCHOR.lastIndex = Math.max(mention.end, match.index + 1);
  }
  return mentions;
}

/** The title of an appendix is its label, `5a`. */
function homeOf({ source, citations }: SearchDocument): Home | null {
  const { citation } = sourceOf(source);
  if (citation?.by !== 'section') return null;
  const key = citations.find(key => key.startsWith(`${citation.keys.section}:`));
  return key ? { code: citation, title: String(key.split(':')[1]) } : null;
}

/** `42 U.S.C. 4321`, `45 CFR part 46`, `83 FR 21707` */
function namedMention(text: string, match: RegExpExecArray, title: string): Mention {
  const at = match.index;
  const start = at + match[0].length;
  const source = NAMED[NAMED.findIndex((_, i) => match[2 + i] !== undefined)]!;
  if (source.by === 'page') {
    const page = matchAt(PAGE, text, start);
    return page
      ? { at, end: start + page[0].length, keys: [pageKey(source, title, String(page[1]))], isWhole: true }
      : nothing(at, start);
  }
  const sign = matchAt(SIGN, text, start)!;
  const list = numbersAt(source, text, start + sign[0].length);
  if (list === null) return nothing(at, start);
  const label = sign[1] && source.hasAppendixes ? `${title}a` : title;
  return { ...list, at, keys: keysOf(source, label, list.numbers, sign[2] !== undefined) };
}

/** `section 106 of title 17`, and in a section of a code its own title's sections: `section 106`, `§ 1.1`. */
function plainMention(
  text: string,
  match: RegExpExecArray,
  home: Home | null,
  isQuoted: (at: number) => boolean,
): Mention {
  const at = match.index;
  const isPart = match[WORD_GROUP]?.toLowerCase() === 'part';
  const list = numbersAt(null, text, at + match[0].length);
  if (list === null) return nothing(at, at + match[0].length);
  const { numbers, end } = list;
  const ofTitle = matchAt(OF_TITLE, text, end);
  if (ofTitle) {
    const hasDots = isPart || numbers.some(number => number.includes('.'));
    const named = CODES.find((_, i) => ofTitle[2 + i] !== undefined);
    const code = named ?? CODES.find(({ keys }) => (keys.part !== null) === hasDots);
    const keys = code ? keysOf(code, String(ofTitle[1]), numbers, isPart) : [];
    return { ...list, at, end: end + ofTitle[0].length, keys };
  }
  const ofThis = matchAt(OF_THIS, text, end);
  const isOwn = home && (ofThis || !(matchAt(OF_OTHER, text, end) || isPart || isQuoted(at)));
  if (!isOwn) return nothing(at, end);
  const isSign = match[WORD_GROUP] === undefined;
  const keys = ownKeys(home, numbers, isPart, isSign && !ofThis);
  return { ...list, at, end: end + (ofThis?.[0].length ?? 0), keys };
}

/** Where parts are cited, a section has a dot, and what has none is of another law; where they are not, a sign is one of an act. */
function ownKeys({ code, title }: Home, numbers: string[], isPart: boolean, isSign: boolean): string[] {
  const hasParts = code.keys.part !== null;
  if (!hasParts) return isPart || isSign ? [] : keysOf(code, title, numbers, false);
  const fitting = numbers.filter(number => number.includes('.') !== isPart);
  return keysOf(code, title, fitting, isPart);
}

const keysOf = (code: CodeCitation, title: string, numbers: readonly string[], isPart: boolean): string[] =>
  numbers.flatMap(number => keysOfNumber(code, title, number, isPart));

const nothing = (at: number, end: number): Mention => ({ at, end, keys: [], isWhole: false });

/**
 * Whether a place is in a paragraph that begins with a quotation mark: a note quotes another law, whose sections its bare
 * numbers mean. To be asked for places in ascending order, so that the text is walked once.
 */
function quotedParagraphs(text: string): (at: number) => boolean {
  let start = 0;
  let seen = 0;
  return at => {
    const line = text.slice(seen, at).lastIndexOf('\n');
    if (line !== -1) start = seen + line + 1;
    seen = at;
    return /[“"]/.test(text.charAt(start));
  };
}
