import { isDate } from '../../contract/dates.ts';
import { lastWrittenDay } from '../dates.ts';
import { elementsOf, lineOf, type XmlNode } from '../xml/node.ts';

const ACT = /^\/us\/act\/(\d{4}-\d{2}-\d{2})(?:\/|$)/;

/** The last of the days that a source credit names, its acts' included; where none is marked the last that it writes. */
export function lastDay(credit: XmlNode): string | null {
  let last: string | null = null;
  for (const { name, attributes } of elementsOf(credit)) {
    const day = name === 'date' ? attributes.date : ACT.exec(attributes.href ?? '')?.[1];
    if (day !== undefined && (last === null || day > last) && isDate(day)) last = day;
  }
  return last ?? lastWrittenDay([lineOf(credit)]);
}
