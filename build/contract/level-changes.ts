import { resourceBody, timestampOf } from './envelope.ts';
import { invalidParameter, levelHistoryNotFound, levelNotFound } from './errors.ts';
import { LIST_LIMIT } from './page-sizes.ts';
import { dateParam, type Params } from './params.ts';
import { documentUrl, type ReadFile, structureLevelPath, structureLevelUrl } from './paths.ts';
import { parseSlice, type Slice } from './query.ts';
import type { RoutedSource } from './sources.ts';
import {
  type DocumentHistory,
  type HeldRun,
  historyPath,
  isInForce,
  isInLevel,
  readHistory,
  storedHistory,
  type TitleHistory,
} from './title-history.ts';
import { type Amended, checkOn } from './version.ts';

/** What changed in a level between two days (build/contract/README.md, Changes of a level). */

export interface RequestedLevelChanges {
  resource: 'levelchanges';
  source: RoutedSource;
  identifier: string;
  /** Days; `to` is null for today. */
  from: string;
  to: string | null;
  page: Slice;
}

export interface RequestedTitleVersions {
  resource: 'levelversions';
  source: RoutedSource;
  identifier: string;
}

export const LEVEL_CHANGES = ['added', 'amended', 'renumbered', 'removed'] as const;
export type ChangeKind = (typeof LEVEL_CHANGES)[number];

export interface LevelChange {
  change: ChangeKind;
  /** Null for other changes. */
  amended: Amended | null;
  identifier: string;
  display_title: string;
  /** The day of the first edition with the change. */
  date: string;
  /** The days with which the texts before and after begin; null where there is none. */
  from_version: string | null;
  to_version: string | null;
  /** The former identifier of a renumbered document. */
  was: string | null;
  /** Null where one of the texts is missing or another document's. */
  diff_url: string | null;
}

/** @throws ApiError INVALID_PARAMETER */
export function readLevelChanges(
  source: RoutedSource,
  identifier: string,
  params: Params,
): RequestedLevelChanges {
  const from = dateParam(params, 'from');
  if (from === null) throw invalidParameter('from', '', 'a date such as 2024-06-30');
  const to = dateParam(params, 'to');
  if (to !== null && to < from) throw invalidParameter('to', to, `a date that is not before ${from}`);
  return { resource: 'levelchanges', source, identifier, from, to, page: parseSlice(params, LIST_LIMIT) };
}

/**
 * Answers from the file of a title.
 *
 * @param today YYYY-MM-DD
 * @returns the answer as JSON @throws ApiError NOT_FOUND, INVALID_PARAMETER for days in the future
 */
export async function levelChangesAnswer(
  read: ReadFile,
  requested: RequestedLevelChanges,
  today: string,
): Promise<string> {
  const { source, identifier, from, page } = requested;
  const to = requested.to ?? today;
  checkOn(from, today, 'from');
  checkOn(to, today, 'to');
  const { history, timestamp } = await historyOf(read, requested);
  const all = history ? changesIn(source, history, requested.identifier, from, to) : [];
  const counts = Object.fromEntries(
    LEVEL_CHANGES.map(kind => [kind, all.filter(({ change }) => change === kind).length]),
  );
  const { limit, offset } = page;
  const changes = all.slice(offset, offset + limit);
  const has_more = offset + limit < all.length;
  const query = `changes?from=${from}&to=${to}&limit=${limit}&offset=${offset + limit}`;
  const next = has_more ? `${structureLevelUrl(source, identifier)}/${query}` : null;
  const known = { from: history?.from ?? null, to: history?.to ?? null };
  const data = { identifier, from, to, known, counts, changes };
  return resourceBody(data, timestamp, { total: all.length, limit, offset, has_more, next }).json;
}

/** All documents that a title of an unusual name ever had, from the file that such titles share. @throws ApiError NOT_FOUND */
export async function titleVersionsAnswer(
  read: ReadFile,
  { source, identifier }: RequestedTitleVersions,
): Promise<string> {
  const file = await read(historyPath(source, identifier));
  const shared = file === null ? null : readHistory(file, true);
  const documents =
    shared?.documents.filter(({ runs }) => runs.some(run => isInLevel(run, identifier))) ?? [];
  if (!shared || documents.length === 0) {
    const level = await read(structureLevelPath(source, identifier));
    throw level === null ? levelNotFound(identifier) : levelHistoryNotFound(identifier);
  }
  const { from, to } = shared;
  return resourceBody(storedHistory({ from, to, documents }), timestampOf(to)).json;
}

