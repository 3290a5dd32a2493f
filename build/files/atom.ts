import { createHash } from 'node:crypto';
import { escapeXml, XML_DECLARATION } from './xml.ts';

/** Feeds in the form of Atom (RFC 4287). */

export interface Feed {
  /** Identifies the feed for ever, see {@link urnOf}. */
  id: string;
  title: string;
  author: string;
  /** RFC 3339. */
  updated: string;
  /** Addresses of the feed and of its page. */
  self: string;
  page: string;
  entries: readonly FeedEntry[];
}

export interface FeedEntry {
  id: string;
  title: string;
  updated: string;
  published: string;
  link: string;
  /** The entry's source or kind; null where there is none. */
  category: string | null;
  summary: string | null;
}

/** The namespace of URLs (RFC 9562, section 6.6). */
const NAMESPACE = Buffer.from('6ba7b8119dad11d180b400c04fd430c8', 'hex');

/** A URN made from a name, the same wherever the tree is served: a UUID of version 5 (RFC 9562, section 5.5). */
export function urnOf(name: string): string {
  const bytes = createHash('sha1').update(NAMESPACE).update(name).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `urn:uuid:${hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')}`;
}

const element = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`;

const link = (rel: string, href: string): string => `<link rel="${rel}" href="${escapeXml(href)}"/>`;

const entryXml = ({ id, title, updated, published, link: href, category, summary }: FeedEntry): string =>
  [
    '<entry>',
    element('id', id),
    element('title', title),
    element('updated', updated),
    element('published', published),
    link('alternate', href),
    ...(category === null ? [] : [`<category term="${escapeXml(category)}"/>`]),
    ...(summary === null ? [] : [element('summary', summary)]),
    '</entry>\n',
  ].join('');

export const atom = ({ id, title, author, updated, self, page, entries }: Feed): string =>
  [
    `${XML_DECLARATION}<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">\n`,
    [element('id', id), element('title', title), element('updated', updated), link('self', self)].join('\n'),
    `\n${link('alternate', page)}\n<author>${element('name', author)}</author>\n`,
    ...entries.map(entryXml),
    '</feed>\n',
  ].join('');

/** An address in a feed: absolute if the public address is known, else relative to the host. */
export const feedAddress = (path: string, url: string | null): string =>
  url === null ? path : new URL(path.slice(1), url).href;
