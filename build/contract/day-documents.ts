import type { Document } from './envelope.ts';
import { documentPath, type ReadFile } from './paths.ts';
import { checkOn, type DocumentSubject, type VersionFacts, versionFile } from './version.ts';
import { versionOn } from './versions.ts';

/** Documents as of a day, and parts of documents, which the shim and the Worker make of files of the tree. */

/** The files of a text: a document's own, or those of a former version. */
export interface TextFiles {
  json: string;
  markdown: string;
  /** What is known of the version; null where the text of today is asked for. */
  version: VersionFacts | null;
}

/**
 * Finds the text in force on a day, or a version by its name.
 *
 * @param on null: the text of today @param today YYYY-MM-DD
 * @throws ApiError DOCUMENT_NOT_FOUND, and INVALID_PARAMETER for a day in the future
 */
export async function textFilesOn(
  read: ReadFile,
  subject: DocumentSubject,
  on: string | null,
  today: string,
): Promise<TextFiles> {
  if (on === null) return currentFiles(subject, null);
  checkOn(on, today);
  const version = await versionOn(read, subject, on);
  const { name, facts } = version;
  if (name === null) return currentFiles(version, facts);
  return {
    json: versionFile(version, name, 'json'),
    markdown: versionFile(version, name, 'markdown'),
    version: facts,
  };
}

const currentFiles = ({ source, identifier }: DocumentSubject, version: VersionFacts | null): TextFiles => ({
  json: documentPath(source, identifier, 'json'),
  markdown: documentPath(source, identifier, 'markdown'),
  version,
});

const ALWAYS = ['identifier', 'source'];

/** @param projection `metadata` is all metadata, `body` the body, any other name a metadata field */
export function project(document: Document, projection: readonly string[]): Document {
  const { body, metadata, ...rest } = document;
  const wanted = new Set([...projection, ...ALWAYS]);
  const selected = wanted.has('metadata')
    ? metadata
    : Object.fromEntries(Object.entries(metadata).filter(([field]) => wanted.has(field)));
  const projected: Document = { ...rest, metadata: selected };
  if (wanted.has('body') && body !== undefined) projected.body = body;
  return projected;
}
