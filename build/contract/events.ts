import {
  type EventKind,
  effectiveEvents,
  formerCredit,
  lawEvents,
  MOST_EVENTS,
  pageEvents,
  removalEvent,
  type WrittenEvent,
} from './credit-events.ts';
import { resourceBody } from './envelope.ts';
import { documentNotFound } from './errors.ts';
import { chainOf, levelIdentifiers } from './level-chains.ts';
import { isDated } from './levels.ts';
import { sortNatural } from './natural-order.ts';
import { documentPath, type ReadFile } from './paths.ts';
import type { Reference } from './reference.ts';
import { referencesFile } from './references.ts';
import { type Metadata, type RoutedSource, type SourceId, sourceOf, sourceOfIdentifier } from './sources.ts';
import { type DocumentSubject, type VersionItem, versionFile } from './version.ts';
import { versionsAnswer } from './versions.ts';

/** What the law itself tells of the history of a document (build/contract/README.md, Events). */

export interface RequestedEvents extends DocumentSubject {
  resource: 'events';
}

interface Event {
  date: string | null;
  kind: EventKind;
  law: string | null;
  /** The document of the Federal Register. */
  document: string | null;
  citation: string;
  /** What it is an event of: the document, or the part that the document of the Federal Register names. */
  identifier: string;
  in_archive: boolean;
}

interface Held {
  identifier: string;
  source: SourceId;
  metadata: Metadata;
  body?: string;
}

/** Documents of the Federal Register that are read for an answer: a Worker may make fifty requests. */
const MOST_ISSUES = 20;

/** @returns the answer as JSON @throws ApiError DOCUMENT_NOT_FOUND */
export async function eventsAnswer(read: ReadFile, requested: RequestedEvents): Promise<string> {
  const list = JSON.parse(await versionsAnswer(read, requested)) as {
    data: VersionItem[];
    meta: { timestamp: string };
  };
  const document = await newestText(read, requested, list.data);
  const issues = await issuesOf(read, document);
  const events = [...writtenIn(document), ...issues.events].slice(0, MOST_EVENTS).map((event): Event => {
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

/** An event, and what else is known of it. */
interface Told extends WrittenEvent {
  document?: string;
  identifier?: string;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

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

/** Of a document of the Federal Register: a rule takes effect on a day. */
function issueEvents(document: string, metadata: Metadata): Told[] {
  const date = textOf(metadata.effective_date);
  const page = textOf(metadata.fr_citation);
  return date === ''
    ? []
    : [{ date, kind: 'effective', law: null, page: page || null, document, citation: page || document }];
}

interface Issues {
  events: Told[];
  /** Documents by their first page: `85 FR 43976`. */
  byPage: ReadonlyMap<string, string>;
}

/** Events of rules that the credit of a regulation names, and of those that name its part. */
async function issuesOf(read: ReadFile, document: Held): Promise<Issues> {
  const source = sourceOf(document.source);
  const byPage = new Map<string, string>();
  const events: Told[] = [];
  if (isDated(source)) return { events, byPage };
  const part = partOf(document);
  const named = await listed(read, 'references', source, document.identifier);
  const ofPart = part === null ? [] : await citingLast(read, source, part);
  const credited = (named?.cites ?? [])
    .filter(({ where }) => where === 'credit')
    .map(each => each.identifier);
  const amending = ofPart.filter(({ where }) => where === 'amendment').map(each => each.identifier);
  const newest = sortNatural([...new Set(amending)], identifier => identifier)
    .reverse()
    .sort((a, b) => yearOf(b) - yearOf(a));
  for (const identifier of [...new Set([...credited, ...newest])].filter(isOfIssue).slice(0, MOST_ISSUES)) {
    const of = sourceOfIdentifier(identifier) as RoutedSource;
    const text = await read(documentPath(of, identifier, 'json'));
    if (text === null) continue;
    const { metadata } = (JSON.parse(text) as { data: Held }).data;
    const [page, published] = [textOf(metadata.fr_citation) || null, textOf(metadata.publication_date)];
    if (page !== null) byPage.set(page, identifier);
    const isCredited = credited.indexOf(identifier) >= 0;
    if (!isCredited && metadata.document_type !== 'rule') continue;
    const whose = isCredited ? {} : { identifier: part as string };
    const fact = { law: null, page, document: identifier, citation: page ?? identifier, ...whose };
    if (!isCredited) events.push({ ...fact, date: published || null, kind: 'amended' });
    for (const event of issueEvents(identifier, metadata)) events.push({ ...event, ...whose });
  }
  return { events, byPage };
}

/** The year in a document number; numbers before 2010 have none (`E9-31418`), nor have corrections (`C1-2012-345`). */
const yearOf = (identifier: string): number => Number(/\/(\d{4})-/.exec(identifier)?.[1] ?? 0);

const isOfIssue = (identifier: string): boolean => {
  const source = sourceOfIdentifier(identifier);
  return source !== undefined && isDated(source);
};

function partOf(document: Held): string | null {
  const at = chainOf(document).findIndex(({ level }) => level === 'part');
  return levelIdentifiers(document)[at] ?? null;
}

interface Listed {
  cites: Reference[];
  cited_by: Reference[];
  counts: { cited_by: Readonly<Record<string, number>> };
}

/** The first page of references; null where there are none. */
async function listed(
  read: ReadFile,
  resource: 'references' | 'levelreferences',
  source: RoutedSource,
  identifier: string,
): Promise<Listed | null> {
  const page = { limit: PAGE, offset: 0 };
  const text = await read(referencesFile({ resource, source, identifier, list: null, page }) as string);
  return text === null ? null : (JSON.parse(text) as { data: Listed }).data;
}

const PAGE = 100;

/** What cites a part: the first page, and the last ones, where documents are that name it once, the newest of them last. */
async function citingLast(read: ReadFile, source: RoutedSource, identifier: string): Promise<Reference[]> {
  const resource = 'levelreferences';
  const first = await listed(read, resource, source, identifier);
  if (!first || first.cited_by.length < PAGE) return first?.cited_by ?? [];
  const total = Object.values(first.counts.cited_by).reduce((sum, count) => sum + count, 0);
  const last = Math.floor((total - 1) / PAGE) * PAGE;
  const found = [...first.cited_by];
  for (const offset of [last - PAGE, last].filter(offset => offset >= PAGE)) {
    const page = { limit: PAGE, offset };
    const file = referencesFile({ resource, source, identifier, list: 'cited_by', page });
    const text = file === null ? null : await read(file);
    if (text !== null) found.push(...(JSON.parse(text) as { data: Reference[] }).data);
  }
  return found;
}

/** Whether a version begins on a day, or is the next after it: the one before was last seen earlier. */
function isArchived(date: string, versions: readonly VersionItem[]): boolean {
  const next = versions.filter(({ from }) => from >= date).slice(-1)[0];
  if (!next) return false;
  const before = versions[versions.indexOf(next) + 1];
  return next.from === date || (before !== undefined && before.last_seen < date);
}

function withoutRepeats(events: readonly Event[]): Event[] {
  const seen = new Set<string>();
  return events.filter(({ date, kind, law, document, citation }) => {
    const key = JSON.stringify([date, kind, law ?? document ?? citation]);
    return !seen.has(key) && seen.add(key);
  });
}

/** The oldest first. One without a day stays behind that which precedes it in its source. */
function inOrder(events: readonly Event[]): Event[] {
  let last = '';
  return events
    .map((event, i) => {
      last = event.date ?? last;
      return { event, i, day: last };
    })
    .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : a.i - b.i))
    .map(({ event }) => event);
}
