import { looseKey } from './loose.ts';

/**
 * Rules for the names of agencies (build/contract/README.md, Agencies). The Federal Register inverts them (`Commerce
 * Department`) or prints them in capitals (`DEPARTMENT OF COMMERCE`). Regulations name an agency with its department behind a
 * comma.
 */

const KINDS =
  'administration|agency|board|bureau|center|commission|committee|corps|council|department|institute|office|service';
/** `Trade Representative, Office of United States` */
const TURNED = new RegExp(`^(.+), ((?:${KINDS}) (?:of|for)(?: the)?(?: united states)?)$`);
/** `Department of the Treasury`: the kind of body is in front. */
const KIND_FIRST = new RegExp(`^(${KINDS}) (?:of|for) (?:the )?(.+)$`);
const NATION = /^(?:the )?(?:united states|u\. ?s\.|us) /;

/** Returns the key that all spellings of a name share: without case, white space and inversion. */
export function agencyKey(name: string): string {
  const plain = looseKey(name.replaceAll('&', ' and ')).replace(TURNED, '$2 $1').replace(NATION, '');
  const [, kind, rest = ''] = KIND_FIRST.exec(plain) ?? [];
  return kind ? `${rest.replace(NATION, '')} ${kind}` : plain;
}

/** `Office of Management and Budget Governmentwide Guidance for Grants`: a chapter named after what its agency issues. */
const ISSUED = /\s+(?:government-?wide\s+)?(?:guidance|regulations)(?:\s+for\s.*)?$/i;

/** Returns the shorter names that find an agency: the text before each of its commas, and before what it issues. */
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

/** Returns the keys of all names that find an agency, the key of its whole name first. */
export const agencyKeys = (name: string): string[] =>
  Array.from(new Set([name, ...shorterNames(name)].map(agencyKey))).filter(key => key !== '');

/** Length of the longest name that is compared. */
const LONGEST = 150;
const MOST = 5;
/** Share of common letter pairs from which two names are close. */
const CLOSE = 0.6;
const SMALL = new Set(['of', 'the', 'and', 'for', 'on', 'in', 'to']);

/** Suggests agencies by initials, else by words, else by spelling. @param names in order of preference */
export function closeAgencies(text: string, names: readonly string[]): string[] {
  const key = agencyKey(text);
  if (key === '' || key.length > LONGEST) return [];
  const letters = looseKey(text).replace(/[^\p{L}\p{N}]/gu, '');
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

/** Tells whether each word begins one of `all`; the shortest words have to be equal. */
const holds = (all: readonly string[], words: readonly string[]): boolean =>
  words.every(word => all.some(other => other === word || (word.length > 3 && other.startsWith(word))));

/** `epa`; for a department `doj`, `dhs`, `hhs`, `usda`: with and without small words, nation and kind. */
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

/** Returns Dice's coefficient: 1 where both have the same pairs. */
function shareOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let common = 0;
  for (const pair of one) if (other.has(pair)) common++;
  return one.size + other.size === 0 ? 0 : (2 * common) / (one.size + other.size);
}
