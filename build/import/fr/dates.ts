import { isDate, MONTH_NAMES } from '../../contract/dates.ts';

/** Reads days as the Federal Register writes them. Only plain wording counts: a guess would be wrong. */

const DAY = String.raw`(?:${MONTH_NAMES.join('|')})\s+\d{1,2},?\s+\d{4}`;
const DAYS = new RegExp(String.raw`\b${DAY}\b`, 'g');
const DAY_PARTS = /^(\S+)\s+(\d{1,2}),?\s+(\d{4})$/;

/** `Friday, April 15, 2016` is 2016-04-15. */
export function writtenDay(text: string): string | null {
  const [found] = text.match(DAYS) ?? [];
  const [, month = '', day = '', year = ''] = DAY_PARTS.exec(found ?? '') ?? [];
  return isoDay(year, MONTH_NAMES.indexOf(month as (typeof MONTH_NAMES)[number]) + 1, Number(day));
}

/** `[FR Doc. 2016-08970 Filed 4-14-16; 11:15 a.m.]` was filed on 2016-04-14. */
export function filingDay(text: string): string | null {
  const [, month, day, year] = /Filed\s+(\d{1,2})[-–](\d{1,2})[-–](\d{2})\b/.exec(text) ?? [];
  if (year === undefined) return null;
  return isoDay(`${Number(year) < 70 ? '20' : '19'}${year}`, Number(month), Number(day));
}

function isoDay(year: string, month: number, day: number): string | null {
  const two = (value: number) => String(value).padStart(2, '0');
  const iso = `${year}-${two(month)}-${two(day)}`;
  return isDate(iso) ? iso : null;
}

const WHAT = String.raw`(?:(?:this|these|the)\s+)?(?:[a-z][a-z-]*\s+){0,5}?(?:rules?|regulations?|ads?|amendments?|order|corrections?|notice|action|document|determination|approval|priority|priorities|standards?|changes?(?: in procedures)?|provisions|interpretations?|revisions?|directives?|deviation)`;
/** Any subject except a section, paragraph or part, which may take effect on another day than the document. */
const WHOLE = String.raw`(?:(?!\b(?:sub)?(?:section|paragraph|part)s?\b|§)[^;:])+?`;
/** `This rule is effective May 10, 2018`, `Effective date: May 10, 2018`, and nothing less plain. */
const EFFECTIVE = new RegExp(
  String.raw`^(?:effective\s+dates?\s*[:.]\s*)?(?:${WHOLE}\s(?:is|are|becomes?|became|was|were|will be|will become|shall be)\s+effective\s+(?:on\s+|as of\s+|beginning\s+)?|${WHAT}\s+(?:is|are|becomes?|will be|will become|shall be|takes? effect|goes? into effect|was|were)\s+(?:effective\s+)?(?:on\s+|as of\s+|beginning\s+)?|effective(?:\s+dates?)?\s*[:.—-]?\s*(?:on\s+|as of\s+|beginning\s+)?)(${DAY})`,
  'i',
);
/** Signs that a date is one of several, or of another document. */
const NOT_PLAIN =
  /\b(?:except|delay(?:s|ed|ing)?|withdraw[a-z]*|stay(?:s|ed)?|postpon[a-z]*|suspend[a-z]*|unless|if)\b/i;

/** Returns the day on which a document takes effect; null if its words have none, or more than one. */
export function effectiveDay(text: string): string | null {
  const found = new Set<string>();
  for (const sentence of sentencesOf(text)) {
    if (!/\beffect(?:ive)?\b/i.test(sentence)) continue;
    if (NOT_PLAIN.test(sentence)) return null;
    const days = sentence.match(DAYS) ?? [];
    const plain = EFFECTIVE.exec(sentence)?.[1];
    // Any other day in a sentence on effect makes it unclear, except the end of a term.
    if (days.length === 0) continue;
    if (plain === undefined || (days.length > 1 && !/\b(?:through|until)\b/i.test(sentence))) return null;
    found.add(writtenDay(plain) ?? '');
  }
  return only(found);
}

const LIMIT = new RegExp(
  String.raw`\b(?:on or before|before|by|no later than|not later than|up to|until|through|deadline[^.]{0,40}?\bis|due|closes?(?: on)?|date[^.]{0,40}?\bis)\b[^.;]{0,60}?(${DAY})`,
  'i',
);

/** Returns the last day for comments; null if the words have none, or more than one. */
export function commentsDay(text: string): string | null {
  const found = new Set<string>();
  for (const sentence of sentencesOf(text)) {
    if (!/\bcomments?\b/i.test(sentence)) continue;
    const days = sentence.match(DAYS) ?? [];
    if (days.length === 0) continue;
    const plain = LIMIT.exec(sentence)?.[1];
    if (days.length > 1 || plain === undefined) return null;
    found.add(writtenDay(plain) ?? '');
  }
  return only(found);
}

function only(found: ReadonlySet<string>): string | null {
  const [day] = found;
  return found.size === 1 && day !== '' ? day! : null;
}

/** Cuts at full stops that end a sentence; `p.m.` does not. */
const sentencesOf = (text: string): string[] =>
  text
    .replace(/\b([ap])\.\s?m\./gi, '$1m')
    .replace(/\s+/g, ' ')
    .split(/(?<=[.;])\s+(?=[A-Z(])/)
    .map(sentence => sentence.trim());
