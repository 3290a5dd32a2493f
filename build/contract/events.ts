import {
  type EventKind,
  effectiveEvents,
  formerCredit,
  lawEvents,
  MOST_EVENTS,
  pageEvents,
  removalEvent,
} from './credit-events.ts';
import { resourceBody } from './envelope.ts';
import { documentNotFound } from './errors.ts';
import { isDated } from './levels.ts';
import { documentPath, type ReadFile } from './paths.ts';
import { type Held, issueEvents, issuesOf, type Told, textOf } from './rule-events.ts';
import { sourceOf } from './sources.ts';
import { type DocumentSubject, type VersionItem, versionFile } from './version.ts';
import { versionsAnswer } from './versions.ts';

/** What the law itself tells of the history of a document (build/contract/README.md, Events). */

export interface RequestedEvents extends DocumentSubject {
  resource: 'events';
}

/** An item of the answer. */
export interface LawEvent {
  date: string | null;
  kind: EventKind;
  /** A public law, or a page of the Statutes at Large. */
  law: string | null;
  /** The document of the Federal Register. */
  document: string | null;
  citation: string;
  /** What it is an event of: the document, or the level above it that the document of the Federal Register amends or names. */
  identifier: string;
  in_archive: boolean;
}

/** @returns the answer as JSON @throws ApiError DOCUMENT_NOT_FOUND */
export async function eventsAnswer(read: ReadFile, requested: RequestedEvents): Promise<string> {
  const list = JSON.parse(await versionsAnswer(read, requested)) as {
    data: VersionItem[];
    meta: { timestamp: string };
  };
  const document = await newestText(read, requested, list.data);
  const issues = await issuesOf(read, document);
  const events = [...writtenIn(document), ...issues.events].slice(0, MOST_EVENTS).map((event): LawEvent => {
    const { date, kind, law, page, citation, identifier = document.identifier } = event;
    const named = page === null ? undefined : issues.byPage.get(page);
    const in_archive = date !== null && isArchived(date, list.data);
    return { date, kind, law, document: event.document ?? named ?? null, citation, identifier, in_archive };
  });
  return resourceBody(inOrder(withoutRepeats(events)), list.meta.timestamp).json;
}

/** The text of today, or the last one of a document that is gone. @throws ApiError DOCUMENT_NOT_FOUND */
async function newestText(
  read: ReadFile,
  subject: RequestedEvents,
  versions: readonly VersionItem[],
): Promise<Held> {
  const own = await read(documentPath(subject.source, subject.identifier, 'json'));
  const name = /\?on=(.+)$/.exec(versions[0]?.url ?? '')?.[1];
  const text = own ?? (name === undefined ? null : await read(versionFile(subject, name, 'json')));
  if (text === null) throw documentNotFound(subject.identifier);
  return (JSON.parse(text) as { data: Held }).data;
}

function writtenIn({ identifier, source, metadata, body = '' }: Held): Told[] {
  if (isDated(sourceOf(source))) return issueEvents(identifier, metadata);
  const credits = Array.isArray(metadata.credits) ? metadata.credits.map(String) : [];
  const credit = textOf(metadata.source_credit);
  const heading = removalEvent(textOf(metadata.display_title));
  if (credit === '' && textOf(metadata.regulatory_source) !== '')
    return pageEvents(textOf(metadata.regulatory_source));
  if (/\bFR\b/.test(credit)) return pageEvents(credit);
  return [
    ...lawEvents(credit || (formerCredit(body) ?? ''), credits),
    ...(heading ? [heading] : []),
    ...effectiveEvents(body, credits),
  ];
}

/** Whether a version begins on a day, or is the next after it: the one before was last seen earlier. */
function isArchived(date: string, versions: readonly VersionItem[]): boolean {
  const next = versions.filter(({ from }) => from >= date).slice(-1)[0];
  if (!next) return false;
  const before = versions[versions.indexOf(next) + 1];
  return next.from === date || (before !== undefined && before.last_seen < date);
}

function withoutRepeats(events: readonly LawEvent[]): LawEvent[] {
  const seen = new Set<string>();
  return events.filter(({ date, kind, law, document, citation }) => {
    const key = JSON.stringify([date, kind, law ?? document ?? citation]);
    return !seen.has(key) && seen.add(key);
  });
}

/** The oldest first. One without a day stays behind that which precedes it in its source. */
function inOrder(events: readonly LawEvent[]): LawEvent[] {
  let last = '';
  return events
    .map((event, i) => {
      last = event.date ?? last;
      return { event, i, day: last };
    })
    .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : a.i - b.i))
    .map(({ event }) => event);
}
