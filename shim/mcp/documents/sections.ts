import { looseKey } from '../../../build/contract/loose.ts';
import { outlineOf } from './outline.ts';

export interface Section {
  title: string;
  offset: number;
  end: number;
}

/** @param name a heading or its beginning in any case, or paragraphs: `(a)`, `(b)(2)(A)` */
export function sectionOf(markdown: string, name: string): Section | null {
  const paragraphs = /^\s*(?:§[^(]*|par(?:agraph)?\.?\s*)?((?:\([0-9A-Za-z]{1,5}\)\s*)+)$/i.exec(name)?.[1];
  return paragraphs ? paragraphOf(markdown, marksIn(paragraphs)) : headed(markdown, name);
}

/** Prefers an equal heading, then one with this beginning, then one that contains the name. */
function headed(markdown: string, name: string): Section | null {
  const wanted = titleKey(name);
  if (wanted === '') return null;
  const headings = outlineOf(markdown).map(heading => ({ ...heading, key: titleKey(heading.title) }));
  const found =
    headings.find(({ key }) => key === wanted) ??
    headings.find(({ key }) => key.startsWith(wanted)) ??
    headings.find(({ key }) => key.includes(wanted));
  return found ? { title: found.title, offset: found.offset, end: found.end } : null;
}

const titleKey = (text: string): string => looseKey(text.replace(/[*_`#§]+/g, ' ')).replace(/[\s:.—-]+$/, '');

interface Mark {
  mark: string;
  offset: number;
}

/** The beginning of a paragraph: `(a)`, `**(a)** **(1)** `, also in quotations and lists. */
const PARAGRAPH = /^(?:[ \t>]|[-+*][ \t]+)*((?:\*{0,2}\([0-9A-Za-z]{1,5}\)\*{0,2}[ \t]*)+)/gm;

const marksIn = (text: string): string[] =>
  Array.from(text.matchAll(/\(([^)]+)\)/g), ([, mark = '']) => mark);

/** Finds each mark below the one before it. A paragraph ends at its next sibling, its parent's, or the end of the law. */
function paragraphOf(markdown: string, path: readonly string[]): Section | null {
  const end = outlineOf(markdown).find(({ level, offset }) => level > 1 && level < 7 && offset > 0)?.offset;
  const law = markdown.slice(0, end);
  const marks: Mark[] = Array.from(law.matchAll(PARAGRAPH)).flatMap(({ index, 1: text = '' }) =>
    marksIn(text).map(mark => ({ mark, offset: index })),
  );
  let span = { first: 0, last: marks.length, offset: 0, end: law.length };
  for (const mark of path) {
    const first = marks.findIndex((found, i) => i >= span.first && i < span.last && found.mark === mark);
    if (first < 0) return null;
    const nexts = nextMarks(mark);
    const next = marks.findIndex((found, i) => i > first && i < span.last && nexts.includes(found.mark));
    const last = next < 0 ? span.last : next;
    const { offset } = marks[first] as Mark;
    span = { first: first + 1, last, offset, end: next < 0 ? span.end : (marks[next] as Mark).offset };
  }
  return { title: path.map(mark => `(${mark})`).join(''), offset: span.offset, end: span.end };
}

const ROMAN = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii', 'xiii', 'xiv', 'xv'];

/** Marks that may follow among siblings: an `i` is a letter or a numeral. */
function nextMarks(mark: string): string[] {
  if (/^\d+$/.test(mark)) return [String(Number(mark) + 1)];
  const roman = ROMAN.indexOf(mark.toLowerCase());
  const numeral = roman < 0 ? [] : [ROMAN[roman + 1] ?? ''];
  const isUpper = mark === mark.toUpperCase();
  const nexts = [...numeral, ...nextLetter(mark.toLowerCase())];
  return isUpper ? nexts.map(next => next.toUpperCase()) : nexts;
}

/** After z follows aa. */
function nextLetter(mark: string): string[] {
  const [letter = ''] = mark;
  if (mark !== letter.repeat(mark.length)) return [];
  return letter === 'z'
    ? ['a'.repeat(mark.length + 1)]
    : [String.fromCharCode(letter.charCodeAt(0) + 1).repeat(mark.length)];
}
