import { documentUrl } from './paths.ts';
import type { PageHead } from './place-head.ts';
import type { RoutedSource } from './sources.ts';

/** Pages of former texts: the page of a document with a query (build/contract/README.md, Site). */

/** What the query of a document's page asks for: the text of a day, or what changed between two. */
export interface PastQuery {
  /** A day, or the name of a version, unchecked: the API checks it. Null where `from` is there. */
  on: string | null;
  /** The older version of a comparison, likewise. */
  from: string | null;
  /** The newer one; null is today. */
  to: string | null;
}

/** Returns null for the text of today. @param search the query of the address, without its question mark */
export function readPast(search: string): PastQuery | null {
  const params = new URLSearchParams(search);
  const paramOf = (name: string): string | null => params.get(name) || null;
  const from = paramOf('from');
  if (from !== null) return { on: null, from, to: paramOf('to') };
  const on = paramOf('on');
  return on === null ? null : { on, from: null, to: null };
}

const written = (params: Readonly<Record<string, string | null>>): string =>
  Object.entries(params)
    .filter((param): param is [string, string] => param[1] !== null)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');

/** The query of a page, `?on=2019-05-01`, which is also the API's. */
export const pastSearch = ({ on, from, to }: PastQuery): string => `?${written({ on, from, to })}`;

/** The API's answer that a page shows. */
export const pastTarget = (source: RoutedSource, identifier: string, past: PastQuery): string =>
  `${documentUrl(source, identifier)}${past.from === null ? '' : '/diff'}${pastSearch(past)}`;

const wordsOf = ({ on, from, to }: PastQuery): string =>
  on === null ? `changes from ${from} to ${to ?? 'today'}` : `as of ${on}`;

/** The head of a page of the past: that of its document's page, which search engines should show instead. */
export function pastHead(head: PageHead, past: PastQuery): PageHead {
  const { title, canonical } = head;
  return {
    title: `${title} (${wordsOf(past)})`,
    description: null,
    canonical,
    isFormer: true,
    alternates: [],
  };
}
