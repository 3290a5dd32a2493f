import { type Metadata, type SourceId, sourceOf } from '../contract/sources.ts';
import type { CorpusFile } from './file.ts';
import { parseFrontmatter } from './frontmatter.ts';
import { readMetadata } from './metadata.ts';
import type { Problem } from './problems.ts';

export interface CorpusDocument {
  source: SourceId;
  /** The file, relative to the corpus directory. */
  path: string;
  identifier: string;
  /** Every field of `Source.metadata`, in that order, identifier and source included. */
  metadata: Metadata;
  /** The Markdown after the frontmatter, from its heading on. */
  body: string;
  /** The file as it is stored: the Markdown representation. */
  raw: Buffer;
}

/** Reads one file of the corpus. Pure; all problems of the document come at once. */
export function readDocument(
  file: CorpusFile,
  bytes: Buffer,
): { document: CorpusDocument } | { problems: Problem[] } {
  const { source, path } = file;
  const frontmatter = parseFrontmatter(bytes);
  if ('reason' in frontmatter) return { problems: [{ path, field: null, reason: frontmatter.reason }] };
  const { metadata, problems } = readMetadata(sourceOf(source), path, frontmatter.data);
  if (problems.length > 0) return { problems };
  const identifier = String(metadata.identifier);
  return { document: { source, path, identifier, metadata, body: frontmatter.body, raw: bytes } };
}
