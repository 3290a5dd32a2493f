import { lineOf, type XmlNode } from '../xml/node.ts';

/** Base address of published pages of the Federal Register. */
const CITATIONS = 'https://www.federalregister.gov/citation/';

const OF_REGISTER = /^\/us\/fr\/(\d+)\/(\d+)$/;
const OF_CODE = /^\/us\/(?:usc|cfr)\/t\d+[a-z]?(?:\/[\w.-]+)*?\/(?:s|p|ch)([\w.-]+)(?:\/[\w.-]+)*$/;
const OF_LAW = /^\/us\/(?:pl|stat)\/\d+\/\d+(?:\/[\w.-]+)*$/;

/**
 * Returns the destination of a reference. A program guessed the addresses: some have blanks or `NaN`, and § 478.25a is
 * `s478.25`. An address in a code is taken only if its number is in the words.
 */
export function linkOf(node: XmlNode): string | null {
  const address = (node.attributes.href ?? '').replace(/\s+/g, '').replace(/[\u2010-\u2015]/g, '-');
  const [, volume, page] = OF_REGISTER.exec(address) ?? [];
  if (page !== undefined) return `${CITATIONS}${volume}-FR-${page}`;
  if (OF_LAW.test(address)) return address;
  const number = OF_CODE.exec(address)?.[1];
  if (number === undefined) return null;
  const words = lineOf(node).replace(/[\u2010-\u2015]/g, '-');
  const at = words.indexOf(number);
  const isWhole =
    at >= 0 && !/[\w.-]$/.test(words.slice(0, at)) && !/^(?:\w|[.-]\w)/.test(words.slice(at + number.length));
  return isWhole ? address : null;
}
