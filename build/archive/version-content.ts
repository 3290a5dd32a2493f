import { documentBody, timestampOf } from '../contract/envelope.ts';
import { idOf } from '../contract/identifier.ts';
import type { DocumentSubject, VersionFacts } from '../contract/version.ts';
import { type CorpusDocument, readDocument } from '../corpus/document.ts';
import { ArchiveDamage } from './packs.ts';

/** What the files of a former version have. */
export interface VersionContent {
  /** The answer for the first day of the version: a mirror may ask for it. */
  json: string;
  markdown: Buffer;
  timestamp: string;
}

/** @param bytes the corpus file of a version @param day on which it begins @throws ArchiveDamage where it is no document */
export function readVersion(
  { source, identifier }: DocumentSubject,
  bytes: Buffer,
  day: string,
): CorpusDocument {
  const read = readDocument({ source: source.id, path: `${identifier} of ${day}` }, bytes);
  if ('document' in read) return read.document;
  const [problem] = read.problems;
  throw new ArchiveDamage(`${problem?.path} can no longer be read: ${problem?.field} ${problem?.reason}`);
}

/** @param document that `readVersion` gave */
export function versionContent(
  { source, identifier }: DocumentSubject,
  { metadata, body, raw }: CorpusDocument,
  { from, to, edition, last_seen }: Omit<VersionFacts, 'certain'>,
): VersionContent {
  const timestamp = timestampOf(String(metadata.last_updated));
  const document = { id: idOf(identifier), identifier, source: source.id, metadata, body };
  const version = { from, to, edition, last_seen, certain: true };
  const { json } = documentBody(document, timestamp, { version });
  return { json, markdown: raw, timestamp };
}
