import { lineOf, type XmlNode } from '../xml/node.ts';

const PLACE = 'https://www.ecfr.gov';

/** The official address of an image. Older files name a server that no longer exists. */
export function graphicOf({ attributes: { src = '' } }: XmlNode): string {
  const address = src.trim();
  const [, file] = /\/graphics\/(.+)$/.exec(address) ?? [];
  if (file !== undefined) return `${PLACE}/graphics/${file}`;
  return /^https?:\/\//.test(address) ? address : `${PLACE}/graphics/${address.replace(/^.*\//, '')}`;
}

const ISSUE = /\b(\d+) FR (\d+)\b/;

/** The Federal Register page of a pending amendment; null if the file does not name it. */
export function issueOf(node: XmlNode): string | null {
  const [, volume, page] = ISSUE.exec(lineOf(node)) ?? [];
  return page === undefined ? null : `https://www.federalregister.gov/citation/${volume}-FR-${page}`;
}
