/** Headings of a document's Markdown, and the ends of their sections. */

export interface Heading {
  /** Without markup. */
  title: string;
  /** 1 is the outermost. */
  level: number;
  offset: number;
  /** End of the section, deeper headings included. */
  end: number;
}

/** A line with `#`, or a line in bold, which is a heading in the Federal Register. */
const HEADING = /^(?:(#{1,6})[ \t]+(\S.*)|\*\*([^*\n]{1,300})\*\*[ \t]*)$/gm;

/** Bold headings are below all others: `AGENCY:`, then I., A., 1., a., then those without a number. */
const BOLD_LEVELS = { label: 7, roman: 8, letter: 9, number: 10, small: 11, none: 12 } as const;

export function outlineOf(markdown: string): Heading[] {
  const headings: Heading[] = [];
  let lastLetter = '';
  for (const { index, 1: marks, 2: marked = '', 3: bold } of markdown.matchAll(HEADING)) {
    const title = plainTitle(bold ?? marked);
    if (title === '') continue;
    const level = marks?.length ?? boldLevel(title, lastLetter);
    if (level === BOLD_LEVELS.letter) lastLetter = title[0] as string;
    else if (level < BOLD_LEVELS.letter) lastLetter = '';
    headings.push({ title, level, offset: index, end: markdown.length });
  }
  setEnds(headings);
  return headings;
}

const plainTitle = (text: string): string =>
  text
    .replace(/\\([^\w\s])/g, '$1')
    .replace(/[*_`#]+/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** @param lastLetter of the earlier headings: after H., I. is a letter and no numeral */
function boldLevel(title: string, lastLetter: string): number {
  const [, mark = ''] = /^([IVXL]+|[A-Z]|\d{1,3}|[a-z])\.\s/.exec(title) ?? [];
  if (mark === '') return /:$/.test(title) ? BOLD_LEVELS.label : BOLD_LEVELS.none;
  if (/\d/.test(mark)) return BOLD_LEVELS.number;
  if (/[a-z]/.test(mark)) return BOLD_LEVELS.small;
  const isNextLetter = mark.length === 1 && mark.charCodeAt(0) === lastLetter.charCodeAt(0) + 1;
  return /^[IVXL]+$/.test(mark) && !isNextLetter ? BOLD_LEVELS.roman : BOLD_LEVELS.letter;
}

/** A section ends at the next heading of the same or a higher level. */
function setEnds(headings: Heading[]): void {
  const open: Heading[] = [];
  for (const heading of headings) {
    while (open.length > 0 && (open.at(-1) as Heading).level >= heading.level)
      (open.pop() as Heading).end = heading.offset;
    open.push(heading);
  }
}
