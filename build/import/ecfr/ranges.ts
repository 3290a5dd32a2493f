/** More do not fit the head of a document, where they are listed; few ranges have as many. The last is always one of them. */
const MOST_MEMBERS = 1_800;

/** A section's number: of title 1 `51.1`, of 26 `1.103-2`, of 41 `101-1.100`. */
const NUMBER = /^(?:[\dA-Za-z]+-)?[\dA-Za-z]+\.\S+$/;
const BETWEEN = /\s*[—–]\s*|\s+(?:to|through)\s+/;

/** Several sections in one: the number without its signs, and the numbers that it stands for. */
export interface Sections {
  number: string;
  isSeveral: boolean;
  /** Empty where it is one section. */
  members: string[];
}

/** @param written as `N` or a heading has it: `§§ 16.104-16.109`, `§ 120.441-§ 120.447`, `51.1` */
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

/** First and last section of a range; both are of the same part. */
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

/** Both ends, and the numbers between them where only the last differs. */
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
