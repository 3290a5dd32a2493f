/** Names of acts and programs, as they stand in a text with plain dashes. */

/** What a name has among its words; a name that ends at a citation has one of `ACTS`, as other words there name agencies. */
const KINDS = /\b(?:Acts?|Amendments?|Codes?|Laws?|Programs?|Compacts?|Agreements?)\b/;
const ACTS = /\b(?:Act|Amendments|Code|Compact)\b/;
/** Words of lower case that a name holds. */
const SMALL = new Set('a against and at by for from in of on or the to with without'.split(' '));
/** No names by themselves: what is left of them when the year and the article are gone. */
const GENERIC =
  /^(?:(?:the|this|that|such|said|an?|each|any|public|private|federal|state|local|united states|final|proposed|original|same|amending|revised) )*(?:acts?|amendments?|codes?|laws?|programs?|compacts?|agreements?)$/i;
/** What leads to a name: `Under the`, `Title II of the`, `Amendments to the`. */
const LEAD =
  /^(?:(?:Under|See|In|Pursuant|By|As|For|To|The|This|That|And|Of|Or|With|At|On|From|A|An)\s|(?:Sections?|Titles?|Parts?|Subtitles?|Chapters?|Subchapters?|Divisions?|Subsections?)(?: [A-Z0-9]{1,6})? (?:of|to) |(?:and|of|or|for|the|in|on|to|by|with|at|from|a|against|without) )/;
/** What else may lead to a name that no quotation mark begins: `Prior to the`, `Clause of the`, `Term means the`. */
const LOOSE_LEAD =
  /^(?:\w+,? (?:and )?the |.* (?:by|[Uu]nder|[Ww]ith) the |(?:Prior|According|Amendments?|Pursuant|Subject|Due) to the |.*(?:Provisions?|Clauses?|Requirements?|Purposes?|Terms) of the )/;
/** `F of the`, `II of the Social Security Act`, `Title IV-D of the` */
const PART = /^(?:[A-Z]\w+ )?(?:[A-Z]|[IVXLC]+)(?:-[A-Z])?(?: and [IVXLC]+)? of /;
const YEAR = /,? (?:of )?\d{4}$/;
const MAX_WORDS = 18;
const MAX_NAME = 160;

/**
 * The name as it is compared: without the year, what leads to it, and quotes.
 * @returns null where the words are no name
 */
function nameOf(words: string): string | null {
  let name = words
    .replace(/["“”‘\u00ad]| \[sic\]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  name = name.replace(/[,.;:’)]+$/, '').replace(YEAR, '');
  for (let lead = LEAD.exec(name); lead; lead = LEAD.exec(name)) name = name.slice(lead[0].length);
  const isName = name.includes(' ') && name.length <= MAX_NAME && KINDS.test(name) && !GENERIC.test(name);
  return isName && /^[A-Z0-9]/.test(name) ? name : null;
}

/**
 * The name of an act that ends at a place, as `the Clean Air Act` before a parenthesis.
 * @param before the text up to there, some 200 characters of it
 * @returns null where it is a part of an act (`title II of the Social Security Act`), whose place is not the act's
 */
export function nameBefore(before: string): string | null {
  const line = before.trimEnd();
  const words = line
    .slice(line.lastIndexOf('\n') + 1)
    .replace(/[)”"]+$/, '')
    .replace(YEAR, '')
    .split(/\s+/);
  const found: string[] = [];
  let isSeries = false;
  for (const word of words.slice(-MAX_WORDS).reverse()) {
    const bare = word.replace(/^[(["“‘]+/, '');
    const next = found[0] ?? '';
    isSeries ||= bare.endsWith(',') && found.slice(0, 2).some(word => /^(?:and|or)$/.test(word));
    if (!isNameWord(bare.replace(/[,"”]+$/, ''))) break;
    if (next !== '' && endsBefore(bare, next, isSeries)) break;
    found.unshift(bare);
    if (bare !== word) break;
  }
  const name = found.join(' ');
  return ACTS.test(found.at(-1) ?? '') && !PART.test(name) ? nameOf(name.replace(LOOSE_LEAD, '')) : null;
}

/** A sentence, or another name of a list, ends with the word. A comma is within a name only in a series: `Food, Drug, and Cosmetic Act`. */
const endsBefore = (word: string, next: string, isSeries: boolean): boolean =>
  /\w{2}\.$|[;:)”]$/.test(word) ||
  (ACTS.test(word) && (word.endsWith(',') || next === 'and')) ||
  (word.endsWith(',') && !isSeries);

const isNameWord = (word: string): boolean => /^[A-Z&]|^\d+[/-]\d+$/.test(word) || SMALL.has(word);

/** In quotation marks; a single one before a capital letter is an apostrophe: ‘Workers’ Liability Act’. */
const QUOTED = /[“"]([^“”"\n;]{3,150})[”"]|‘([^“”"‘\n;]{3,150}?)’(?!\w| [A-Z])/y;
/** Without quotation marks: the run of a name's words. */
const RUN =
  /[A-Z][\w'’&-]*(?:,? (?:[A-Z][\w'’&-]*|\d{1,4}\/\d{1,4}|a|against|and|at|by|for|from|in|of|on|or|the|to|with)){1,17}/y;

/** @returns the name that begins at a place, the article aside, and where it ends */
export function nameAfter(text: string, at: number): { name: string; end: number } | null {
  const start = text.startsWith('the ', at) ? at + 4 : at;
  QUOTED.lastIndex = start;
  RUN.lastIndex = start;
  const quoted = QUOTED.exec(text);
  const match = quoted ?? RUN.exec(text);
  if (match === null) return null;
  const name = nameOf(quoted ? (quoted[1] ?? quoted[2] ?? '') : upToKind(match[0]));
  return name === null ? null : { name, end: start + match[0].length };
}

/** Without quotation marks, a name ends with the word that tells its kind. */
const upToKind = (words: string): string =>
  /^.*?\b(?:Amendments Act|Act Amendments|Act|Amendments|Code|Law|Program|Compact|Agreement)\b/.exec(
    words,
  )?.[0] ?? '';
