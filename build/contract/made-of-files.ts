import { dayListAnswer, type RequestedDayList } from './day-list.ts';
import { eventsAnswer, type RequestedEvents } from './events.ts';
import {
  levelChangesAnswer,
  type RequestedLevelChanges,
  type RequestedTitleVersions,
  titleVersionsAnswer,
} from './level-changes.ts';
import { outlineBelow } from './outline.ts';
import { documentsUrl, pathOf, type ReadFile, structureLevelPath } from './paths.ts';
import { type RequestedReferences, referencesAnswer } from './references.ts';
import type { Requested } from './routing/routes.ts';
import type { RequestedVersions } from './version.ts';
import { versionsAnswer } from './versions.ts';

/** Answers that the shim and the Worker make of files of the tree. */

export type MadeOfFiles =
  | Extract<Requested, { resource: 'level' }>
  | RequestedReferences
  | RequestedVersions
  | RequestedLevelChanges
  | RequestedTitleVersions
  | RequestedEvents
  | RequestedDayList;

const NAMES: readonly Requested['resource'][] = [
  ...(['level', 'references', 'levelreferences', 'versions'] as const),
  ...(['levelchanges', 'levelversions', 'events', 'daylist'] as const),
];

export const isMadeOfFiles = (requested: Requested): requested is MadeOfFiles =>
  NAMES.includes(requested.resource);

/** A file of the tree whose headers apply to such an answer. */
export function fileLike(requested: MadeOfFiles): { path: string; policy: 'list' | 'hierarchy' } {
  const { source } = requested;
  return requested.resource === 'daylist'
    ? { path: pathOf(documentsUrl(source)), policy: 'list' }
    : { path: structureLevelPath(source, requested.identifier), policy: 'hierarchy' };
}

/**
 * @param read reads a file of the tree; null for one that is missing @param today YYYY-MM-DD
 * @returns the answer as JSON @throws ApiError NOT_FOUND, INVALID_PARAMETER for days in the future
 */
export function madeOfFiles(read: ReadFile, requested: MadeOfFiles, today: string): Promise<string> {
  if (requested.resource === 'events') return eventsAnswer(read, requested);
  if (requested.resource === 'daylist') return dayListAnswer(read, requested, today);
  if (requested.resource === 'levelchanges') return levelChangesAnswer(read, requested, today);
  if (requested.resource === 'levelversions') return titleVersionsAnswer(read, requested);
  if (requested.resource === 'level') return outlineBelow(read, requested);
  return requested.resource === 'versions'
    ? versionsAnswer(read, requested)
    : referencesAnswer(read, requested);
}
