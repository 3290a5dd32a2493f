import { naturalKey } from '../../../contract/natural-order.ts';
import { memoized } from '../../text/tokens.ts';

/**
 * Typesense orders a hundred thousand documents by integers in some milliseconds, by texts in some hundred. The place of a
 * document in the natural order is therefore two integers, written by arithmetic coding: each character of its key narrows an interval.
 */

/** Identifiers of all usual forms. Characters that follow each other in these take few bits, all others more. */
const USUAL = `/us/usc/t42/s300aa-10 /us/usc/t5a/pl/95/521/tIV/s401 /us/usc/t5a/pl/95/521/tVI/s5 /us/usc/t5a/pl/95/521/tX/s1
  /us/usc/t28a/courtRules/Civ/rule4.1 /us/usc/t11a/courtRules/Bankr/rule9001 /us/usc/t18a/courtRules/Crim/rule5
  /us/usc/t28a/courtRules/Evid/rule901 /us/usc/t5a/reorgPlan/1951/9 /us/cfr/t40/s52.1-52.10 /us/cfr/t40/s52.10a /us/cfr/t2/p200/appI
  /us/cfr/t33/p97/spA/table1 /us/cfr/t40/p60/spXX/appA-1 /us/cfr/t8/ch1/app1 /us/fr/2018-09910 /us/fr/E8-12345 /us/fr/83/21707`;
const CHARACTERS = 128;
const LAST = '~';
/** How often a usual character comes beside each other one. */
const OFTEN = 200;
const BITS = 53n;

/** The two characters before another one. All digits are alike. */
const contextWith = (context: string, char: string): string =>
  context.slice(-1) + (char >= '0' && char <= '9' ? '0' : char);

/** The identifier orders documents with equal keys. */
export const orderOf = (key: string, identifier: string): string => `${key}\0${identifier}`;

const usual = new Map<string, string>();
for (const identifier of USUAL.split(/\s+/)) {
  let context = '';
  for (const char of orderOf(naturalKey(identifier), identifier)) {
    const known = usual.get(context) ?? '';
    const next = contextWith(context, char);
    if (!known.includes(char)) usual.set(context, known + (next.endsWith('0') ? '0123456789' : char));
    context = next;
  }
}

/** Of the interval of a context the part of the character behind it: where it begins, how wide it is, and how wide the whole is. */
const partOf = memoized(5000, text => {
  const char = text.slice(-1);
  const likely = usual.get(text.slice(0, -1)) ?? '';
  const smaller = Array.from(likely).filter(one => one < char).length;
  const begin = Math.min(char.charCodeAt(0), CHARACTERS - 1) + OFTEN * smaller;
  const wide = likely.includes(char) ? 1 + OFTEN : 1;
  return [begin, wide, CHARACTERS + OFTEN * likely.length].map(BigInt) as [bigint, bigint, bigint];
});

/**
 * @param text see `orderOf`; `naturalKey` for others than identifiers
 * @returns two safe integers. Of texts that differ in their first 20 to 40 characters the greater has the greater ones
 */
export function placeOf(text: string): [number, number] {
  let [low, width, context] = [0n, 1n << (2n * BITS), ''];
  for (const char of text) {
    const [begin, wide, whole] = partOf(context + char);
    low += (width * begin) / whole;
    width = (width * wide) / whole;
    // A character beyond ASCII shares its part with others: nothing behind it tells the order.
    if (width === 0n || char > LAST) break;
    context = contextWith(context, char);
  }
  return [Number(low >> BITS), Number(BigInt.asUintN(Number(BITS), low))];
}
