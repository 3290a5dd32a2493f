import type { Random } from '../../helpers/random.ts';
import type { Topic } from './topic.ts';
import { wordOf } from './vocabulary.ts';

/** The place of a document, which decides what it cites. */
export interface Home {
  source: 'usc' | 'ecfr' | 'fr';
  title: number;
  /** About how many sections the title has. */
  sections: number;
  /** Its number in the title. */
  section: number;
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Small numbers are cited most. */
const small = (random: Random, most: number): number => 1 + Math.floor(random.next() ** 3 * most);

/** Most sections that are cited stand close by. */
function nearby(random: Random, { section, sections }: Home): number {
  const away = Math.round((random.next() - 0.5) ** 3 * 8 * Math.min(sections, 400));
  return Math.min(Math.max(1, section + away), sections);
}

const MONTHS = [
  'Jan.',
  'Feb.',
  'Mar.',
  'Apr.',
  'May',
  'June',
  'July',
  'Aug.',
  'Sept.',
  'Oct.',
  'Nov.',
  'Dec.',
];

/** As notes and credits have it: "Pub. L. 94–553, title I, § 101, Oct. 19, 1976, 90 Stat. 2546". */
export function publicLaw(random: Random): string {
  const congress = 85 + random.below(33);
  const year = 1957 + (congress - 85) * 2 + random.below(2);
  const title = random.chance(0.3) ? ` title ${random.pick(['I', 'II', 'III', 'IV', 'V'])},` : '';
  const day = `${random.pick(MONTHS)} ${1 + random.below(28)}, ${year}`;
  return `Pub. L. ${congress}–${small(random, 500)},${title} § ${small(random, 1200)}, ${day}, ${congress - 14} Stat. ${small(random, 4800)}`;
}

/** One citation as texts of this source have them. */
export function citation(random: Random, home: Home): string {
  const kind = random.next();
  const ownTitle = home.source === 'usc' ? 0.6 : home.source === 'ecfr' ? 0.55 : 0;
  if (kind < ownTitle) return ofOwnTitle(random, home);
  if (kind < 0.72) return ofCode(random);
  if (kind < 0.9) return ofRegulations(random);
  return `${60 + random.below(30)} FR ${1000 + random.below(78_000)}`;
}

function ofOwnTitle(random: Random, home: Home): string {
  const section = nearby(random, home);
  if (home.source === 'usc')
    return random.chance(0.7) ? `section ${section} of this title` : `section ${section}`;
  return `§ ${ecfrNumber(section)}${random.chance(0.4) ? `(${random.pick(['a', 'b', 'c'])})` : ''}`;
}

/** Sections of a part, before its number goes up. */
export const SECTIONS_OF_PART = 14;

/** The n-th section of an eCFR title, from 1 on. */
export const ecfrNumber = (n: number): string =>
  `${1 + Math.floor((n - 1) / SECTIONS_OF_PART)}.${1 + ((n - 1) % SECTIONS_OF_PART)}`;

function ofCode(random: Random): string {
  const title = 1 + random.below(54);
  const section = small(random, 9000);
  if (random.chance(0.2)) return `section ${section} of title ${title}`;
  return `${title} U.S.C. ${random.chance(0.3) ? '§ ' : ''}${section}${random.chance(0.3) ? `(${random.pick(['a', 'b', 'c'])})` : ''}`;
}

function ofRegulations(random: Random): string {
  const part = small(random, 1800);
  const title = 1 + random.below(50);
  return random.chance(0.5)
    ? `${title} CFR part ${part}`
    : `${title} CFR ${part}.${small(random, SECTIONS_OF_PART)}`;
}

/** "Harbor Survey Act (42 U.S.C. 4321 et seq.)": what the law is called by. */
export const namedAct = (random: Random, topic: Topic): string =>
  `${names(random, topic, 2 + random.below(2)).join(' ')} Act (${1 + random.below(54)} U.S.C. ${small(random, 9000)} et seq.)`;

/** "Office of Harbor Lights (OHL)": an abbreviation where it is spelt out. */
export function abbreviation(random: Random, topic: Topic): string {
  const words = names(random, topic, 2 + random.below(3));
  return `${words.join(' ')} (${words.map(word => word.charAt(0)).join('')})`;
}

const names = (random: Random, topic: Topic, count: number): string[] =>
  Array.from({ length: count }, () => capital(wordOf(topic.name(random))));
