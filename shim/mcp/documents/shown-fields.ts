import { APPENDIX, isAppendix, outerLabel } from '../../../build/contract/document-levels.ts';
import type { Document } from '../../../build/contract/envelope.ts';
import { shorthandOf } from '../../../build/contract/identifier.ts';
import {
  type CodeCitation,
  type Metadata,
  type SourceId,
  sourceOf,
} from '../../../build/contract/sources.ts';
import { webPathOf } from '../../../build/contract/web-path.ts';
import { clippedText } from '../bounds.ts';

export interface Shown {
  identifier: string;
  source: SourceId;
  heading: string;
  /** The usual legal citation; null for documents without one. */
  citation: string | null;
  status: string | null;
  publication_date?: string;
  /** The address of its page, relative to the server. */
  url: string;
}

const LONGEST_HEADING = 500;

/** @param document its metadata may be only those of a listing */
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

/** Begins with the title for other documents: `2 CFR Part 200 Appendix II`, `18 USC App. Rule 11`. */
const citationInTitle = (title: string, { abbreviation }: CodeCitation): string | null =>
  new RegExp(`^\\d+ ${abbreviation} (?!${APPENDIX} (?:-|§)|§).*?(?= - |$)`).exec(title)?.[0] ?? null;

/** `17 USC § 106`, `5 USC App. § 1`, `1 CFR § 1.1`, `83 FR 21707`. */
export function citationOf(id: SourceId, identifier: string, metadata: Metadata = {}): string | null {
  const source = sourceOf(id);
  const { citation } = source;
  const shorthand = shorthandOf(source, identifier);
  if (citation?.by === 'section') {
    const label = outerLabel({ source: id, identifier, metadata }) ?? '';
    // Sections of an appendix are within their law: `t5a/pl/95/521/tIV/s407`.
    const section = (isAppendix(label) ? /\/s([^/]+)$/ : /^t\d+\/s([^/]+)$/).exec(shorthand)?.[1];
    if (section === undefined) return citationInTitle(String(metadata.display_title ?? ''), citation);
    const code = `${Number.parseInt(label, 10)} ${citation.abbreviation}${isAppendix(label) ? ` ${APPENDIX}` : ''}`;
    // A sign at the beginning (`§§`) marks several sections.
    const [sign = '', number = ''] = section.startsWith('§')
      ? ['§§', section.replace(/^§+\s*/, '')]
      : ['§', section];
    return `${code} ${sign} ${number}`;
  }
  if (citation?.by !== 'page') return null;
  const cited = metadata[citation.field];
  return typeof cited === 'string' && cited !== '' ? cited : `${citation.abbreviation} Doc. ${shorthand}`;
}
