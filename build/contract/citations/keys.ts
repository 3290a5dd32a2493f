import { docketNumbersIn, rinsIn } from '../dockets.ts';
import { looseKey, plainDashes } from '../loose.ts';
import type { CodeCitation, JournalCitation } from '../sources.ts';
import { CODES, JOURNALS } from './grammar.ts';

/**
 * Citation keys: one normal form for the many spellings of a legal citation. A document has the keys of its citations, a query
 * the keys that it names; equal keys mean that the query cites the document. The kind precedes the first colon; a source's own
 * kinds are in its entry in the table of sources. Examples:
 *
 * | key | cites | |---|---|
 * | `usc:17:106` | 17 U.S.C. § 106 (`usc:18a:6`: title 18, appendix) |
 * | `cfr:1:1.1` | 1 CFR § 1.1 |
 * | `part:1:1` | every section of 1 CFR part 1 |
 * | `fr:2018-09910` | a Federal Register document by its number |
 * | `frp:83:21707` | a Federal Register document by volume and first page, 83 FR 21707 |
 * | `frpw:83:21708` | one that began earlier and continues on this page |
 * | `docket:epa-hq-oar-2018-0279` | every document of a docket; `docket:docket 17-84` where the number has no letters |
 * | `docket:notice 1` | the same by its whole text, where it holds no number |
 * | `rin:2060-AU24` | every document of a rulemaking, by its regulation identifier number |
 * | `id:/us/usc/t17/s106` | any document by its canonical identifier |
 */

/** Lower case, one kind of dash, no section signs, single spaces: all comparisons of citations use this form. */
export const normalCitation = (text: string): string => plainDashes(looseKey(text.replace(/§+/g, ' ')));

export const sectionKey = ({ keys }: CodeCitation, title: string, section: string): string =>
  inTitle(keys.section, title, section);

/** Returns no key where the code's parts are not cited. */
export const partKeys = ({ keys }: CodeCitation, title: string, part: string): string[] =>
  keys.part === null ? [] : [inTitle(keys.part, title, part)];

/** A number without a dot is a part, or a section of a title without dots. @param isPart the words say that it is a part */
export const keysOfNumber = (
  code: CodeCitation,
  title: string,
  number: string,
  isPart: boolean,
): string[] => [
  ...(isPart ? [] : [sectionKey(code, title, number)]),
  ...(number.includes('.') ? [] : partKeys(code, title, number)),
];

export const pageKey = ({ keys }: JournalCitation, volume: string, page: string): string =>
  `${keys.page}:${number(volume)}:${number(page)}`;

/** The key of a document's later pages. */
export const withinKey = ({ keys }: JournalCitation, volume: string, page: string): string =>
  `${keys.within}:${number(volume)}:${number(page)}`;

export const numberKey = ({ keys }: JournalCitation, documentNumber: string): string =>
  `${keys.number}:${normalCitation(documentNumber)}`;

export const identifierKey = (identifier: string): string => `id:${normalCitation(identifier)}`;

const APPENDIX = /^(\/us\/cfr\/t[^/]+\/p[^/]+)(\/sp[^/]+)?(\/(?:app|table)[^/]*)$/i;
const PART_APPENDIX = 'part-appendix:';

/** The key of an appendix without its subpart, as in `23 CFR part 230 appendix A`; none for other identifiers. */
export function partAppendixKeys(identifier: string): string[] {
  const [, part, , name] = APPENDIX.exec(identifier) ?? [];
  return part === undefined ? [] : [PART_APPENDIX + normalCitation(`${part}${name}`)];
}

/** Returns the keys of a citation of an appendix; without a subpart, also the key of any subpart's appendix. */
export const appendixKeys = (identifier: string): string[] => [
  identifierKey(identifier),
  ...(APPENDIX.exec(identifier)?.[2] === undefined ? partAppendixKeys(identifier) : []),
];

export const isPartAppendixKey = (key: string): boolean => key.startsWith(PART_APPENDIX);

export const docketKeys = (text: string): string[] =>
  docketNumbersIn(text).map(({ name }) => `docket:${name}`);

export const docketTextKey = (text: string): string => `docket:${normalCitation(text)}`;

export const rinKeys = (text: string): string[] => rinsIn(text).map(rin => `rin:${rin}`);

/** Tells whether a key is less exact than others: it cites many documents, or a later page. */
export const citesPart = (citation: string): boolean =>
  CODES.some(({ keys }) => keys.part !== null && citation.startsWith(`${keys.part}:`)) ||
  JOURNALS.some(({ keys }) => citation.startsWith(`${keys.within}:`));

const inTitle = (kind: string, title: string, section: string): string =>
  `${kind}:${number(normalCitation(title))}:${normalCitation(section)}`;

const number = (text: string): string => text.replaceAll(',', '').replace(/^0+(?=\d)/, '');

/** The widest range that is spelled out: wider ones are slips, not repealed chapters. */
const WIDEST_RANGE = 500;

/**
 * Returns the single sections that a section number covers: two for `65, 66`, eight for `651 to 658`, six for `16.104-16.109`.
 * A hyphen alone makes no range: `300aa-1` and `1.401-2` are one section each.
 */
export function coveredSections(sectionNumber: string): string[] {
  const sections = normalCitation(sectionNumber)
    .split(/,| and /)
    .flatMap(part => {
      const [from, to] = part.split(/ to |\.{3}|-\s*(?=\d+\.\d)/, 2).map(end => end.trim());
      return from && to ? [from, ...between(from, to), to] : [from ?? ''];
    });
  return Array.from(new Set(sections)).filter(section => section !== '');
}

/** Returns the whole numbers strictly between `651` and `658`, or `16.104` and `16.109`. */
function between(from: string, to: string): string[] {
  const [, prefix = '', first] = /^(\d+\.)?(\d+)/.exec(from) ?? [];
  const [, lastPrefix = '', last] = /^(\d+\.)?(\d+)/.exec(to) ?? [];
  const count = Number(last) - Number(first) - 1;
  if (prefix !== lastPrefix || !(count > 0) || count > WIDEST_RANGE) return [];
  return Array.from({ length: count }, (_, i) => `${prefix}${Number(first) + 1 + i}`);
}
