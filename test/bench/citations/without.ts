import type { Random } from '../../helpers/random.ts';

/** Paragraphs with numbers of all kinds, none of which is a citation. */

const WORDS =
  'the keeper of a lamp shall record oil and wick at each watch before noon if tides permit no boat may land without notice from harbor office under rules that govern pilots buoys fog signals stores wages and repairs in any district or port when the inspector so orders'.split(
    ' ',
  );

const upTo = (random: Random, most: number): number => 1 + random.below(most);
const digits = (random: Random, count: number): string =>
  Array.from({ length: count }, () => random.below(10)).join('');
const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** What stands in federal texts and looks most like citations. */
const NUMBERS: readonly ((random: Random) => string)[] = [
  random => `${random.pick(MONTHS)} ${upTo(random, 28)}, ${1900 + random.below(130)}`,
  random => `${upTo(random, 12)}/${upTo(random, 28)}/${1990 + random.below(40)}`,
  random => `${1990 + random.below(30)}-${String(random.below(100)).padStart(2, '0')}`,
  random => `${1990 + random.below(20)}–${2010 + random.below(20)}`,
  random => `$${upTo(random, 999)},${digits(random, 3)}.${digits(random, 2)}`,
  random => `${upTo(random, 99)}.${digits(random, 2)} percent`,
  random => `(${digits(random, 3)}) ${digits(random, 3)}–${digits(random, 4)}`,
  random => `${digits(random, 3)}-${digits(random, 4)}`,
  random => `1-800-${digits(random, 3)}-${digits(random, 4)}`,
  random => `Washington, DC ${digits(random, 5)}-${digits(random, 4)}`,
  random => `${upTo(random, 999)} Front Street, Room ${digits(random, 4)}`,
  random => `${upTo(random, 12)}:${digits(random, 2)} a.m. and ${upTo(random, 12)} p.m.`,
  random => `${upTo(random, 90)}°${upTo(random, 59)}′ N, ${upTo(random, 90)}.${digits(random, 4)} W`,
  random => `section ${upTo(random, 400)}(${random.pick(['a', 'b', 'c'])})(${upTo(random, 9)}) of this Act`,
  random => `§ ${upTo(random, 400)}.${upTo(random, 99)}`,
  random => `part ${upTo(random, 400)}, subpart ${random.pick(['A', 'B', 'C'])}`,
  random => `title ${upTo(random, 50)}`,
  random => `paragraphs ${upTo(random, 9)} through ${upTo(random, 40)}`,
  random => `Table ${upTo(random, 9)} and Figure ${upTo(random, 9)}`,
  random =>
    `Docket No. ${random.pick(['EPA-HQ-OAR', 'FAA', 'USCG'])}-${2000 + random.below(25)}-${digits(random, 4)}`,
  random => `RIN ${digits(random, 4)}-A${random.pick(['A', 'B', 'C'])}${digits(random, 2)}`,
  random => `OMB Control Number ${digits(random, 4)}-${digits(random, 4)}`,
  random => `Release No. 34-${digits(random, 5)}`,
  random => `Order No. ${digits(random, 4)}, G.O. ${digits(random, 5)}`,
  random => `${upTo(random, 99)} F.3d ${upTo(random, 999)} (${1990 + random.below(30)})`,
  random => `${upTo(random, 500)} U.S. ${upTo(random, 999)}, ${upTo(random, 999)}`,
  random => `H.R. ${digits(random, 4)}, S. ${digits(random, 3)}`,
  random => `${upTo(random, 99)} C, ${upTo(random, 99)} F and ${upTo(random, 9)} FT`,
  random => `${upTo(random, 30)} US dollars for ${upTo(random, 30)} friends`,
  random => `${upTo(random, 99)} to ${upTo(random, 99)}, ${upTo(random, 99)} and ${upTo(random, 99)}`,
  random => `CAS ${digits(random, 4)}-${digits(random, 2)}-${digits(random, 1)}`,
  random => `N${digits(random, 5)}, serial numbers ${digits(random, 4)} through ${digits(random, 4)}`,
];

export function paragraph(random: Random): string {
  const pieces = Array.from({ length: 6 + random.below(10) }, () => {
    const words = Array.from({ length: 2 + random.below(6) }, () => random.pick(WORDS)).join(' ');
    return `${words} ${random.pick(NUMBERS)(random)}${random.pick(['', ',', ';', '.', ' and'])}`;
  });
  return [...pieces.join(' ')].slice(0, 500).join('');
}
