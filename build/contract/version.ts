import { isDate } from './dates.ts';
import { invalidParameter } from './errors.ts';
import { isDated, outerLevel } from './levels.ts';
import { type Params, textParam } from './params.ts';
import { documentPath, documentUrl, REPRESENTATIONS, type Representation } from './paths.ts';
import type { Metadata, RoutedSource } from './sources.ts';

/** Versions of documents: their former texts (build/contract/README.md, Versions). */

/** The last segment of addresses of versions. */
const VERSIONS = 'versions';

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

/** What is amended of a document: its own words with its heading, status and levels, or only its credits and notes. */
export const AMENDED = ['text', 'notes'] as const;
export type Amended = (typeof AMENDED)[number];

export interface VersionItem extends VersionFacts {
  /** Beside the version before. Null where both read alike, and where there is none. */
  amended: Amended | null;
  /** Identifies the text in the archive, where the tree has no file of it. */
  text_digest?: string;
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

/** The versions of a document. */
export interface RequestedVersions extends DocumentSubject {
  resource: 'versions';
}

export interface DocumentSubject {
  source: RoutedSource;
  identifier: string;
}

/** The folder of a document's versions, relative to the tree: `api/usc/documents/t17/s106/versions`. */
const versionsFolder = ({ source, identifier }: DocumentSubject): string =>
  `${documentPath(source, identifier, 'json').slice(0, -REPRESENTATIONS.json.extension.length)}/${VERSIONS}`;

/** The file that lists a document's versions, relative to the tree. */
export const versionsFile = (subject: DocumentSubject): string => `${versionsFolder(subject)}.json`;

/** The file of a former version, relative to the tree. @param name see `VERSION_NAME` */
export const versionFile = (
  subject: DocumentSubject,
  name: string,
  representation: FormerRepresentation,
): string => `${versionsFolder(subject)}/${name}${REPRESENTATIONS[representation].extension}`;

/** Whether a path is that of a former version, see `versionFile`. */
export const isVersionFile = (path: string): boolean =>
  /\/versions\/\d{4}-\d{2}-\d{2}(?:~\d+)?\.(?:json|md)$/.test(path);

/** Plain text of former versions is made of their JSON. */
export type FormerRepresentation = Exclude<Representation, 'text'>;

export const versionUrl = ({ source, identifier }: DocumentSubject, name: string | null): string =>
  name === null ? documentUrl(source, identifier) : `${documentUrl(source, identifier)}?on=${name}`;

export const versionsUrl = ({ source, identifier }: DocumentSubject): string =>
  `${documentUrl(source, identifier)}/${VERSIONS}`;

/** The name of a version: its first day, and with `~1`, `~2` those that ended on it. */
export const VERSION_NAME = /^(\d{4}-\d{2}-\d{2})(?:~[1-9]\d{0,3})?$/;

/** Reads `on` or another parameter of its kind: a day, or the name of a version. @throws ApiError INVALID_PARAMETER */
export function onParam(params: Params, name = 'on'): string | null {
  const text = textParam(params, name);
  if (text === null) return null;
  const day = VERSION_NAME.exec(text)?.[1];
  if (day === undefined || !isDate(day)) throw invalidParameter(name, text, 'a date such as 2024-06-30');
  return text;
}

/** @param today YYYY-MM-DD @throws ApiError INVALID_PARAMETER for a day in the future */
export function checkOn(on: string, today: string, name = 'on'): void {
  if (on.slice(0, today.length) > today)
    throw invalidParameter(name, on, `a date that is not in the future; today is ${today}`);
}
