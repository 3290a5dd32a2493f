import { isDate } from '../../contract/dates.ts';
import { daysIn, inOrder } from '../dates.ts';
import { elementsOf, lineOf, type XmlNode } from '../xml/node.ts';

const ACT = /^\/us\/act\/(\d{4}-\d{2}-\d{2})(?:\/|$)/;

/**
 * The days in a source credit, those of its acts included, the earliest first: the marked days, or the written ones if none is
 * marked.
 */
export function daysOfCredit(credit: XmlNode): string[] {
  const marked = [...elementsOf(credit)].flatMap(({ name, attributes }) => {
    const day = name === 'date' ? attributes.date : ACT.exec(attributes.href ?? '')?.[1];
    return day !== undefined && isDate(day) ? [day] : [];
  });
  return inOrder(marked.length > 0 ? marked : daysIn(lineOf(credit)));
}

/** The laws that a source credit refers to, in its order: `/us/pl/94/553`, `/us/stat/90/2541`. */
export const lawsOfCredit = (credit: XmlNode): string[] => [
  ...new Set(
    [...elementsOf(credit)].flatMap(({ name, attributes: { href } }) =>
      name === 'ref' && href?.startsWith('/us/') ? [href] : [],
    ),
  ),
];
