import { type Metadata, type SourceId, sourceOf } from '../contract/sources.ts';
import { readAliases } from './aliases.ts';
import type { CorpusFile } from './file.ts';
import { parseFrontmatter } from './frontmatter.ts';
import { readMetadata } from './metadata.ts';
import type { Problem } from './problems.ts';

export interface CorpusDocument {
  source: SourceId;
  path: string;
  identifier: string;
  /** Every field of `Source.metadata`, in that order, identifier and source included. */
  metadata: Metadata;
  /** Other identifiers that lead to this document. Lists do not name them. */
  aliases: readonly string[];
  body: string;
  raw: Buffer;
}

/** Reads one file of the corpus. Pure. Returns all problems of the document at once. */
export function readDocument(
  file: CorpusFile,
  bytes: Buffer,
): { document: CorpusDocument } | { problems: Problem[] } {
  const { source, path } = file;
  const frontmatter = parseFrontmatter(bytes);
  if ('reason' in frontmatter) return { problems: [{ path, field: null, reason: frontmatter.reason }] };
  const { metadata, problems } = readMetadata(sourceOf(source), path, frontmatter.data);
  const identifier = String(metadata.identifier);
  const named = readAliases(sourceOf(source), path, frontmatter.data, identifier);
  const all = [...problems, ...named.problems];
  if (all.length > 0) return { problems: all };
  const { aliases } = named;
  return { document: { source, path, identifier, metadata, aliases, body: frontmatter.body, raw: bytes } };
}
