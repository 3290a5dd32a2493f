import type { Outline } from '../schema.ts';
import { commentsDay, effectiveDay, filingDay } from './dates.ts';
import type { Pages, Preamble } from './fields.ts';
import type { ListedDocument } from './metadata.ts';

/** Folder of documents without a known day of publication. */
const UNDATED = 'fr/undated';

export const folderOf = (day: string | null): string =>
  day ? `fr/${day.slice(0, 4)}/${day.slice(5, 7)}` : UNDATED;

/** The known facts of a document. */
export interface Known {
  kind: string;
  number: string;
  preamble: Preamble;
  /** The words of the line about its filing. */
  filed: string;
  /** The day of publication. */
  day: string | null;
  volume: number | null;
  pages: Pages | null;
  listed: ListedDocument | undefined;
}

export function outlineOf({ kind, number, preamble, filed, day, volume, pages, listed }: Known): Outline {
  const identifier = `/us/fr/${number}`;
  const title = preamble.title || listed?.title || `Document ${number}`;
  const agencies = listed && listed.agencies.length > 0 ? listed.agencies : preamble.agencies;
  const start = listed?.startPage ?? pages?.start ?? null;
  const inVolume = listed?.volume ?? volume;
  return {
    identifier,
    path: [number],
    frontmatter: {
      identifier,
      source: 'fr',
      legal_status: 'authoritative_unofficial',
      title,
      title_number: 0,
      title_name: 'Federal Register',
      section_number: number,
      section_name: title,
      positive_law: false,
      currency: day,
      last_updated: day ?? filingDay(filed),
      document_number: number,
      document_type: kind,
      publication_date: day,
      agency: agencies[0] ?? null,
      agencies,
      fr_citation: listed?.citation ?? (inVolume && start ? `${inVolume} FR ${start}` : null),
      fr_volume: inVolume,
      start_page: start,
      end_page: listed?.endPage ?? pages?.end ?? null,
      effective_date: listed ? listed.effectiveDate : effectiveDay(preamble.dates),
      comments_close_date: listed ? listed.commentsDate : commentsDay(preamble.dates),
      fr_action: preamble.action || listed?.action || null,
      docket_ids: preamble.docketIds.length > 0 ? preamble.docketIds : (listed?.docketIds ?? []),
      cfr_references:
        preamble.cfrReferences.length > 0 ? preamble.cfrReferences : (listed?.cfrReferences ?? []),
      rin: (preamble.rins.length > 0 ? preamble.rins : (listed?.rins ?? [])).join(', ') || null,
    },
  };
}
