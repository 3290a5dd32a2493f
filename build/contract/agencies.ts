import { looseKey } from './loose.ts';

/**
 * The names of agencies (build/contract/README.md, Agencies). The Federal Register turns them around (`Commerce Department`), or
 * heads its documents in capitals (`DEPARTMENT OF COMMERCE`); regulations name an agency with its department behind a comma.
 */

const KINDS =
  'administration|agency|board|bureau|center|commission|committee|corps|council|department|institute|office|service';
/** `Trade Representative, Office of United States` */
const TURNED = new RegExp(`^(.+), ((?:${KINDS}) (?:of|for)(?: the)?(?: united states)?)$`);
/** `Department of the Treasury`: what kind of body it is stands in front. */
const KIND_FIRST = new RegExp(`^(${KINDS}) (?:of|for) (?:the )?(.+)$`);
const NATION = /^(?:the )?(?:united states|u\. ?s\.|us) /;

/** What all spellings of an agency's name have in common: case, white space and what the name is turned around to do not count. */
export function agencyKey(name: string): string {
  const plain = looseKey(name.replaceAll('&', ' and ')).replace(TURNED, '$2 $1').replace(NATION, '');
  const [, kind, rest = ''] = KIND_FIRST.exec(plain) ?? [];
  return kind ? `${rest.replace(NATION, '')} ${kind}` : plain;
}

/** `Office of Management and Budget Governmentwide Guidance for Grants`: a chapter is named after what its agency issues. */
const ISSUED = /\s+(?:government-?wide\s+)?(?:guidance|regulations)(?:\s+for\s.*)?$/i;

/** Names by which an agency is found beside its whole name: what stands before each of its commas, and before what it issues. */
export function shorterNames(name: string): string[] {
  if (TURNED.test(looseKey(name))) return [];
  const pieces = name.split(',');
  const shorter = pieces.slice(1).map((_, i) =>
    pieces
      .slice(0, i + 1)
      .join(',')
      .trim(),
  );
  const issuer = name.replace(ISSUED, '');
  return issuer === name ? shorter : [...shorter, issuer];
}

/** The keys of all names by which an agency is found, that of its whole name first. */
export const agencyKeys = (name: string): string[] =>
  Array.from(new Set([name, ...shorterNames(name)].map(agencyKey))).filter(key => key !== '');

/** A longer name is nobody's. */
const LONGEST = 150;
const MOST = 5;
/** Share of pairs of letters from which on two names are close. */
const CLOSE = 0.6;
const SMALL = new Set(['of', 'the', 'and', 'for', 'on', 'in', 'to']);

/**
 * The agencies that may be meant by a name that none has: those whose initials it is, or else begins, or else those that hold all
 * of its words, or else those that are written nearly so.
 * @param names in which the first of equal ones stand first
 */
export function closeAgencies(asked: string, names: readonly string[]): string[] {
  const key = agencyKey(asked);
  if (key === '' || key.length > LONGEST) return [];
  const letters = looseKey(asked).replace(/[^\p{L}\p{N}]/gu, '');
  const words = wordsOf(key);
  const pairs = pairsOf(key);
  const best = [
    (name: string) => (letters.length > 1 && initialsOf(name).includes(letters) ? 1 : 0),
    (name: string) =>
      letters.length > 2 && initialsOf(name).some(initials => initials.startsWith(letters)) ? 1 : 0,
    (name: string) => (words.length > 0 && holds(wordsOf(agencyKey(name)), words) ? 1 : 0),
    (name: string) => {
      const share = shareOf(pairs, pairsOf(agencyKey(name)));
      return share >= CLOSE ? share : 0;
    },
  ];
  for (const closeness of best) {
    const close = names
      .map(name => ({ name, share: closeness(name) }))
      .filter(({ share }) => share > 0)
      .sort((a, b) => b.share - a.share);
    if (close.length > 0) return close.slice(0, MOST).map(({ name }) => name);
  }
  return [];
}

const allWordsOf = (text: string): string[] => looseKey(text).match(/[\p{L}\p{N}]+/gu) ?? [];
const wordsOf = (text: string): string[] => allWordsOf(text).filter(word => !SMALL.has(word));

/** A word may be the beginning of one, but for the shortest. */
const holds = (all: readonly string[], words: readonly string[]): boolean =>
  words.every(word => all.some(other => other === word || (word.length > 3 && other.startsWith(word))));

/** `epa`; of a department `doj`, `dhs`, `hhs`, `usda`, too: with small words and without, with the nation and without what kind of body it is. */
function initialsOf(name: string): string[] {
  const [, rest = '', kind] = new RegExp(`^(.+) (${KINDS})$`).exec(agencyKey(name)) ?? [];
  const spelled = kind ? [name, `${kind} of ${rest}`, `${rest} ${kind}`, rest] : [name];
  const initials = spelled.flatMap(text =>
    [allWordsOf(text), wordsOf(text)].map(words => words.map(word => word.charAt(0)).join('')),
  );
  return [...initials, ...initials.map(letters => `us${letters}`)].filter(({ length }) => length > 1);
}

const pairsOf = (text: string): Set<string> =>
  new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, i) => text.slice(i, i + 2)));

/** Dice's coefficient: 1 where both have the same pairs. */
function shareOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let common = 0;
  for (const pair of one) if (other.has(pair)) common++;
  return one.size + other.size === 0 ? 0 : (2 * common) / (one.size + other.size);
}
