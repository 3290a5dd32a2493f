import { type Metadata, type SourceId, sourceOf } from '../contract/sources.ts';
import { readAliases } from './aliases.ts';
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
  /** Other identifiers by which it is reached; it is in no list by them. */
  aliases: readonly string[];
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
  const identifier = String(metadata.identifier);
  const named = readAliases(sourceOf(source), path, frontmatter.data, identifier);
  const all = [...problems, ...named.problems];
  if (all.length > 0) return { problems: all };
  const { aliases } = named;
  return { document: { source, path, identifier, metadata, aliases, body: frontmatter.body, raw: bytes } };
}
