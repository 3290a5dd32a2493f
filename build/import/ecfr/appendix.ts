/** The name of an appendix, from the part of its heading before the dash. */
export interface AppendixName {
  /** `Appendix A to Subpart C of Part 230` */
  citation: string;
  name: string | null;
  /** The last segment of its identifier: `appA`, `app`, `table1`. */
  segment: string;
  /** The last identifier segment of each, if several appendices are one unit. */
  members: string[];
  /** The level or section that it belongs to. */
  of: { kind: 'section' | 'subpart' | 'part' | 'subchapter' | 'chapter'; number: string } | null;
}

const DASH = /\s*(?:[—–]|--)\s*/;
const KIND = /^(Appendix|Appendixes|Appendices|[A-Z][a-z]+)\b\s*/;
const OF: readonly (readonly [NonNullable<AppendixName['of']>['kind'], RegExp])[] = [
  ['section', /\b(?:to|of|for|in)\s+(?:§|section)\s*([\d.]+[\w.()-]*)/i],
  ['subpart', /\bsubparts?\s+([A-Z][\w.-]*(?:\s*(?:,|and|through|-)\s*[A-Z]{1,2}\b)*)/i],
  ['part', /\bparts?\s+(\d[\w.-]*)/i],
  ['subchapter', /\bsubchapter\s+([A-Z]\w*)/i],
  ['chapter', /\bchapter\s+([IVXLC]+|\d+)\b/i],
];

/** @param heading the words of its `HEAD` */
export function appendixName(heading: string): AppendixName {
  const [before = '', ...behind] = heading.split(DASH);
  const citation = before.replace(/\s*\[\s*reserved\s*\]\s*$/i, '').trim();
  const reserved = /\[\s*reserved\s*\]/i.exec(before)?.[0];
  const name = [...behind.join('—').split('\n'), ...(reserved ? [reserved] : [])].join(' ').trim();
  const kind = KIND.exec(citation)?.[1] ?? '';
  const rest = citation.slice(kind.length).trim();
  const label =
    /^(.*?)(?:^|\s+)(?:to|of|for|in)\s+(?:the\s+)?(?:title|subtitle|chapter|subchapter|part|subpart|section|§|\d)/i.exec(
      rest,
    );
  const letters = (label ? label[1]! : rest).replace(/^no\.\s*/i, '').trim();
  const start = /^Append/i.test(kind) ? 'app' : kind.toLowerCase();
  const found = OF.map(([level, pattern]) => ({ kind: level, number: pattern.exec(citation)?.[1] }));
  const of = found.find((one): one is NonNullable<AppendixName['of']> => one.number !== undefined) ?? null;
  return {
    citation,
    name: name || null,
    segment: start + segmentOf(letters),
    members: membersOf(letters).map(letter => start + letter),
    of,
  };
}

/** Reduces text to the characters of an identifier's segment; hyphens separate words after a letter or number. */
export const segmentOf = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\s*(?:,|and|&|through|to)\s+/g, '-')
    .replace(/[^\p{L}\p{N}().-]+/gu, '-')
    .replace(/-{2,}/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 100);

/** Lists the members of `E-F` or `A and B`. */
function membersOf(letters: string): string[] {
  const [, first, last] = /^([A-Z])\s*(?:-|–|to|through)\s*([A-Z])$/.exec(letters) ?? [];
  if (first !== undefined && last !== undefined && first < last) {
    const length = last.charCodeAt(0) - first.charCodeAt(0) + 1;
    return Array.from({ length }, (_, i) => String.fromCharCode(first.charCodeAt(0) + i));
  }
  const list = letters.split(/\s*(?:,|&|\band\b)\s*/).filter(part => part !== '');
  return list.length > 1 && list.every(part => /^[A-Z\d]{1,4}$/.test(part)) ? list : [];
}
