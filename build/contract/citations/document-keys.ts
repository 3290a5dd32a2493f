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

/**
 * Whether what a search puts first is what its query cites. Engines put a cited document first, but where there is none they put
 * another there.
 */

/** The citation keys (`keys.ts`) that an identifier alone tells: sections, also of ranges, and document numbers. */
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

/** More pages than these no document has: it would be a slip. */
const MOST_PAGES = 5000;

/** The keys of the pages of a document in a journal, that of its first page first. @returns none where its metadata tell none */
export function keysOfPages(journal: JournalCitation, metadata: Readonly<Record<string, unknown>>): string[] {
  const written = metadata[journal.field];
  const [, volume, page] = /^(\d+)\D+([\d,]+)$/.exec(typeof written === 'string' ? written.trim() : '') ?? [];
  if (volume === undefined || page === undefined) return [];
  const first = Number(page.replaceAll(',', ''));
  const further = Math.max(0, Number(metadata[journal.lastPage] ?? 0) - first);
  return [
    pageKey(journal, volume, page),
    ...Array.from({ length: further <= MOST_PAGES ? further : 0 }, (_, i) =>
      withinKey(journal, volume, String(first + 1 + i)),
    ),
  ];
}
