import { type DelimiterRun, delimiterRuns, MOST_RUNS, match } from './inline.ts';

/**
 * Removes the marks of emphasis that CommonMark does not see. Converters lose the blanks around emphasis, or put them inside:
 * `(*i.e.,*loans`, `(b)* Policy.* The`, `*Provided**And provided further*`. Only plain cases lose their marks. Possible literal
 * stars stay: `* * *`, `5 * 3`, `(5%*12)`, footnotes' `Oil*` and `*Estimated`, `at *10`.
 */
export function withoutStrayStars(markdown: string): string {
  let star = markdown.indexOf('*');
  if (star < 0 || markdown.includes('```') || markdown.includes('~~~')) return markdown;
  // Other line ends are rare.
  if (OTHER_ENDS.some(end => markdown.includes(end))) return markdown.replace(LINE_WITH_STAR, lineWithout);
  let text = '';
  let from = 0;
  while (star >= 0) {
    const start = markdown.lastIndexOf('\n', star) + 1;
    const next = markdown.indexOf('\n', star);
    const end = next < 0 ? markdown.length : next;
    const line = markdown.slice(start, end);
    const without = lineWithout(line);
    if (without !== line) {
      text += markdown.slice(from, start) + without;
      from = end;
    }
    star = markdown.indexOf('*', end);
  }
  return from === 0 ? markdown : text + markdown.slice(from);
}

const OTHER_ENDS = ['\r', '\u2028', '\u2029'];
const LINE_WITH_STAR = /^.*\*.*$/gm;

/** Beginnings of blocks, which are no emphasis: quotes, notes, bullets, numbers before bullets. */
const BLOCKS = /^[ >]*(?:(?:[-+*]|\d{1,9}[.)](?= +[-+*](?: |$))|\[\^[^\s\]]{1,99}\]:)(?: +|$))*/;
/** Code, and marks that state their own meaning. */
const isLiteral = (line: string): boolean =>
  line.startsWith('    ') ||
  line.startsWith('\t') ||
  (line.includes('\\') && /\\[\\*_]/.test(line)) ||
  (line.includes('`') && /`.*`/.test(line));
/** A number's star followed by a blank reads as a bullet: `24. * It is ordered* that`. */
const STARRED_NUMBER = /^( *\d{1,9}\. )\* (?=\p{L})/u;
/** Empty emphasis: bold that was opened and closed at once. */
const NOTHING = /^\*{4}(?=[^\s*])(?=[^*]*$)/;

function lineWithout(line: string): string {
  if (isLiteral(line)) return line;
  if (line.startsWith('|')) return line.split('|').map(textWithout).join('|');
  const starred = STARRED_NUMBER.exec(line);
  if (starred) {
    const rest = line.slice(starred[0].length);
    const stray = strayIn(rest, STARRED);
    if (stray) return starred[1] + removed(rest, stray);
  }
  const blocks = BLOCKS.exec(line)?.[0] ?? '';
  return blocks + textWithout(line.slice(blocks.length).replace(NOTHING, ''));
}

function textWithout(text: string): string {
  const stray = text.includes('*') ? strayIn(text) : null;
  return stray ? removed(text, stray) : text;
}

function removed(text: string, stray: ReadonlySet<DelimiterRun>): string {
  let kept = '';
  let from = 0;
  for (const { start, left } of stray) {
    kept += text.slice(from, start);
    from = start + left;
  }
  return kept + text.slice(from);
}

