import type { Random } from '../helpers/random.ts';
import type { FloodSearch } from './flood-client.ts';

/** Searches of one flood. */
export const SEARCHES = 2000;
/** Below the limit of anonymous clients: what is measured is not the rate limit. */
const SEARCHES_OF_AN_ADDRESS = 50;

const COMMON =
  `the of to and in or a for be by that this is as any section shall on with not title under such from at act
  states united which may an are if other no has been code date amended agency part`.split(/\s+/);
/** What people ask for. */
export const USUAL = [
  'notice',
  'copyright owner',
  '17 USC 106',
  'shall be',
  '"united states"',
  'agency',
  'lamp',
  'in this title',
];

const PAIRS =
  'of.the to.the in.the of.this by.the for.the and.the of.a with.the pub.l shall.be this.section u.s on.the to.be';
/** The slowest of thousands that were generated, and what was slow once. Each is cut at 500 characters. */
export const WORST: Readonly<Record<string, string>> = {
  'phrases of frequent words': PAIRS,
  'phrases, words, a beginning': `${PAIRS.split(' ').slice(0, 9).join(' ')} the of in to a and or con`,
  'frequent words': COMMON.join(' '),
  'single letters': [...'abcdefghijklmnopqrstuvwxyz0123456789'].join(' '),
  'spellings of one phrase': [...'.-,/+=;:?!@#$%^&*~|_']
    .map(sign => `of${sign}the u${sign}s${sign}c`)
    .join(' ')
    .repeat(3),
  'one long phrase': 'a.'.repeat(250),
  exclusions: `the of ${PAIRS.split(' ')
    .map(pair => `-"${pair.replace('.', ' ')}"`)
    .join(' ')}`,
  citations: Array.from({ length: 60 }, (_, i) => `12 cfr ${1000 + i}`).join(' '),
};

/** Each another long query of frequent words and phrases; half of them from many addresses, half with a key. */
export function searchesOf(round: number, key: string, random: Random): FloodSearch[] {
  return Array.from({ length: SEARCHES }, (_, i) => {
    const words = Array.from({ length: 40 }, () => random.pick([' ', ' ', '.']) + random.pick(COMMON)).join(
      '',
    );
    const path = `/api/search?q=${encodeURIComponent(`${i} ${words}`)}&limit=100&facets=source,agency,publication_date`;
    const address = 1 + Math.floor(i / 2 / SEARCHES_OF_AN_ADDRESS);
    return i % 2 === 0
      ? { path, from: `127.0.${round}.${address}`, key: null }
      : { path, from: '127.0.0.1', key };
  });
}
