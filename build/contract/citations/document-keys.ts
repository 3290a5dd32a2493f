import { shorthandOf } from '../identifier.ts';
import { type JournalCitation, type SourceId, sourceOf } from '../sources.ts';
import {
  coveredSections,
  identifierKey,
  numberKey,
  pageKey,
  partAppendixKeys,
  sectionKey,
  withinKey,
} from './keys.ts';

/** Tells whether the first hit is the cited document: engines put another one first where it is missing. */

/** Returns the citation keys (`keys.ts`) in an identifier alone: of sections, ranges and document numbers. */
export function keysOfIdentifier(id: SourceId, identifier: string): string[] {
  const source = sourceOf(id);
  const { citation } = source;
  const shorthand = shorthandOf(source, identifier);
  const keys = [identifierKey(identifier), ...partAppendixKeys(identifier)];
  if (citation?.by === 'page') keys.push(numberKey(citation, shorthand));
  const [, title, section] = /^t(\d+[a-z]*)\/(?:.*\/)?s(.+)$/i.exec(shorthand) ?? [];
  if (citation?.by === 'section' && title && section)
    keys.push(...coveredSections(section).map(each => sectionKey(citation, title, each)));
  return keys;
}

/** Pages of the longest plausible document; more is a slip. */
const MOST_PAGES = 5000;

/** The pages of a document in a journal. */
export interface Pages {
  volume: string;
  first: number;
  last: number;
}

/** Returns the pages that the metadata of a document tell; null for none. */
export function pagesOf(journal: JournalCitation, metadata: Readonly<Record<string, unknown>>): Pages | null {
  const written = metadata[journal.field];
  const [, volume, page] = /^(\d+)\D+([\d,]+)$/.exec(typeof written === 'string' ? written.trim() : '') ?? [];
  if (volume === undefined || page === undefined) return null;
  const first = Number(page.replaceAll(',', ''));
  const further = Math.max(0, Number(metadata[journal.lastPage] ?? 0) - first);
  return { volume, first, last: further <= MOST_PAGES ? first + further : first };
}

/** Returns the keys of a document's pages in a journal, the first page first; none where its metadata lack them. */
export function keysOfPages(journal: JournalCitation, metadata: Readonly<Record<string, unknown>>): string[] {
  const pages = pagesOf(journal, metadata);
  if (pages === null) return [];
  const { volume, first, last } = pages;
  return [
    pageKey(journal, volume, String(first)),
    ...Array.from({ length: last - first }, (_, i) => withinKey(journal, volume, String(first + 1 + i))),
  ];
}
