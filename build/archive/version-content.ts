import { documentBody, timestampOf } from '../contract/envelope.ts';
import { idOf } from '../contract/identifier.ts';
import type { DocumentSubject, VersionFacts } from '../contract/version.ts';
import { readDocument } from '../corpus/document.ts';
import { ArchiveDamage } from './packs.ts';

/** What the files of a former version have. */
export interface VersionContent {
  /** The answer for the first day of the version: a mirror may ask for it. */
  json: string;
  markdown: Buffer;
  /** Its `last_updated`. */
  date: string;
  timestamp: string;
}

/** @param bytes the corpus file of the version @throws ArchiveDamage where it is no document */
export function versionContent(
  { source, identifier }: DocumentSubject,
  bytes: Buffer,
  { from, to, edition, last_seen }: Omit<VersionFacts, 'certain'>,
): VersionContent {
  const read = readDocument({ source: source.id, path: `${identifier} of ${from}` }, bytes);
  if (!('document' in read)) {
    const [problem] = read.problems;
    throw new ArchiveDamage(`${problem?.path} can no longer be read: ${problem?.field} ${problem?.reason}`);
  }
  const { metadata, body, raw } = read.document;
  const date = String(metadata.last_updated);
  const timestamp = timestampOf(date);
  const document = { id: idOf(identifier), identifier, source: source.id, metadata, body };
  const version = { from, to, edition, last_seen, certain: true };
  return { json: documentBody(document, timestamp, { version }).json, markdown: raw, date, timestamp };
}
