import type { SearchCitation } from './search.ts';
import type { Metadata, SourceId } from './sources.ts';
import type { VersionFacts } from './version.ts';

/** The response envelope (build/contract/README.md, Envelope). This module alone makes bodies. */

/** Makes a timestamp from the content, never from the clock: equal content gives equal bytes. */
export const timestampOf = (date: string | null): string => `${date ?? '1970-01-01'}T00:00:00.000Z`;

export interface Pagination {
  total: number | null;
  limit: number;
  offset: number;
  has_more: boolean;
  next: string | null;
}

export interface Document {
  id: string;
  identifier: string;
  source: SourceId;
  metadata: Metadata;
  body?: string;
}

/** A response body and its date, which also dates its file. */
export interface Body {
  json: string;
  timestamp: string;
}

/** build/contract/README.md, Versioning. */
export const API_VERSION = 'v1';
export const FORMAT_VERSION = '1.0';

/** Further facts about the query. Undefined and null are left out. */
export interface Remarks {
  citation?: SearchCitation | null;
  did_you_mean?: DidYouMean | null;
  /** The labels of the paragraph that the answer has in place of the whole document. */
  pinpoint?: readonly string[] | null;
  /** The time in which the answer's text is in force. */
  version?: VersionFacts | null;
}

/** Suggested values by parameter. */
export type DidYouMean = Readonly<Record<string, readonly string[]>>;

function meta(timestamp: string, isDocuments: boolean, remarks: Remarks = {}): string {
  const versions = `"api_version":"${API_VERSION}"${isDocuments ? `,"format_version":"${FORMAT_VERSION}"` : ''}`;
  const { citation, did_you_mean, pinpoint, version } = remarks;
  const more =
    (citation ? `,"citation":${JSON.stringify(citation)}` : '') +
    (did_you_mean ? `,"did_you_mean":${JSON.stringify(did_you_mean)}` : '') +
    (pinpoint ? `,"pinpoint":${JSON.stringify(pinpoint)}` : '') +
    (version ? `,"version":${JSON.stringify(version)}` : '');
  return `{${versions},"timestamp":"${timestamp}"${more}}`;
}

const META = ',"meta":';

export const documentBody = (document: Document, timestamp: string, remarks?: Remarks): Body => ({
  json: `{"data":${JSON.stringify(document)}${META}${meta(timestamp, true, remarks)}}`,
  timestamp,
});

/** Puts other remarks into a document's body. The document, which is nearly all of it, is not parsed. @param json that `documentBody` gave */
export function withRemarks(json: string, remarks: Remarks): string {
  const end = json.lastIndexOf(META);
  const { timestamp } = JSON.parse(json.slice(end + META.length, -1)) as { timestamp: string };
  return `${json.slice(0, end)}${META}${meta(timestamp, true, remarks)}}`;
}

/** Returns what stands before and after the items of a list. */
export const listEnds = (
  timestamp: string,
  pagination: Pagination,
  remarks?: Remarks,
): readonly [before: string, after: string] => [
  '{"data":[',
  `],"meta":${meta(timestamp, true, remarks)},"pagination":${JSON.stringify(pagination)}}`,
];

/** @param items listing items, each serialised */
export function listBody(
  items: readonly string[],
  timestamp: string,
  pagination: Pagination,
  remarks?: Remarks,
): Body {
  const [before, after] = listEnds(timestamp, pagination, remarks);
  return { json: before + items.join(',') + after, timestamp };
}

/** Wraps hierarchy, sources and stats; a month of fr also has pages. */
export const resourceBody = (data: unknown, timestamp: string, pagination?: Pagination): Body =>
  serialisedBody(JSON.stringify(data), timestamp, pagination);

/** As `resourceBody`. @param data serialised */
export const serialisedBody = (data: string, timestamp: string, pagination?: Pagination): Body => {
  const [before, after] = resourceEnds(timestamp, pagination);
  return { json: before + data + after, timestamp };
};

/** Returns what stands before and after the data of a resource. */
export const resourceEnds = (
  timestamp: string,
  pagination?: Pagination,
): readonly [before: string, after: string] => {
  const page = pagination ? `,"pagination":${JSON.stringify(pagination)}` : '';
  return ['{"data":', `,"meta":${meta(timestamp, false)}${page}}`];
};

/** @param items changes, each serialised @param about further fields of `meta` */
export const changesBody = (
  items: readonly string[],
  about: Readonly<Record<string, unknown>>,
  timestamp: string,
): Body => ({
  json: `{"data":[${items.map(item => `\n${item}`).join(',')}\n],"meta":${JSON.stringify({ api_version: API_VERSION, timestamp, ...about })}}\n`,
  timestamp,
});

/** Wraps serialised hits and facets; the pagination has no `next` (build/contract/README.md, Envelope and Search). */
export function searchBody(
  found: { hits: string; facets: string; total: number },
  query: { q: string; limit: number; offset: number },
  milliseconds: number,
  timestamp: string,
  remarks?: Remarks,
): Body {
  const { hits, facets, total } = found;
  const { q, limit, offset } = query;
  const data = `{"hits":${hits},"query":${JSON.stringify(q)},"processing_time_ms":${milliseconds},"estimated_total_hits":${total}}`;
  const pagination: Omit<Pagination, 'next'> = { total, limit, offset, has_more: offset + limit < total };
  return {
    json: `{"data":${data},"facets":${facets},"meta":${meta(timestamp, false, remarks)},"pagination":${JSON.stringify(pagination)}}`,
    timestamp,
  };
}
