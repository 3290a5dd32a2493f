/** Names of acts and programs in a text with plain dashes. */

/** Kinds of names. Before a citation only those of `ACTS` make a name, as the others name agencies there. */
const KINDS = /\b(?:Acts?|Amendments?|Codes?|Laws?|Programs?|Compacts?|Agreements?)\b/;
const ACTS = /\b(?:Act|Amendments|Code|Compact)\b/;
const SMALL = new Set('a against and at by for from in of on or the to with without'.split(' '));
/** Words that are no name by themselves, without year and article. */
const GENERIC =
  /^(?:(?:the|this|that|such|said|an?|each|any|public|private|federal|state|local|united states|final|proposed|original|same|amending|revised) )*(?:acts?|amendments?|codes?|laws?|programs?|compacts?|agreements?)$/i;
/** Words that lead to a name: `Under the`, `Title II of the`, `Amendments to the`. */
const LEAD =
  /^(?:(?:Under|See|In|Pursuant|By|As|For|To|The|This|That|And|Of|Or|With|At|On|From|A|An)\s|(?:Sections?|Titles?|Parts?|Subtitles?|Chapters?|Subchapters?|Divisions?|Subsections?)(?: [A-Z0-9]{1,6})? (?:of|to) |(?:and|of|or|for|the|in|on|to|by|with|at|from|a|against|without) )/;
/** Further leads to a name without a quotation mark: `Prior to the`, `Clause of the`, `Term means the`. */
const LOOSE_LEAD =
  /^(?:\w+,? (?:and )?the |.* (?:by|[Uu]nder|[Ww]ith) the |(?:Prior|According|Amendments?|Pursuant|Subject|Due) to the |.*(?:Provisions?|Clauses?|Requirements?|Purposes?|Terms) of the )/;
/** `F of the`, `II of the Social Security Act`, `Title IV-D of the` */
const PART = /^(?:[A-Z]\w+ )?(?:[A-Z]|[IVXLC]+)(?:-[A-Z])?(?: and [IVXLC]+)? of /;
const YEAR = /,? (?:of )?\d{4}$/;
const MAX_WORDS = 18;
const MAX_NAME = 160;

/** Returns the name for comparison: without year, lead and quotes. @returns null if the words are no name */
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
 * Returns the name of an act that ends at a position, as `the Clean Air Act` before a parenthesis.
 * @param before the text up to there, about 200 characters
 * @returns null for a part of an act (`title II of the Social Security Act`), whose citation is not the act's
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

/** Tells whether a name ends with the word. A comma is inside only in a series: `Food, Drug, and Cosmetic Act`. */
const endsBefore = (word: string, next: string, isSeries: boolean): boolean =>
  /\w{2}\.$|[;:)”]$/.test(word) ||
  (ACTS.test(word) && (word.endsWith(',') || next === 'and')) ||
  (word.endsWith(',') && !isSeries);

const isNameWord = (word: string): boolean => /^[A-Z&]|^\d+[/-]\d+$/.test(word) || SMALL.has(word);

/** A quoted name; a single mark before a capital letter is an apostrophe: ‘Workers’ Liability Act’. */
const QUOTED = /[“"]([^“”"\n;]{3,150})[”"]|‘([^“”"‘\n;]{3,150}?)’(?!\w| [A-Z])/y;
const RUN =
  /[A-Z][\w'’&-]*(?:,? (?:[A-Z][\w'’&-]*|\d{1,4}\/\d{1,4}|a|against|and|at|by|for|from|in|of|on|or|the|to|with)){1,17}/y;

/** Returns the name that begins at a position, without the article, and its end. */
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

const upToKind = (words: string): string =>
  /^.*?\b(?:Amendments Act|Act Amendments|Act|Amendments|Code|Law|Program|Compact|Agreement)\b/.exec(
    words,
  )?.[0] ?? '';
