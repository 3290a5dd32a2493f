import type { RequestedDiff } from '../contract/diff-request.ts';
import { resourceBody } from '../contract/envelope.ts';
import { documentNotFound, versionsTooLarge } from '../contract/errors.ts';
import { documentPath, HTML_TYPE, REPRESENTATIONS, type ReadFile } from '../contract/paths.ts';
import type { Metadata } from '../contract/sources.ts';
import { checkOn, type VersionFacts, versionFile } from '../contract/version.ts';
import { type VersionOnDay, versionOn } from '../contract/versions.ts';
import { diffOf } from './diff.ts';
import { diffHtml, diffMarkdown } from './render.ts';

/** Answers with the differences of two versions (build/contract/README.md, Differences). */

interface ReadVersion {
  version: VersionOnDay;
  metadata: Metadata;
  body: string;
  timestamp: string;
}

/** Larger versions are not compared: it would take more than a second. In code units. */
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
export async function diffAnswer(
  read: ReadFile,
  requested: RequestedDiff,
  today: string,
): Promise<DiffAnswer> {
  const days = [requested.from, requested.to ?? today];
  for (const [i, day] of days.entries()) checkOn(day, today, i === 0 ? 'from' : 'to');
  const [old, next] = [
    await readVersion(read, requested, days[0] as string),
    await readVersion(read, requested, days[1] as string),
  ];
  if (Math.max(old.body.length, next.body.length) > MOST_TEXT) throw versionsTooLarge();
  const diff = diffOf(old, next);
  const timestamp = old.timestamp > next.timestamp ? old.timestamp : next.timestamp;
  const { identifier } = next.version;
  if (requested.format === 'markdown')
    return { text: diffMarkdown(diff), contentType: REPRESENTATIONS.markdown.contentType };
  if (requested.format === 'html')
    return {
      text: diffHtml(diff, `${titleOf(next, identifier)}: ${spanOf(old, next)}`),
      contentType: HTML_TYPE,
    };
  const data = { identifier, from: old.version.facts, to: next.version.facts, ...diff };
  return { text: resourceBody(data, timestamp).json, contentType: REPRESENTATIONS.json.contentType };
}

async function readVersion(read: ReadFile, requested: RequestedDiff, day: string): Promise<ReadVersion> {
  const version = await versionOn(read, requested, day);
  const { source, identifier, name } = version;
  const text = await read(
    name === null ? documentPath(source, identifier, 'json') : versionFile(version, name, 'json'),
  );
  if (text === null) throw documentNotFound(identifier);
  const { data, meta } = JSON.parse(text) as {
    data: { metadata: Metadata; body: string };
    meta: { timestamp: string };
  };
  return { version, ...data, timestamp: meta.timestamp };
}

const titleOf = ({ metadata }: ReadVersion, identifier: string): string =>
  typeof metadata.display_title === 'string' ? metadata.display_title : identifier;

const spanOf = (old: ReadVersion, next: ReadVersion): string => {
  const days = [old.version.facts, next.version.facts].map(({ from }: VersionFacts) => from);
  return `${days[0]} to ${days[1]}`;
};
