import {
  cfrKey,
  docketKeys,
  docketTextKey,
  frKey,
  frPageKey,
  identifierKey,
  normalCitation,
  partKey,
  rinKeys,
  uscKey,
} from '../../../build/contract/search/citation.ts';
import { SOURCES } from '../../../build/contract/sources.ts';

/** Finds citations in what people type. All patterns see the text after `normalCitation`. */

const USC = String.raw`(?:u\.? ?s\.? ?(?:c\.?|code)(?: ?a\b\.?)?|united states code)`;
const CFR = String.raw`(?:c\.? ?f\.? ?r\.?|code of federal regulations)`;
const FR = String.raw`(?:f\.? ?r\.?|fed\.? ?reg\.?|federal register)`;
const SIGN = '(?:sections?|secs?\\.?|s\\.)';
const PART = '(?:parts?|pts?\\.?)';
const APPENDIX = String.raw`(?:app(?:endix|x|\.)?)`;
const USC_SECTION = String.raw`(\d+[a-z]*(?:-\d+[a-z]*)*)`;
const CFR_SECTION = String.raw`(\d+[a-z]*(?:[.-]\d+[a-z]*)*)`;
const CODE = `(?:(${USC})|(${CFR}))`;
const TITLE = String.raw`(\d+)(a?)`;
const DOCUMENT_NUMBER = String.raw`((?:[a-z]\d{0,2}-)?\d{2,4}-\d{1,6}|[a-z]\d{1,2}-\d{1,6})`;

interface Pattern {
  pattern: RegExp;
  keys: (...groups: string[]) => string[];
}

/** A pattern stands alone: no letter, digit, dot or dash right before it, no letter or digit right after. */
const pattern = (source: string, keys: Pattern['keys']): Pattern => ({
  pattern: new RegExp(String.raw`(?<![\w.\/-])(?:${source})(?![a-z0-9])`, 'g'),
  keys,
});

const LAW: readonly Pattern[] = [
  // 17 U.S.C. § 106(1); 18 USC App. 6
  pattern(
    `${TITLE} ?${USC},? ?(${APPENDIX})? ?,? ?${SIGN}? ?${USC_SECTION}`,
    (title, label, appendix, section) => [uscKey(`${title}${appendix ? 'a' : label}`, section)],
  ),
  // 1 CFR § 1.1; 1 CFR part 1; 1 CFR 1
  pattern(`(\\d+) ?${CFR},? ?(?:${SIGN}|(${PART}))? ?${CFR_SECTION}`, (title, part, section) =>
    ofRegulation(title, section, part),
  ),
  // section 106 of title 17; section 1.1 of title 1, Code of Federal Regulations
  pattern(
    `${SIGN} ?${CFR_SECTION}(?:\\([^ )]*\\))*,? ?(?:of )?title ${TITLE}(?:,? ?(?:of )?(?:the )?${CODE})?`,
    (section, title, label, usc, cfr) => ofTitle(`${title}${label}`, section, usc, cfr),
  ),
  // title 17, section 106; title 17 U.S.C. section 106; title 1 part 1, which only regulations have
  pattern(
    `title ${TITLE},? ?${CODE}?,? ?(?:${SIGN}|(${PART})) ?${CFR_SECTION}`,
    (title, label, usc, cfr, part, section) =>
      part ? [partKey(title, section)] : ofTitle(`${title}${label}`, section, usc, cfr),
  ),
  // 83 FR 21707; 83 Fed. Reg. 21,707
  pattern(`(\\d+) ?${FR},? ?(?:at |pages? |p\\. ?)?(\\d[\\d,]*)`, (volume, page) => [
    frPageKey(volume, page),
  ]),
];

// 2018-09910; FR Doc. E8-23178
const PATTERNS = [...LAW, pattern(`${DOCUMENT_NUMBER}(?!-)`, number => [frKey(number)])];

/** A number without a dot names a part, or a section of the few titles whose sections have none. */
const ofRegulation = (title: string, section: string, part = ''): string[] => [
  ...(part ? [] : [cfrKey(title, section)]),
  ...(section.includes('.') ? [] : [partKey(title, section)]),
];

/** Where the words do not say which code, both are meant: a key need not belong to a document. */
const ofTitle = (title: string, section: string, usc = '', cfr = ''): string[] => [
  ...(cfr ? [] : [uscKey(title, section)]),
  ...(usc ? [] : ofRegulation(title, section)),
];

/** @returns citation keys in order of appearance. Not every key belongs to a document. */
export function citationsIn(text: string): string[] {
  const normal = normalCitation(text.replace(/§+/g, ' section '));
  const found = PATTERNS.flatMap(({ pattern, keys }) =>
    Array.from(normal.matchAll(pattern), match => ({
      at: match.index,
      keys: keys(...match.slice(1).map(group => group ?? '')),
    })),
  ).sort((a, b) => a.at - b.at);
  const ofLaw = [...identifiersIn(normalCitation(text)), ...found.flatMap(({ keys }) => keys)];
  return Array.from(new Set([...ofLaw, ...proceedingsIn(text, normal, ofLaw)]));
}

/**
 * Dockets and RINs. A section such as `42 U.S.C. 300aa-1` is no docket, but what has the form of a document's number may be
 * one too. A text with digits in which nothing else is found may be what an agency calls its docket (`Notice 1`).
 */
function proceedingsIn(text: string, normal: string, ofLaw: readonly string[]): string[] {
  const rest = LAW.reduce((text, { pattern }) => text.replace(pattern, ' '), normal);
  const keys = [...docketKeys(rest), ...rinKeys(rest)];
  return keys.length + ofLaw.length === 0 && /\p{N}/u.test(text) ? [docketTextKey(text)] : keys;
}

/** Identifiers may hold spaces and commas, so only a query that is one as a whole is read as one. */
function identifiersIn(normal: string): string[] {
  const path = normal.replace(/^\/|\/$/g, '');
  if (/^us\/(usc|cfr|fr)\//.test(path)) return [identifierKey(`/${path}`)];
  if (!/^t\d+[a-z]*\/./.test(path)) return [];
  return SOURCES.filter(source => source.hasTitles).map(source => identifierKey(source.namespace + path));
}
