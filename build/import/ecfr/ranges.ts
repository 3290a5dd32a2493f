/**
 * The head of a document, which lists the members, has no room for more. Few ranges have as many. The last member is always
 * listed.
 */
const MOST_MEMBERS = 1_800;

/** A section's number: `51.1` in title 1, `1.103-2` in title 26, `101-1.100` in title 41. */
const NUMBER = /^(?:[\dA-Za-z]+-)?[\dA-Za-z]+\.\S+$/;
const BETWEEN = /\s*[—–]\s*|\s+(?:to|through)\s+/;

/** Several sections in one unit: the number without its signs, and the numbers of the members. */
export interface Sections {
  number: string;
  isSeveral: boolean;
  /** Empty for a single section. */
  members: string[];
}

/** @param written as in `N` or a heading: `§§ 16.104-16.109`, `§ 120.441-§ 120.447`, `51.1` */
export function sectionsOf(written: string): Sections {
  const bare = written.replace(/§+\s*/g, '').replace(/\s+/g, ' ').trim();
  const parts = bare.split(/\s*(?:,|;|&|\band\b)\s*/).filter(part => part !== '');
  const members = parts.flatMap(part => {
    const ends = endsOf(part);
    return ends === null ? [part] : between(...ends);
  });
  const isSeveral = members.length > 1;
  return { number: bare, isSeveral, members: isSeveral ? members : [] };
}

/** Returns the first and last section of a range; both are of the same part. */
function endsOf(text: string): [string, string] | null {
  const [first, last, ...more] = text.split(BETWEEN);
  if (last !== undefined) return more.length === 0 && isPair(first!, last) ? [first!, last] : null;
  for (let at = text.indexOf('-'); at >= 0; at = text.indexOf('-', at + 1)) {
    const [left, right] = [text.slice(0, at), text.slice(at + 1)];
    if (isPair(left, right)) return [left, right];
  }
  return null;
}

const partOf = (number: string): string => number.slice(0, number.indexOf('.'));

const isPair = (first: string, last: string): boolean =>
  NUMBER.test(first) && NUMBER.test(last) && partOf(first) === partOf(last);

const COUNTED = /^(.*?)(\d+)$/;

/** Returns both ends, and the numbers between them if only the last component differs. */
function between(first: string, last: string): string[] {
  const [, base, start] = COUNTED.exec(first) ?? [];
  const [, other, end] = COUNTED.exec(last) ?? [];
  if (base === undefined || base !== other) return [first, last];
  const members: string[] = [];
  for (let number = Number(start); number < Number(end) && members.length < MOST_MEMBERS; number++) {
    members.push(base + number);
  }
  return [...members, last];
}