/** The side of a run at the beginning or end of a text counts as blank. */
const BLANK = /^\s?$/;
const CLOSING = /^[,.;:!?)\]”’"']$/;
const OPENING = /^[([“‘"']$/;
const WORD = /^[\p{L}\p{N}]$/u;
/** A paragraph's designator. Emphasis right behind it belongs to the paragraph's heading; a letter follows. */
const DESIGNATOR = /(?:^|\s)(?:\([a-z0-9]{1,5}\)|\d{1,3}\.)( ?)$/i;
const BULLET = /•\s?$/;
const LONGEST_DESIGNATOR = 12;

/** A run of stars that belongs to no emphasis, and the characters beside it. */
interface Stray {
  run: DelimiterRun;
  before: string;
  after: string;
  /** Whether it may open emphasis regardless of the characters around it. */
  isMarked: boolean;
}

/** The star of a starred number, before the text. */
const STARRED = 'starred';
type Opener = Stray | typeof STARRED | null;

/**
 * Returns the runs that are markup unseen by CommonMark, in the order of the text.
 * @param first the opener before the text
 * @returns null if there are none, or if an opener is not closed
 */
function strayIn(text: string, first: Opener = null): ReadonlySet<DelimiterRun> | null {
  const runs = delimiterRuns(text);
  if (runs.length > MOST_RUNS) return null;
  const pairs = match(runs);
  // Mostly every star has its partner.
  if (!runs.some(({ marker, left }) => marker === '*' && left > 0)) return null;
  const stray = new Set<DelimiterRun>();
  let opener = first;
  let inner: DelimiterRun[] = [];
  let isClosed = first === null;
  for (const run of runs) {
    if (run.marker !== '*' || run.left === 0) continue;
    const each = besides(text, run);
    // Two stars that touch end one emphasis and begin another.
    if (run.left === 2 && isInside(each)) {
      if (pairs.some(([from, to]) => from.start < run.start && run.start < to.start)) {
        stray.add(run);
        continue;
      }
      if (opener !== null && (opener === STARRED || opener.run.left === 1)) {
        inner.push(run);
        continue;
      }
    }
    if (isLiteralRun(text, each)) {
      opener = null;
      continue;
    }
    if (opener !== null && belong(text, opener, each)) {
      for (const one of [...(opener === STARRED ? [] : [opener.run]), ...inner, run]) stray.add(one);
      isClosed = true;
      opener = null;
    } else opener = mayOpen(each) ? each : null;
    inner = [];
  }
  return stray.size > 0 && isClosed ? stray : null;
}

function besides(text: string, run: DelimiterRun): Stray {
  const { start, length } = run;
  const above = text.slice(Math.max(0, start - LONGEST_DESIGNATOR), start);
  const behind = text.slice(start + length, start + length + 2);
  const [, blank] = DESIGNATOR.exec(above) ?? [];
  const isOfHeading =
    blank !== undefined && (blank === '' || !BLANK.test(behind[0] ?? '')) && /^\s?\p{L}/u.test(behind);
  return {
    run,
    before: text[start - 1] ?? '',
    after: text[start + length] ?? '',
    isMarked: isOfHeading || (BULLET.test(above) && /\S/.test(behind)),
  };
}

/** Tells whether it touches characters on both sides. */
const isInside = ({ before, after }: Stray): boolean => !BLANK.test(before) && !BLANK.test(after);

/** Tells whether it ends a word or a sentence, like the star of a footnote. */
const isBehind = ({ before, after }: Stray): boolean =>
  !BLANK.test(before) && (BLANK.test(after) || CLOSING.test(after));

/** Tells whether stars are literal: `* * *`, “*”, products. */
function isLiteralRun(text: string, { run, before, after }: Stray): boolean {
  if (run.left > 3 || (OPENING.test(before) && CLOSING.test(after))) return true;
  if (/^[\d%)\]]$/.test(before) && /^[\d$(.]$/.test(after)) return true;
  return /\*\s+$/.test(text.slice(0, run.start)) || /^\s+\*/.test(text.slice(run.start + run.length));
}

const mayOpen = (each: Stray): boolean => each.isMarked || !BLANK.test(each.after);

function belong(text: string, opener: Exclude<Opener, null>, closer: Stray): boolean {
  if (opener === STARRED) return closer.run.left === 1 && !BLANK.test(closer.before);
  if (opener.run.left !== closer.run.left) return false;
  const between = text.slice(opener.run.start + opener.run.length, closer.run.start);
  // Only punctuation between them: `category*—*the`.
  if (isInside({ ...opener, after: between[0] ?? '' }) && /^[\p{P}]{1,4}$/u.test(between)) return true;
  if (opener.isMarked) return !DESIGNATOR.test(text.slice(0, closer.run.start).slice(-LONGEST_DESIGNATOR));
  if (BLANK.test(closer.before) || OPENING.test(closer.before) || isBehind(opener)) return false;
  // Either may be the star of a footnote: `Oil*—see below. Fat* too`.
  return !(WORD.test(opener.before) && !WORD.test(opener.after) && isBehind(closer));
}
