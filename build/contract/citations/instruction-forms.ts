import { BASE, GERUND, PARTICIPLE, THIRD } from './amending-verbs.ts';

/**
 * How amendatory instructions are worded, and headings are not: `2. In § 4.21, revise paragraph (a)`, `Section 4.21 is added`, but not
 * `1. Comments on § 4.21`, `II. Actions To Address Gulls`.
 */

export const NUMBERED = /^\d+[a-z]?\. /;
export const LETTERED = /^([a-z]|[ivx]+)\. ?/i;

/** Any form of the verbs. */
export const AMENDING = new RegExp(String.raw`\b(?:${BASE}|${GERUND}|${PARTICIPLE}|${THIRD})\b`, 'i');
/** `Delay of`, `Change in`. */
const NOUN = '(?:change|delay|lift|move|stay|transfer)';
export const DAY = String.raw`[a-z]{3,9}\.? \d{1,2}, ?\d{4}`;
/** The end of a time behind the day on which it begins. */
export const UNTIL_DAY = `(?:,? (?:through|until|to) ${DAY})?`;
const DAYS = new RegExp(`${DAY}${UNTIL_DAY}`, 'gi');
/** Where the days are blanked. */
const BEGINNING =
  /^(\w+\. ?)?(?:effective(?: on| as of| from| beginning)? @|(?:effective )?(?:date )?delayed (?:indefinitely|(?:until|to) @)), /i;
const LABEL = String.raw`(?:\d+[a-z]?\. |(?:[a-z]|[ivx]+)\. ?)`;
const LABELLED = new RegExp(`^${LABEL}`, 'i');
/** `2. Revise`, `In § 4.5, revise`, `2. § 4.5: Revise`. */
const IMPERATIVE = new RegExp(
  String.raw`(?:^${LABEL}?|[,:;] (?:and )?)(?:(?:further|temporarily) )?(?:${BASE})\b(?<!${NOUN}(?= (?:by|in|of|to)\b))`,
  'i',
);
/** In lists below an instruction. */
const GOES_ON = new RegExp(String.raw`^(?:[a-z]|[ivx]+)\. ?(?:by )?${GERUND}\b`, 'i');
/** Headings have these words with capitals. */
const PASSIVE = new RegExp(
  String.raw`(?<!\b(?:how|if|that|when|where|which|who|why) )\b(?:is|are|be)(?: (?:[a-z]+ly|further|hereby|again|also|proposed|to|be|being)){0,4} ${PARTICIPLE}\b|\b(?:amended|corrected|revised) by ${GERUND}\b`,
);
const THE_AGENCY = new RegExp(String.raw`^(?:${LABEL})?(?:For .*, )?[Tt]he [\w ]+ ${THIRD}\b`);
/** What follows is told below: `2. In § 4.5:` */
const PLACE =
  /^\w+\. (?:in|under) (?:§|(?:newly )?(?:(?:re)?designated )?(?:sections?|paragraphs?|parts?|subparts?|appendix|supplement)\b)/i;
const AUTHORITY = /^\d+[a-z]?\. .*\bauthority (?:citations?|sections?)\b/i;
const QUESTION = /\?|^(?:\w+\. ?)?(?:are|do|does|how|is|should|what|when|which|who|why)\b/i;
/** Names of units may have capitals, and the words behind a dash. */
const UNIT =
  /\b(?:Sections?|Paragraphs?|Parts?|Subparts?|Appendi(?:x|ces)|Supplements?|Chapters?|Titles?|Tables?|Figures?|Regulations?|CFR|And)\b|-[A-Z][^,:;]*/g;
const SHORT_WORDS = /\b(?:from|into|over|that|than|their|them|through|under|upon|with|within)\b/g;

/** Whether all words but the short ones have capitals. */
function isTitle(text: string): boolean {
  const words = text
    .replace(LABELLED, '')
    .replace(/^\S+/, '')
    .replace(UNIT, ' ')
    .replace(new RegExp(String.raw`\b(?:${BASE})\b`, 'gi'), ' ')
    .replace(SHORT_WORDS, ' ');
  return /\b[A-Z][A-Za-z]{2}/.test(words) && !/\b[a-z]{4}/.test(words);
}

/**
 * Whether words in bold are an instruction and no heading.
 * @param words without marks and quotations @param isBelow whether an instruction is before them, of what they do not name
 */
export function isInstructing(words: string, isBelow: boolean): boolean {
  const text = words.replace(DAYS, '@').replace(BEGINNING, '$1');
  if (AUTHORITY.test(text)) return true;
  if (QUESTION.test(text)) return false;
  if (PLACE.test(text) && (isBelow || NUMBERED.test(text))) return true;
  if (isTitle(text)) return false;
  if (isBelow && LETTERED.test(text)) return true;
  return IMPERATIVE.test(text) || GOES_ON.test(text) || PASSIVE.test(text) || THE_AGENCY.test(text);
}
