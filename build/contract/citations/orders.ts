import { allMatches } from '../match-at.ts';
import { SECTION } from './grammar.ts';
import { alone, type Found, reading } from './readings.ts';
import { pinpointOf } from './sibling-paragraphs.ts';

/** Executive orders, which documents of the Federal Register hold: `Exec. Order No. 12,866`, `section 6(a) of E.O. 12866`. */

const NUMBER = String.raw`(?:\d{2},\d{3}|\d{5})`;
const SIGN = `(?:§{1,2}|${SECTION}) ?`;
const PARAGRAPHS = String.raw`\d{1,2}(?:\([a-z0-9]{1,5}\)){0,5}`;
const NAME = String.raw`(?:exec(?:utive|\.)? ?orders?|e\.? ?o\.?s?)(?: ?nos?\.?)? ?`;
const ORDERS = alone(
  String.raw`(?:${SIGN}(?<before>${PARAGRAPHS}),? of )?${NAME}(?<numbers>${NUMBER}(?:(?:,? (?:and|or|&) |, )${NUMBER}(?!,? (?:f\.?r|fed))){0,20})(?:,? ${SIGN}(?<after>${PARAGRAPHS}))?`,
);
/** What all of them have, and few other texts. */
const WORDS = /(?:order|o\.?)s? ?(?:nos?\.? ?)?\d/i;

export function* ordersIn(text: string): Iterable<Found> {
  if (!WORDS.test(text)) return;
  for (const match of allMatches(ORDERS, text)) {
    const { numbers = '', before, after } = match.groups ?? {};
    const section = before ?? after ?? '';
    const pinpoint = section === '' ? [] : [/^\d+/.exec(section)![0], ...pinpointOf(section)];
    const from = match.index + match[0].lastIndexOf(numbers);
    const items = Array.from(numbers.matchAll(new RegExp(NUMBER, 'g')));
    for (const [i, { index, 0: number }] of items.entries()) {
      const isLast = i === items.length - 1;
      yield {
        at: i === 0 ? match.index : from + index,
        end: isLast ? match.index + match[0].length : from + index + number.length,
        isCertain: true,
        readings: [
          reading('order', [orderIdentifier(number)], {
            pinpoint: isLast || before !== undefined ? pinpoint : [],
          }),
        ],
      };
    }
  }
}

/** The identifier of an order that the corpus does not hold. */
const orderIdentifier = (number: string): string => `/us/eo/${number.replace(',', '')}`;

/** The name by which catalogs know the document with an order; null for other identifiers. */
export const orderName = (identifier: string): string | null => {
  const [, number] = /^\/us\/eo\/(\d+)$/.exec(identifier) ?? [];
  return number === undefined ? null : `executive order ${number}`;
};

const GIVEN = /^\W*Executive Order (?:No\. )?(\d{2},?\d{3}) of /m;
/** The line stands above the heading. */
const REACH = 1_000;

/** The name of the order that a document of the journal holds; null for none. */
export function orderGiven(body: string): string | null {
  const [, number] = GIVEN.exec(body.slice(0, REACH)) ?? [];
  return number === undefined ? null : orderName(orderIdentifier(number));
}
