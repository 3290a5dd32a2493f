import type { SectionCitation } from '../../contract/citations/citation.ts';
import { citationsInText, isOfOwnCode } from '../../contract/citations/in-text.ts';
import { keysOfNumber, pageKey } from '../../contract/citations/keys.ts';
import { type CodeCitation, sourceOf } from '../../contract/sources.ts';
import type { SearchDocument } from '../documents/search-document.ts';
import { numbersOf } from './numbers.ts';

/** A position in a text that cites provisions. */
export interface Mention {
  at: number;
  end: number;
  /** In the order of the text, with the ends of ranges. */
  keys: string[];
  /** It cites one whole provision: `5 U.S.C. 552`, `42 U.S.C. 4321 et seq.`, not `5 U.S.C. 552(b)(4)`. */
  isWhole: boolean;
}

/** The code that contains a document, and the title that its citations without title mean. */
interface Home {
  code: CodeCitation;
  title: string;
}

const MAX_MENTIONS = 20_000;

/** Returns the distinct keys that a document cites, without its own: its subjects first, then in the order of the text. */
export function citesOf(document: SearchDocument, mentions: readonly Mention[], limit: number): string[] {
  const own = new Set(document.citations);
  const cites = new Set<string>();
  for (const { keys } of [{ keys: document.about }, ...mentions]) {
    for (const key of keys) {
      if (cites.size >= limit) return [...cites];
      if (!own.has(key)) cites.add(key);
    }
  }
  return [...cites];
}

export function mentionsIn(document: SearchDocument, text: string): Mention[] {
  const home = homeOf(document);
  const mentions: Mention[] = [];
  const isQuoted = quotedParagraphs(text);
  for (const citation of citationsInText(text)) {
    if (mentions.length === MAX_MENTIONS) break;
    const { at, end } = citation;
    if (citation.by === 'page') {
      const { journal, volume, page } = citation;
      mentions.push({ at, end, keys: [pageKey(journal, volume, page)], isWhole: true });
      continue;
    }
    const numbers = numbersOf(citation);
    const keys = keysOf(citation, numbers, home, isQuoted);
    if (keys.length > 0) mentions.push({ at, end, keys, isWhole: isWhole(citation, numbers) });
  }
  return mentions;
}

/** An appendix's title is its label, `5a`. @returns null if the document is no section of a code */
function homeOf({ source, citations }: SearchDocument): Home | null {
  const { citation } = sourceOf(source);
  if (citation?.by !== 'section') return null;
  const key = citations.find(key => key.startsWith(`${citation.keys.section}:`));
  return key ? { code: citation, title: String(key.split(':')[1]) } : null;
}

/** Numbers without a title mean the document's own code, except in quotations of other laws. */
function keysOf(
  citation: SectionCitation,
  numbers: readonly string[],
  home: Home | null,
  isQuoted: (at: number) => boolean,
): string[] {
  const { at, title, code, of, isPart } = citation;
  const inTitle = (code: CodeCitation, title: string, numbers: readonly string[]): string[] =>
    numbers.flatMap(number => keysOfNumber(code, title, number, isPart));
  if (title !== null) return code ? inTitle(code, title, numbers) : [];
  if (!home) return [];
  const own = numbers.filter(number => isOfOwnCode(citation, home.code, number));
  return own.length > 0 && (of === 'this' || !isQuoted(at)) ? inTitle(home.code, home.title, own) : [];
}

function isWhole({ numbers: written, hasMore }: SectionCitation, numbers: readonly string[]): boolean {
  const [first] = written;
  const isOne = written.length === 1 && first!.end === first!.at + first!.number.length;
  return isOne || (hasMore && numbers.length === 1);
}

/**
 * Tells whether a position is in a paragraph that begins with a quotation mark: such a note quotes another law, and bare
 * numbers mean its sections. Positions must ascend, so that the text is read once.
 */
function quotedParagraphs(text: string): (at: number) => boolean {
  let start = 0;
  let seen = 0;
  return at => {
    const line = text.slice(seen, at).lastIndexOf('\n');
    if (line !== -1) start = seen + line + 1;
    seen = at;
    return /[“"]/.test(text.charAt(start));
  };
}
