import type { RequestedDiff } from '../contract/diff-request.ts';
import { resourceBody } from '../contract/envelope.ts';
import { documentNotFound, versionsTooLarge } from '../contract/errors.ts';
import { documentPath, HTML_TYPE, REPRESENTATIONS, type ReadFile } from '../contract/paths.ts';
import type { Metadata } from '../contract/sources.ts';
import { checkOn, type VersionFacts, versionFile } from '../contract/version.ts';
import { versionOn } from '../contract/versions.ts';
import { diffOf } from './diff.ts';
import { diffHtml, diffMarkdown } from './render.ts';

/** Answers with the differences of two versions (build/contract/README.md, Differences). */

interface ReadVersion {
  facts: VersionFacts;
  metadata: Metadata;
  body: string;
  timestamp: string;
}

/** Two versions to be compared, which may go to another thread. */
export interface ReadDiff {
  identifier: string;
  format: RequestedDiff['format'];
  old: ReadVersion;
  next: ReadVersion;
}

/** Larger versions are not compared. In code units. */
const MOST_TEXT = 6 << 20;

export interface DiffAnswer {
  text: string;
  contentType: string;
}

/**
 * @param read reads a file of the tree; null for one that is missing
 * @param today YYYY-MM-DD
 * @throws ApiError DOCUMENT_NOT_FOUND, INVALID_PARAMETER for days in the future, 503 for versions that are too large
 */
export const diffAnswer = async (
  read: ReadFile,
  requested: RequestedDiff,
  today: string,
): Promise<DiffAnswer> => madeDiff(await readDiff(read, requested, today));

/** Reads what `madeDiff` compares. Parameters and errors are those of `diffAnswer`. */
export async function readDiff(read: ReadFile, requested: RequestedDiff, today: string): Promise<ReadDiff> {
  const days = [requested.from, requested.to ?? today];
  for (const [i, day] of days.entries()) checkOn(day, today, i === 0 ? 'from' : 'to');
  const { read: old } = await readVersion(read, requested, days[0] as string);
  const { identifier, read: next } = await readVersion(read, requested, days[1] as string);
  if (Math.max(old.body.length, next.body.length) > MOST_TEXT) throw versionsTooLarge();
  return { identifier, format: requested.format, old, next };
}

export function madeDiff({ identifier, format, old, next }: ReadDiff): DiffAnswer {
  const diff = diffOf(old, next);
  const timestamp = old.timestamp > next.timestamp ? old.timestamp : next.timestamp;
  if (format === 'markdown')
    return { text: diffMarkdown(diff), contentType: REPRESENTATIONS.markdown.contentType };
  if (format === 'html')
    return {
      text: diffHtml(diff, `${titleOf(next, identifier)}: ${old.facts.from} to ${next.facts.from}`),
      contentType: HTML_TYPE,
    };
  const data = { identifier, from: old.facts, to: next.facts, ...diff };
  return { text: resourceBody(data, timestamp).json, contentType: REPRESENTATIONS.json.contentType };
}

async function readVersion(
  read: ReadFile,
  requested: RequestedDiff,
  day: string,
): Promise<{ identifier: string; read: ReadVersion }> {
  const version = await versionOn(read, requested, day);
  const { source, identifier, name, facts } = version;
  const text = await read(
    name === null ? documentPath(source, identifier, 'json') : versionFile(version, name, 'json'),
  );
  if (text === null) throw documentNotFound(identifier);
  const { data, meta } = JSON.parse(text) as {
    data: { metadata: Metadata; body: string };
    meta: { timestamp: string };
  };
  const { metadata, body } = data;
  return { identifier, read: { facts, metadata, body, timestamp: meta.timestamp } };
}

const titleOf = ({ metadata }: ReadVersion, identifier: string): string =>
  typeof metadata.display_title === 'string' ? metadata.display_title : identifier;
