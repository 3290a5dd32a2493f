import { type Emphasis, labelsOf } from '../../build/contract/paragraphs/labels.ts';
import { Numbering } from '../../build/contract/paragraphs/numbering.ts';

/** Paragraphs of a document's Markdown by their labels. */

/**
 * Returns the Markdown of a paragraph with everything in it, behind the words that introduce it: the document's heading and the
 * beginning of each paragraph around it, and before the footnotes that it calls.
 * @returns null where there is no such paragraph
 */
export function excerptOf(body: string, path: readonly string[]): string | null {
  const markdown = body.replace(/\r\n?/g, '\n');
  const paragraphs = paragraphsIn(markdown);
  const wanted = paragraphs.find(({ path: own }) => isBeginning(own, path) && own.length === path.length);
  if (!wanted) return null;
  const around = paragraphs.filter(
    ({ path: own, start, end }) =>
      own.length < path.length && isBeginning(own, path) && start <= wanted.start && wanted.end <= end,
  );
  let text = markdown.slice(0, paragraphs[0]!.start);
  let before = paragraphs[0]!.start;
  for (const { start, introEnd } of [...around, { ...wanted, introEnd: wanted.end }]) {
    text = (start === before ? text : `${text.trimEnd()}\n\n`) + markdown.slice(start, introEnd);
    before = introEnd;
  }
  return [text.trimEnd(), ...footnotesCalledIn(text, markdown)].join('\n\n').concat('\n');
}

const isBeginning = (start: readonly string[], path: readonly string[]): boolean =>
  start.every((label, i) => label === path[i]);

/** A paragraph and its place, in code units. */
interface Paragraph {
  /** The labels down to it. */
  path: readonly string[];
  start: number;
  /** The beginning of its first inner paragraph, or its end. */
  introEnd: number;
  /** The end of its last inner paragraph. */
  end: number;
}

interface Line {
  start: number;
  /** The column of the words, behind the markers of list items. */
  column: number;
  /** The labels that begin it, and their places; null for a line without labels. */
  labelled: { labels: readonly string[]; places: readonly number[] } | null;
  isHeading: boolean;
}

function paragraphsIn(markdown: string): Paragraph[] {
  const { lines, end } = linesOf(markdown);
  const firsts = lines.flatMap(({ labelled }) => labelled?.labels[0] ?? []);
  const numbering = new Numbering();
  const found: Paragraph[] = [];
  let open: { paragraph: Paragraph; column: number }[] = [];
  const close = (isLeft: (one: (typeof open)[number]) => boolean, at: number): void => {
    for (const { paragraph } of open.filter(isLeft)) {
      paragraph.end = at;
      if (paragraph.introEnd < 0) paragraph.introEnd = at;
    }
    open = open.filter(one => !isLeft(one));
  };
  let next = 0;
  for (const { start, column, labelled, isHeading } of lines) {
    if (isHeading) {
      numbering.reset();
      close(() => true, start);
    }
    // Words to the left of an item are behind it.
    else close(one => one.column > column, start);
    if (!labelled) continue;
    next += 1;
    const { labels, places } = labelled;
    const path = numbering.add(labels, labelsFrom(firsts, next));
    for (const [i, place] of places.entries()) {
      const own = path.slice(0, path.length - places.length + i + 1);
      const at = i === 0 ? start : place;
      close(({ paragraph }) => paragraph.path.length >= own.length || !isBeginning(paragraph.path, own), at);
      const parent = open.at(-1)?.paragraph;
      if (parent && parent.introEnd < 0) parent.introEnd = at;
      const paragraph: Paragraph = { path: own, start: at, introEnd: -1, end: -1 };
      open.push({ paragraph, column });
      found.push(paragraph);
    }
  }
  close(() => true, end);
  return found;
}

function* labelsFrom(firsts: readonly string[], from: number): Generator<string> {
  for (let i = from; i < firsts.length; i++) yield firsts[i]!;
}

/** Ends the law's own paragraphs. */
const CREDIT_OR_FOOTNOTE = /^(?:\*\*Source Credit\*\*:|\[\^[^\]\n]+\]:)/;
const MARKERS = /^ *(?:- )*/;

/** The first lines of paragraphs, and the end of the last paragraph. Headings after the first begin notes. */
function linesOf(markdown: string): { lines: Line[]; end: number } {
  const lines: Line[] = [];
  let isBehindBlank = true;
  for (let start = 0; start < markdown.length; ) {
    const lineEnd = markdown.indexOf('\n', start);
    const end = lineEnd < 0 ? markdown.length : lineEnd;
    const line = markdown.slice(start, end);
    const markers = MARKERS.exec(line)![0];
    const words = line.slice(markers.length);
    const rank = /^#{1,6}(?= )/.exec(line)?.[0].length;
    if (CREDIT_OR_FOOTNOTE.test(line) || (rank !== undefined && rank > 1)) return { lines, end: start };
    if (words !== '' && (isBehindBlank || markers.endsWith('- ')))
      lines.push({
        start,
        column: markers.length,
        labelled: labelledWords(words, start + markers.length),
        isHeading: rank !== undefined,
      });
    isBehindBlank = words === '';
    start = end + 1;
  }
  return { lines, end: markdown.length };
}

/** Labels and headings are in the beginning of a paragraph. */
const READ = 1000;

/** @param offset of the words in the Markdown @returns the labels, and where each begins in the Markdown */
function labelledWords(words: string, offset: number): Line['labelled'] {
  let text = '';
  /** The place of each character of the text among the words, and of its end. */
  const places: number[] = [];
  const emphases = new Map<number, Emphasis>();
  let begun = -1;
  for (let i = 0; i < words.length && i < READ; i++) {
    if (words[i] !== '*') {
      places.push(i);
      text += words[i];
      continue;
    }
    const stars = /^\*+/.exec(words.slice(i, i + 3))![0].length;
    if (begun < 0) begun = text.length;
    else {
      emphases.set(begun, { end: text.length, isItalic: stars === 1 });
      begun = -1;
    }
    i += stars - 1;
  }
  const found = labelsOf(text, at => emphases.get(at) ?? null);
  if (!found) return null;
  const { labels, starts } = found;
  return { labels, places: starts.map(start => offset + withStars(words, places[start]!)) };
}

/** Includes the stars that put a label in bold. */
function withStars(words: string, at: number): number {
  let start = at;
  while (words[start - 1] === '*') start--;
  return start;
}

const DEFINITION = /^\[\^([^\]\n]+)\]:.*(?:\n(?:[ \t].*)?)*/gm;

/** Returns the footnotes that a text calls, in the order of the document. */
function footnotesCalledIn(text: string, markdown: string): string[] {
  const called = new Set(Array.from(text.matchAll(/\[\^([^\]\n]+)\]/g), ([, label]) => label));
  if (called.size === 0) return [];
  return Array.from(markdown.matchAll(DEFINITION))
    .filter(([, label]) => called.has(label))
    .map(([definition]) => definition.trimEnd());
}