/** @throws ApiError NOT_FOUND for a level that is in no edition */
async function historyOf(
  read: ReadFile,
  { source, identifier }: RequestedLevelChanges,
): Promise<{ history: TitleHistory | null; timestamp: string }> {
  const file = await read(historyPath(source, identifier));
  const history = file === null ? null : readHistory(file, false);
  const isFormer = history?.documents.some(({ runs }) => runs.some(run => isInLevel(run, identifier)));
  const level = isFormer ? null : await read(structureLevelPath(source, identifier));
  if (!isFormer && level === null) throw levelNotFound(identifier);
  if (history) return { history, timestamp: timestampOf(history.to) };
  const { meta } = JSON.parse(level as string) as { meta: { timestamp: string } };
  return { history, timestamp: meta.timestamp };
}

/** All changes after a day and until another, in the order of the law; those of one document in the order of their days. */
function changesIn(
  source: RoutedSource,
  { documents }: TitleHistory,
  level: string,
  from: string,
  to: string,
): LevelChange[] {
  const byIdentifier = new Map(documents.map(document => [document.identifier, document]));
  const steps = documents.flatMap(document => stepsOf(document));
  const renumbered = new Set(
    steps.flatMap(({ after }) => (after.text?.was ? `${after.from} ${after.text.was}` : [])),
  );
  /** The former text of a renumbered document may have been in another level. */
  const formerIn = ({ after }: Step): boolean =>
    byIdentifier
      .get(after.text?.was ?? '')
      ?.runs.filter(run => run.from < after.from)
      .slice(-1)
      .some(run => isInLevel(run, level)) ?? false;
  return steps
    .filter(
      step =>
        step.after.from > from &&
        step.after.from <= to &&
        (isInLevel(step.before, level) || isInLevel(step.after, level) || formerIn(step)) &&
        // Told by the document that has its text.
        !renumbered.has(`${step.after.from} ${step.identifier}`),
    )
    .map(step => {
      const was = step.after.text?.was ?? null;
      return was === null ? changeOf(source, step) : renumberedOf(step, was, byIdentifier.get(was));
    });
}

/** Two neighboring times of a document. */
interface Step {
  identifier: string;
  before: HeldRun;
  after: HeldRun;
}

const stepsOf = ({ identifier, runs }: DocumentHistory): Step[] =>
  runs.slice(1).map((after, i) => ({ identifier, before: runs[i] as HeldRun, after }));

function changeOf(source: RoutedSource, { identifier, before, after }: Step): LevelChange {
  const [hadText, hasText] = [before.text !== null, after.text !== null];
  const change = kindOf(before, after);
  return {
    change,
    amended: change === 'amended' ? (after.text?.isNewInNotes ? 'notes' : 'text') : null,
    identifier,
    display_title: (after.text ?? before.text)?.display_title ?? identifier,
    date: after.from,
    from_version: hadText ? before.from : null,
    to_version: hasText ? after.from : null,
    was: null,
    diff_url:
      hadText && hasText
        ? `${documentUrl(source, identifier)}/diff?from=${before.from}&to=${after.from}`
        : null,
  };
}

/** A text that is repealed or reserved is as good as none. */
export function kindOf(
  { text: before }: HeldRun,
  { text: after }: HeldRun,
): Exclude<ChangeKind, 'renumbered'> {
  if (before === null) return 'added';
  if (after === null) return 'removed';
  if (isInForce(before) === isInForce(after)) return 'amended';
  return isInForce(after) ? 'added' : 'removed';
}

function renumberedOf(
  { identifier, after }: Step,
  was: string,
  former: DocumentHistory | undefined,
): LevelChange {
  const before = former?.runs.filter(run => run.from < after.from).slice(-1)[0];
  return {
    change: 'renumbered',
    amended: null,
    identifier,
    display_title: after.text?.display_title ?? identifier,
    date: after.from,
    from_version: before?.text ? before.from : null,
    to_version: after.from,
    was,
    diff_url: null,
  };
}
