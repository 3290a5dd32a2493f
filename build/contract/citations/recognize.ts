import { isShorthandForm } from '../levels.ts';
import { type CodeCitation, SOURCES } from '../sources.ts';
import { type CitedUnit, type Groups, UNITS } from './appendices-rules-plans.ts';
import { ANY_NUMBER, APPENDIX, CODES, JOURNALS, PART, SECTION } from './grammar.ts';
import {
  appendixKeys,
  docketKeys,
  docketTextKey,
  identifierKey,
  keysOfNumber,
  normalCitation,
  numberKey,
  pageKey,
  partKeys,
  rinKeys,
  withinKey,
} from './keys.ts';

/** Citations in queries. All patterns match the text after `normalCitation`. */

const NAMED_PART = `(?<part>${PART})`;
const TITLE = String.raw`(?<title>\d+)(?<label>a?)`;
const NUMBER = `(?<section>${ANY_NUMBER})`;
/** Captures the named code by its index among the codes. */
const CODE = `(?:${CODES.map(({ name }, i) => `(?<code${i}>${name})`).join('|')})`;

interface Pattern {
  pattern: RegExp;
  keys: (groups: Groups) => string[];
}

/** A pattern matches alone: no letter, digit, dot or dash right before it, no letter or digit right after. */
const pattern = (source: string, keys: Pattern['keys']): Pattern => ({
  pattern: new RegExp(String.raw`(?<![\w.\/-])(?:${source})(?![a-z0-9])`, 'g'),
  keys,
});

/** 17 U.S.C. § 106(1); 18 USC App. 6; 1 CFR § 1.1; 1 CFR part 1; 1 CFR 1 */
function patternOf(code: CodeCitation): Pattern {
  const { name, section, hasAppendixes, keys } = code;
  const title = hasAppendixes ? TITLE : String.raw`(?<title>\d+)`;
  const appendix = hasAppendixes ? `(?<appendix>${APPENDIX})? ?,? ?` : '';
  const sign = keys.part === null ? SECTION : `(?:${SECTION}|${NAMED_PART})`;
  return pattern(
    `${title} ?(?:${name}),? ?${appendix}${sign}? ?(?<section>${section})`,
    ({ title = '', label = '', appendix, part, section = '' }) =>
      keysOfNumber(code, `${title}${appendix ? 'a' : label}`, section, part !== undefined),
  );
}

const OF_UNITS = UNITS.map(({ source, unit }) => ({
  ...pattern(source, groups => unit(groups).identifiers.flatMap(appendixKeys)),
  unit,
}));

const LAW: readonly Pattern[] = [
  // These are first: the appendix of a part is not the part.
  ...OF_UNITS,
  ...CODES.map(patternOf),
  // section 106 of title 17; section 1.1 of title 1, Code of Federal Regulations
  pattern(
    `${SECTION} ?${NUMBER}(?:\\([^ )]*\\))*,? ?(?:of )?title ${TITLE}(?:,? ?(?:of )?(?:the )?${CODE})?`,
    ofTitle,
  ),
  // title 17, section 106; title 17 U.S.C. section 106; title 1 part 1
  pattern(`title ${TITLE},? ?${CODE}?,? ?(?:${SECTION}|${NAMED_PART}) ?${NUMBER}`, ofTitle),
  // 83 FR 21707; 83 Fed. Reg. 21,707
  ...JOURNALS.map(journal =>
    pattern(
      `(?<volume>\\d+) ?(?:${journal.name}),? ?(?:at |pages? |p\\. ?)?(?<page>\\d[\\d,]*)`,
      ({ volume = '', page = '' }) => [pageKey(journal, volume, page), withinKey(journal, volume, page)],
    ),
  ),
];

const PATTERNS = [
  ...LAW,
  // 2018-09910; FR Doc. E8-23178
  ...JOURNALS.map(journal =>
    pattern(`(?<number>${journal.number})(?!-)`, ({ number = '' }) => [numberKey(journal, number)]),
  ),
];

/** Without the name of a code all codes are meant: a key need not belong to a document. */
function ofTitle(groups: Groups): string[] {
  const { title = '', label = '', section = '', part } = groups;
  const named = CODES.filter((_, i) => groups[`code${i}`]);
  const codes = named.length > 0 ? named : CODES;
  if (!part) return codes.flatMap(code => keysOfNumber(code, `${title}${label}`, section, false));
  // A part of a code without cited parts means another code's.
  const keys = codes.flatMap(code => partKeys(code, title, section));
  return keys.length > 0 ? keys : CODES.flatMap(code => partKeys(code, title, section));
}

/** Returns citation keys in order of appearance. Not every key belongs to a document. */
export function citationsIn(text: string): string[] {
  const normal = normalCitation(text.replace(/§+/g, ' section '));
  const found = PATTERNS.flatMap(({ pattern, keys }) =>
    Array.from(normal.matchAll(pattern), match => ({
      at: match.index,
      keys: keys(match.groups ?? {}),
    })),
  ).sort((a, b) => a.at - b.at);
  const ofLaw = [...identifiersIn(normalCitation(text)), ...found.flatMap(({ keys }) => keys)];
  return Array.from(new Set([...ofLaw, ...proceedingsIn(text, normal, ofLaw)]));
}

/** Returns the keys of each citation in a text but identifiers and proceedings, and the rest of the normal text. */
export function matchesOfCitations(text: string): { matches: string[][]; rest: string } {
  const matches: string[][] = [];
  const rest = PATTERNS.reduce(
    (left, { pattern, keys }) =>
      left.replace(pattern, (...match) => {
        matches.push(keys(match.at(-1) as Groups));
        return ' ';
      }),
    normalCitation(text.replace(/§+/g, ' section ')),
  );
  return { matches, rest };
}

/** Returns the first cited appendix, rule or plan, or null. */
export function unitIn(text: string): CitedUnit | null {
  const normal = normalCitation(text.replace(/§+/g, ' section '));
  for (const { pattern, unit } of OF_UNITS)
    for (const { groups } of normal.matchAll(pattern)) return unit(groups ?? {});
  return null;
}

/**
 * Returns dockets and RINs. A section such as `42 U.S.C. 300aa-1` is no docket, but a number in the form of a document's may be
 * one too. A text with digits and no other citation may be an agency's docket (`Notice 1`).
 */
function proceedingsIn(text: string, normal: string, ofLaw: readonly string[]): string[] {
  const rest = LAW.reduce((text, { pattern }) => text.replace(pattern, ' '), normal);
  const keys = [...docketKeys(rest), ...rinKeys(rest)];
  return keys.length + ofLaw.length === 0 && /\p{N}/u.test(text) ? [docketTextKey(text)] : keys;
}

/** Reads a query that is one identifier; identifiers may hold spaces. @param normal see `normalCitation` */
export function identifiersIn(normal: string): string[] {
  const path = normal.replace(/^\/|\/$/g, '');
  const isCanonical = SOURCES.some(({ namespace }) => `/${path}`.startsWith(normalCitation(namespace)));
  if (isCanonical) return [identifierKey(`/${path}`)];
  return SOURCES.filter(source => isShorthandForm(source, path)).map(({ namespace }) =>
    identifierKey(namespace + path),
  );
}
