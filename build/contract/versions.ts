import { isDate } from './dates.ts';
import { resourceBody } from './envelope.ts';
import { documentNotFound, invalidParameter, type ApiError, versionNotFound } from './errors.ts';
import { isDated, outerLevel } from './levels.ts';
import { type Params, textParam } from './params.ts';
import { documentPath, documentUrl, REPRESENTATIONS, type Representation } from './paths.ts';
import type { Metadata, RoutedSource } from './sources.ts';

/** Versions of documents: their former texts, and which is in force on a day (build/contract/README.md, Versions). */

/** The last segment of addresses of versions. */
export const VERSIONS = 'versions';

/** An edition of a title, or the issue of a document. */
export interface EditionKey {
  /** The day that the edition is current to, YYYY-MM-DD. */
  day: string;
  /** The release point, or the day. */
  edition: string;
}

/** What is known of the time in which a text is in force. */
export interface VersionFacts {
  /** The day of the first edition with the text. */
  from: string;
  /** The day of the next edition with another text, or without the document; null where there is none. */
  to: string | null;
  /** The first edition with the text. */
  edition: string;
  /** The day of the last edition with the text. */
  last_seen: string;
  /** False for days between the last edition with the text and the next: nobody knows when it changed. */
  certain: boolean;
}

export interface VersionItem extends VersionFacts {
  url: string;
}

/** The edition that a document is taken from, by its metadata; null for an undated document. */
export function editionOf(source: RoutedSource, metadata: Metadata): EditionKey | null {
  const text = (field: string): string | null => {
    const value = metadata[field];
    return typeof value === 'string' && value !== '' ? value : null;
  };
  const day = text(isDated(source) ? outerLevel(source).field : 'currency');
  if (day === null || !isDate(day)) return null;
  return { day, edition: (isDated(source) ? null : text('release_point')) ?? day };
}

export interface DocumentSubject {
  source: RoutedSource;
  identifier: string;
}

/** The folder of a document's versions, relative to the tree: `api/usc/documents/t17/s106/versions`. */
const versionsFolder = ({ source, identifier }: DocumentSubject): string =>
  documentPath(source, identifier, 'json').replace(/json$/, '').slice(0, -1) + `/${VERSIONS}`;

/** The file that lists a document's versions, relative to the tree. */
export const versionsFile = (subject: DocumentSubject): string => `${versionsFolder(subject)}.json`;

/** The file of a former version, relative to the tree. @param name see `versionItems` */
export const versionFile = (
  subject: DocumentSubject,
  name: string,
  representation: FormerRepresentation,
): string => `${versionsFolder(subject)}/${name}${REPRESENTATIONS[representation].extension}`;

/** Plain text of former versions is made of their JSON. */
export type FormerRepresentation = Exclude<Representation, 'text'>;

export const versionUrl = ({ source, identifier }: DocumentSubject, name: string | null): string =>
  name === null ? documentUrl(source, identifier) : `${documentUrl(source, identifier)}?on=${name}`;

/** The name of a version: its first day, and with `~1`, `~2` those that others of the same day have replaced. */
const VERSION_NAME = /^(\d{4}-\d{2}-\d{2})(?:~[1-9]\d{0,3})?$/;

/** @param list newest first */
export const versionsBody = (list: readonly VersionItem[], timestamp: string): string =>
  resourceBody(list, timestamp).json;

/** Reads `on`: a day, or the name of a version. @throws ApiError INVALID_PARAMETER */
export function onParam(params: Params): string | null {
  const text = textParam(params, 'on');
  if (text === null) return null;
  const day = VERSION_NAME.exec(text)?.[1];
  if (day === undefined || !isDate(day)) throw invalidParameter('on', text, 'a date such as 2024-06-30');
  return text;
}

/** @param today YYYY-MM-DD @throws ApiError INVALID_PARAMETER for a day in the future */
export function checkOn(on: string, today: string): void {
  if (on.slice(0, today.length) > today)
    throw invalidParameter('on', on, `a date that is not in the future; today is ${today}`);
}

/** Reads a file of the tree; null for one that is missing. */
type ReadFile = (path: string) => Promise<string | null>;

interface Answer<Data> {
  data: Data;
  meta: { timestamp: string };
}

interface Listed {
  /** The document under its own identifier. */
  subject: DocumentSubject;
  versions: readonly VersionItem[];
  timestamp: string;
  /** Whether the corpus has the document now. */
  isHere: boolean;
}

/** @throws ApiError DOCUMENT_NOT_FOUND */
async function listed(read: ReadFile, subject: DocumentSubject): Promise<Listed> {
  const list = await read(versionsFile(subject));
  if (list !== null) {
    const { data, meta } = JSON.parse(list) as Answer<VersionItem[]>;
    return { subject, versions: data, timestamp: meta.timestamp, isHere: data[0]?.to === null };
  }
  const { source } = subject;
  const own = await read(documentPath(source, subject.identifier, 'json'));
  if (own === null) throw documentNotFound(subject.identifier);
  const { data, meta } = JSON.parse(own) as Answer<{ identifier: string; metadata: Metadata }>;
  // The file of an alias is that of its document.
  if (data.identifier !== subject.identifier) return listed(read, { source, identifier: data.identifier });
  const { timestamp } = meta;
  const { day, edition } = editionOf(source, data.metadata) ?? {
    ...{ day: timestamp.slice(0, 10), edition: timestamp.slice(0, 10) },
  };
  const only = { from: day, to: null, edition, last_seen: day, certain: true, url: versionUrl(subject, null) };
  return { subject, versions: [only], timestamp, isHere: true };
}

/** The list of a document's versions as JSON. @throws ApiError DOCUMENT_NOT_FOUND */
export async function versionsAnswer(read: ReadFile, subject: DocumentSubject): Promise<string> {
  const { versions, timestamp } = await listed(read, subject);
  return versionsBody(versions, timestamp);
}

export interface VersionOnDay extends DocumentSubject {
  facts: VersionFacts;
  /** Null for the text of today, which is the document's own. */
  name: string | null;
}

/** Finds the text in force on a day, or a version by its name. @throws ApiError DOCUMENT_NOT_FOUND, naming the days of the document */
export async function versionOn(read: ReadFile, subject: DocumentSubject, on: string): Promise<VersionOnDay> {
  const { subject: own, versions } = await listed(read, subject);
  const day = on.slice(0, 10);
  const found = on === day ? versions.find(each => isInForce(each, day)) : versions.find(each => nameIn(each) === on);
  if (!found) throw notInForce(own, versions, day);
  const { url: _, ...facts } = found;
  const certain = found.to === null || day <= found.last_seen;
  return { ...own, facts: { ...facts, certain }, name: nameIn(found) };
}

const isInForce = ({ from, to }: VersionItem, day: string): boolean => from <= day && (to === null || day < to);

/** The name of a version, by its address. */
const nameIn = ({ url }: VersionItem): string | null => /\?on=(.+)$/.exec(url)?.[1] ?? null;

function notInForce({ identifier }: DocumentSubject, versions: readonly VersionItem[], day: string): ApiError {
  const next = versions.filter(({ from }) => from > day).at(-1);
  const last = versions.find(({ from }) => from <= day);
  if (!last) return versionNotFound(identifier, day, `The first known version begins on ${next?.from}.`);
  const again = next ? ` It was there again from ${next.from}.` : '';
  return versionNotFound(identifier, day, `It was removed on ${last.to}.${again}`);
}
