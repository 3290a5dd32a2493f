import { Refusal, UsageError } from '../common/command-line.ts';
import { isDated } from '../contract/levels.ts';
import type { Metadata, Source } from '../contract/sources.ts';
import { type EditionKey, editionOf } from '../contract/version.ts';
import { RELEASE_POINTS } from '../corpus/release-points.ts';

/**
 * The edition of a document in the archive: the day that is given, except for documents of issues, which have their own; else what its
 * metadata tell: a release point tells its day.
 *
 * @param asOf YYYY-MM-DD, or null @returns null where nothing tells it
 */
export function archivedEdition(source: Source, metadata: Metadata, asOf: string | null): EditionKey | null {
  const own = editionOf(source, metadata);
  if (own && isDated(source)) return own;
  if (asOf !== null) return { day: asOf, edition: asOf };
  if (own) return own;
  const point = String(metadata.release_point);
  const day = RELEASE_POINTS.get(point);
  return day === undefined ? null : { day, edition: point };
}

/** Documents that are to enter an archive tell no day, and none was given. Nothing was kept. */
export class UndatedDocuments extends UsageError {
  /** @param files undated documents or inputs, at least one */
  constructor(files: readonly string[]) {
    super(undatedText(files));
  }
}

/** What is new would be entered as of a day that nobody told. Tree and archive are as they were. */
export class UntoldDay extends Refusal {}

const undatedText = ([first, ...others]: readonly string[]): string =>
  `Nothing tells the day to which ${first}${others.length > 0 ? ` and ${others.length} more are` : ' is'} current: say --as-of DATE.`;
