import { decodeString } from 'micromark-util-decode-string';
import { linkText } from './links.ts';

/**
 * Inline markup without a parser: emphasis, strong emphasis, simple links and code, `<sub>` and `<sup>` tags, and characters
 * that only look like markup. Everything else is left to the parser.
 */

/** A line without these characters has no inline markup. Opening brackets alone make none: see isUnsure. */
const SIGNIFICANT = /[\\`*_<&~\]]/;

/**
 * Markup that this scanner leaves to the parser: strikethrough and code between runs of backticks. Other checks follow below:
 * backslashes that escape nothing, tags, addresses in angle brackets, character references. References to link definitions do
 * not occur here: documents with definitions go to the parser.
 */
const isUnsure = (text: string): boolean => text.includes('~~') || text.includes('``');
/** The possible beginning of a tag or an address, except for the tags known here. */
const ANGLE_BRACKET = /<(?!\/?(?:su[bp]|small|em|strong)>)(?:[a-z/!?]|[^\s<>]*@)/i;
const CHARACTER_REFERENCE = /&#?\w+;/g;
const TAGS = /<\/?(?:su[bp]|small|em|strong)>/g;

const CODE = /`[^`]*`/;
/** A link whose text and destination contain no other markup. */
const SIMPLE_LINK = /(?<!!)\[(?!\uFFFE)([^[\]\\`*_<&~]*)\]\(([^\s()[\]\\`<>&~\p{Cc}\uFFFE]*)\)/u;
const CODE_OR_LINK = new RegExp(`(${CODE.source})|${SIMPLE_LINK.source}`, 'gu');
/** Not a link: the words after the destination do not begin like a title. */
const NO_LINK = /\]\((?=[ \t\n]*[^\s()<\\`\0\uFFFE]+[ \t\n]+[^\s()"'\uFFFE])/g;

/** Matching takes quadratic time in the runs of `*` and `_`. Real paragraphs have up to 102. */
export const MOST_RUNS = 500;

/** Placeholder for finished words. No text contains a NUL, see cleanSource. */
const SETTLED = '\0';

/** A backslash before ASCII punctuation. The noncharacter replaces both while markup is searched. */
const ESCAPE = /\\([!-/:-@[-`{-~])/g;
const ESCAPED = '\uFFFE';

/** A run of `*` or `_` that begins at `start`; `left` of its characters do not belong to a marker yet. */
export interface DelimiterRun {
  readonly start: number;
  readonly length: number;
  readonly marker: string;
  readonly opens: boolean;
  readonly closes: boolean;
  left: number;
}

/**
 * Removes inline markup.
 * @param text the content of a paragraph, heading or table cell
 * @returns the words, or `undefined` where only a parser can decide
 */
export function inlineText(text: string): string | undefined {
  if (!SIGNIFICANT.test(text)) return text;
  if (text.includes('\\')) return escapedText(text);
  if (isUnsure(text)) return undefined;
  if (text.includes('<') && hasAngleBrackets(text)) return undefined;
  if (text.includes('&') && hasCharacterReference(text)) return undefined;
  if (!text.includes('`') && !text.includes('](')) return looseText(text);
  const settled: string[] = [];
  const rest = text.replace(CODE_OR_LINK, (markup, code?: string, label?: string, destination?: string) => {
    const words = code === undefined ? linkText(label ?? '', destination ?? '') : codeText(code);
    if (words === undefined) return markup;
    settled.push(words);
    return SETTLED;
  });
  if (CODE.test(rest) || rest.replace(NO_LINK, '').includes('](')) return undefined;
  let next = 0;
  return looseText(rest)?.replaceAll(SETTLED, () => settled[next++]!);
}

/** Reads escapes first: only code takes precedence, and keeps its backslashes. */
function escapedText(text: string): string | undefined {
  if (text.includes(ESCAPED)) return undefined;
  const escaped: string[] = [];
  const rest = text.replace(ESCAPE, (_, character: string) => {
    escaped.push(character);
    return ESCAPED;
  });
  if (rest.includes('\\') || rest.includes('`')) return undefined;
  let next = 0;
  return inlineText(rest)?.replaceAll(ESCAPED, () => escaped[next++]!);
}

/** Angle brackets that are never closed are words: `<normal amount`. */
const hasAngleBrackets = (text: string): boolean =>
  ANGLE_BRACKET.test(text.slice(0, text.lastIndexOf('>') + 1));

/** A name unknown to HTML is no reference: `R&D;`. */
const hasCharacterReference = (text: string): boolean =>
  (text.match(CHARACTER_REFERENCE) ?? []).some(reference => decodeString(reference) !== reference);

/** @param code the text between backticks, which prose contains, too, when it quotes `like this' twice */
function codeText(code: string): string | undefined {
  const content = code.slice(1, -1);
  // One blank at each end is markup.
  return content.includes('\n') || (content.startsWith(' ') && content.endsWith(' ')) ? undefined : content;
}

/** Returns the words of a text without code and links. */
function looseText(text: string): string | undefined {
  const words = withoutEmphasis(text);
  return words?.includes('<') ? words.replace(TAGS, '') : words;
}

function withoutEmphasis(text: string): string | undefined {
  const runs = delimiterRuns(text);
  if (runs.length === 0) return text;
  if (runs.length > MOST_RUNS) return undefined;
  match(runs);
  let words = '';
  let from = 0;
  for (const run of runs) {
    words += text.slice(from, run.start) + run.marker.repeat(run.left);
    from = run.start + run.length;
  }
  return words + text.slice(from);
}

export function delimiterRuns(text: string): DelimiterRun[] {
  const runs: DelimiterRun[] = [];
  let star = text.indexOf('*');
  let line = text.indexOf('_');
  while (star >= 0 || line >= 0) {
    const isStar = line < 0 || (star >= 0 && star < line);
    const start = isStar ? star : line;
    const marker = isStar ? '*' : '_';
    let end = start + 1;
    while (text[end] === marker) end += 1;
    if (isStar) star = text.indexOf('*', end);
    else line = text.indexOf('_', end);
    const before = characterClass(text, start - 1);
    const after = characterClass(text, end);
    // CommonMark 6.2: left-flanking runs open, right-flanking runs close; `_` does neither inside a word.
    const left = after === WORD || (after === PUNCTUATION && before !== WORD);
    const right = before === WORD || (before === PUNCTUATION && after !== WORD);
    const opens = isStar ? left : left && (before !== WORD || !right);
    const closes = isStar ? right : right && (after !== WORD || !left);
    runs.push({ start, length: end - start, marker, opens, closes, left: end - start });
  }
  return runs;
}

/**
 * Implements CommonMark's "process emphasis": each closer takes the nearest opener, and the runs between them are used up.
 * @returns the pairs of runs
 */
export function match(runs: readonly DelimiterRun[]): [opener: DelimiterRun, closer: DelimiterRun][] {
  const pairs: [DelimiterRun, DelimiterRun][] = [];
  const open: DelimiterRun[] = [];
  for (const closer of runs) {
    for (let at = open.length - 1; closer.closes && closer.left > 0 && at >= 0; ) {
      const opener = open[at]!;
      if (!fit(opener, closer)) {
        at -= 1;
        continue;
      }
      const taken = opener.left > 1 && closer.left > 1 ? 2 : 1;
      opener.left -= taken;
      closer.left -= taken;
      pairs.push([opener, closer]);
      open.length = opener.left > 0 ? at + 1 : at;
      at = open.length - 1;
    }
    if (closer.opens && closer.left > 0) open.push(closer);
  }
  return pairs;
}

/** Applies the rule of three to the rest of the runs, as micromark reads it. */
function fit(opener: DelimiterRun, closer: DelimiterRun): boolean {
  if (opener.marker !== closer.marker) return false;
  if (!opener.closes && !closer.opens) return true;
  return closer.left % 3 === 0 || (opener.left + closer.left) % 3 !== 0;
}

const SPACE = 0;
const PUNCTUATION = 1;
const WORD = 2;

/** Class plus 1 for each UTF-16 unit, filled on first use; 0 where not computed yet. */
const classes = new Uint8Array(0x1_0000);

/** Classifies by UTF-16 unit, as micromark does: half a surrogate pair counts as part of a word. */
function characterClass(text: string, at: number): number {
  if (at < 0 || at >= text.length) return SPACE;
  const unit = text.charCodeAt(at);
  if (classes[unit] === 0) classes[unit] = classOf(text[at]!) + 1;
  return classes[unit]! - 1;
}

function classOf(character: string): number {
  if (/\s/.test(character)) return SPACE;
  // Code and links begin and end with punctuation.
  if (character === SETTLED || character === ESCAPED) return PUNCTUATION;
  return /[\p{P}\p{S}]/u.test(character) ? PUNCTUATION : WORD;
}
