import { resourceBody } from './envelope.ts';
import {
  type ApiError,
  documentNotFound,
  noSuchVersion,
  versionNotFound,
  versionNotKnown,
} from './errors.ts';
import { documentPath, type ReadFile } from './paths.ts';
import type { Metadata } from './sources.ts';
import {
  type DocumentSubject,
  editionOf,
  type VersionFacts,
  type VersionItem,
  versionsFile,
  versionsUrl,
  versionUrl,
} from './version.ts';

/** Lists of versions, and the version that is in force on a day. */

/** @param list newest first */
export const versionsBody = (list: readonly VersionItem[], timestamp: string): string =>
  resourceBody(list, timestamp).json;

interface Answer<Data> {
  data: Data;
  meta: { timestamp: string };
}

interface Listed {
  /** The document under its own identifier. */
  subject: DocumentSubject;
  versions: readonly VersionItem[];
  timestamp: string;
}

/** @throws ApiError DOCUMENT_NOT_FOUND */
async function listed(read: ReadFile, subject: DocumentSubject): Promise<Listed> {
  const list = await read(versionsFile(subject));
  if (list !== null) {
    const { data, meta } = JSON.parse(list) as Answer<VersionItem[]>;
    return { subject, versions: data, timestamp: meta.timestamp };
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
  const only = {
    from: day,
    to: null,
    edition,
    last_seen: day,
    ...{ certain: true, amended: null },
    url: versionUrl(subject, null),
  };
  return { subject, versions: [only], timestamp };
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
  const found =
    on === day
      ? versions.find(each => isInForce(each, day))
      : versions.find(each => versionName(each) === on);
  if (!found) throw on === day ? notInForce(own, versions, day) : unknownName(own, on);
  const { url: _, text_digest: __, amended: ___, ...facts } = found;
  const certain = found.to === null || day <= found.last_seen;
  return { ...own, facts: { ...facts, certain }, name: versionName(found) };
}

const isInForce = ({ from, to }: VersionItem, day: string): boolean =>
  from <= day && (to === null || day < to);

/** The name of a version, by its address; null for the text of today. */
export const versionName = ({ url }: Pick<VersionItem, 'url'>): string | null =>
  /\?on=(.+)$/.exec(url)?.[1] ?? null;

/** A name is of a text: that there is none tells nothing of the law of its day. */
const unknownName = (subject: DocumentSubject, name: string): ApiError =>
  noSuchVersion(subject.identifier, name, versionsUrl(subject));

function notInForce(
  { identifier }: DocumentSubject,
  versions: readonly VersionItem[],
  day: string,
): ApiError {
  const next = versions.filter(({ from }) => from > day).at(-1);
  const last = versions.find(({ from }) => from <= day);
  if (!last) return versionNotKnown(identifier, day, next?.from ?? '');
  const again = next ? ` It was there again from ${next.from}.` : '';
  return versionNotFound(identifier, day, `It was removed on ${last.to}.${again}`);
}
