import { linkText } from './links.ts';

/**
 * Inline markup without a parser: emphasis, strong emphasis, simple links, `<sub>` and `<sup>` tags, and characters
 * that look like markup and are not. Everything else is left to the parser.
 */

/** Characters without which a line holds no inline markup. Brackets alone are none: see UNSURE. */
const SIGNIFICANT = /[\\`*_<&~\]]/;

/**
 * What this scanner does not decide: escapes, character references, strikethrough, code (two runs of backticks), and
 * tags or addresses in angle brackets other than the four tags below. References need a definition, and documents
 * that have one never come here.
 */
const UNSURE = /\\|&#?\w+;|~~|`[^`]+`|<(?!\/?su[bp]>)(?:[a-z/!?]|[^\s<>]*@)/i;
const TAGS = /<\/?su[bp]>/g;
/** A link whose text and destination hold nothing else that could be markup. */
const SIMPLE_LINK = /(?<!!)\[([^[\]\\`*_<&~]*)\]\(([^\s()[\]\\`*_<>&~\p{Cc}]*)\)/gu;

/** A run of `*` or `_`: the characters from `start` of which `left` are not yet taken for a marker. */
interface Run {
  readonly start: number;
  readonly length: number;
  readonly marker: string;
  readonly opens: boolean;
  readonly closes: boolean;
  left: number;
}

/**
 * Removes inline markup.
 *
 * @param text the content of a paragraph, heading or table cell
 * @returns the words, or `undefined` where only a parser can tell
 */
export function inlineText(text: string): string | undefined {
  if (!SIGNIFICANT.test(text)) return text;
  if (UNSURE.test(text)) return undefined;
  const hasLinks = text.includes('](');
  if (hasLinks && text.replace(SIMPLE_LINK, '').includes('](')) return undefined;
  const words = withoutEmphasis(text, hasLinks ? withoutLinks : asIs);
  return words.includes('<') ? words.replace(TAGS, '') : words;
}

function withoutLinks(text: string): string {
  return text.replace(SIMPLE_LINK, (_, label: string, url: string) => linkText(label, url));
}

function asIs(text: string): string {
  return text;
}

/** @param clean what to do with the stretches between runs; no simple link reaches beyond one */
function withoutEmphasis(text: string, clean: (text: string) => string): string {
  const runs = delimiterRuns(text);
  match(runs);
  let words = '';
  let from = 0;
  for (const run of runs) {
    words += clean(text.slice(from, run.start)) + run.marker.repeat(run.left);
    from = run.start + run.length;
  }
  return words + clean(text.slice(from));
}

function delimiterRuns(text: string): Run[] {
  const runs: Run[] = [];
  for (const { 0: run, index: start } of text.matchAll(/\*+|_+/g)) {
    const end = start + run.length;
    const before = characterClass(text, start - 1);
    const after = characterClass(text, end);
    // CommonMark 6.2: left-flanking runs open, right-flanking runs close; `_` does neither inside a word.
    const left = after === WORD || (after === PUNCTUATION && before !== WORD);
    const right = before === WORD || (before === PUNCTUATION && after !== WORD);
    const opens = run[0] === '*' ? left : left && (before !== WORD || !right);
    const closes = run[0] === '*' ? right : right && (after !== WORD || !left);
    runs.push({ start, length: run.length, marker: run[0]!, opens, closes, left: run.length });
  }
  return runs;
}

/** CommonMark's "process emphasis": each closer takes the nearest opener; what stands between them is settled. */
function match(runs: readonly Run[]): void {
  const open: Run[] = [];
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
      open.length = opener.left > 0 ? at + 1 : at;
      at = open.length - 1;
    }
    if (closer.opens && closer.left > 0) open.push(closer);
  }
}

/** The rule of three, on what is left of the runs, as micromark reads it. */
function fit(opener: Run, closer: Run): boolean {
  if (opener.marker !== closer.marker) return false;
  if (!opener.closes && !closer.opens) return true;
  return closer.left % 3 === 0 || (opener.left + closer.left) % 3 !== 0;
}

const SPACE = 0;
const PUNCTUATION = 1;
const WORD = 2;

/** By UTF-16 unit, as micromark does: half a surrogate pair counts as part of a word. */
function characterClass(text: string, at: number): number {
  const character = text[at];
  if (character === undefined || /\s/.test(character)) return SPACE;
  return /[\p{P}\p{S}]/u.test(character) ? PUNCTUATION : WORD;
}
