import { shorthandOf } from '../identifier.ts';
import { type JournalCitation, type SourceId, sourceOf } from '../sources.ts';
import { coveredSections, identifierKey, numberKey, pageKey, sectionKey } from './citation.ts';

/**
 * Whether what a search puts first is what its query cites. Engines put a cited document first, but where there is none they put
 * another there.
 */

/** The citation keys (`citation.ts`) that an identifier alone tells: sections, also of ranges, and document numbers. */
export function keysOfIdentifier(id: SourceId, identifier: string): string[] {
  const source = sourceOf(id);
  const { citation } = source;
  const shorthand = shorthandOf(source, identifier);
  const keys = [identifierKey(identifier)];
  if (citation?.by === 'page') keys.push(numberKey(citation, shorthand));
  const [, title, section] = /^t(\d+[a-z]*)\/(?:.*\/)?s(.+)$/i.exec(shorthand) ?? [];
  if (citation?.by === 'section' && title && section)
    keys.push(...coveredSections(section).map(each => sectionKey(citation, title, each)));
  return keys;
}

/** The key of a page in a journal. @param written the metadata field of the citation @returns null where it holds none */
export function keyOfPage(citation: JournalCitation, written: unknown): string | null {
  const [, volume, page] = /^(\d+)\D+([\d,]+)$/.exec(typeof written === 'string' ? written.trim() : '') ?? [];
  return volume !== undefined && page !== undefined ? pageKey(citation, volume, page) : null;
}
