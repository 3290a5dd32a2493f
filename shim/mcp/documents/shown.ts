import type { Document } from '../../../build/contract/envelope.ts';
import { shorthandOf } from '../../../build/contract/identifier.ts';
import { type Metadata, type SourceId, sourceOf } from '../../../build/contract/sources.ts';
import { webPathOf } from '../../../build/contract/web-path.ts';
import { clippedText } from '../bounds.ts';

/** What of a document every answer shows. */
export interface Shown {
  identifier: string;
  source: SourceId;
  heading: string;
  /** As lawyers cite it; null where it is not cited. */
  citation: string | null;
  status: string | null;
  publication_date?: string;
  /** Of its page, relative to the server. */
  url: string;
}

const LONGEST_HEADING = 500;

/** @param document of which metadata may hold the fields of a listing only */
export function shownOf(document: Pick<Document, 'source' | 'identifier' | 'metadata'>): Shown {
  const { source, identifier, metadata } = document;
  const { display_title, status, publication_date } = metadata;
  return {
    identifier,
    source,
    heading: clippedText(String(display_title ?? identifier), LONGEST_HEADING),
    citation: citationOf(source, identifier, metadata),
    status: typeof status === 'string' ? status : null,
    ...(typeof publication_date === 'string' && { publication_date }),
    url: webPathOf(document),
  };
}

/** `17 USC § 106`, `5 USC App. § 1`, `1 CFR § 1.1`, `83 FR 21707`. */
export function citationOf(id: SourceId, identifier: string, metadata: Metadata = {}): string | null {
  const source = sourceOf(id);
  const { citation } = source;
  const shorthand = shorthandOf(source, identifier);
  if (citation?.by === 'section') {
    const [, title, appendix, section] = /^t(\d+)(a?)\/s([^/]+)$/.exec(shorthand) ?? [];
    if (!title || !section) return null;
    return `${title} ${citation.abbreviation} ${appendix ? 'App. ' : ''}§ ${section.replace(/^§+\s*/, '')}`;
  }
  if (citation?.by !== 'page') return null;
  const cited = metadata[citation.field];
  return typeof cited === 'string' && cited !== '' ? cited : `${citation.abbreviation} Doc. ${shorthand}`;
}
