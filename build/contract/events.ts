import { type Amendment, amendmentsIn, amends, DELAYED } from './citations/instructions.ts';
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
import { naturalKey, sortNatural } from './natural-order.ts';
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
  /** What it is an event of: the document, or the level above it that the document of the Federal Register amends or names. */
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

/** Events of rules that the credit of a regulation names, of those that amend it, and of those that name its part. */
async function issuesOf(read: ReadFile, document: Held): Promise<Issues> {
  const source = sourceOf(document.source);
  const byPage = new Map<string, string>();
  const events: Told[] = [];
  if (isDated(source)) return { events, byPage };
  const levels = levelIdentifiers(document);
  const part = levels[chainOf(document).findIndex(({ level }) => level === 'part')] ?? null;
  const named = await citing(read, 'references', source, document.identifier);
  const ofPart = part === null ? [] : (await citing(read, 'levelreferences', source, part)).cited_by;
  const credited = named.cites.filter(({ where }) => where === 'credit').map(each => each.identifier);
  const [amending, concerned] = [newestAmending(named.cited_by), newestAmending(ofPart)];
  const issues = [...new Set([...credited, ...amending, ...concerned])].filter(isOfIssue);
  for (const identifier of issues.slice(0, MOST_ISSUES)) {
    const of = sourceOfIdentifier(identifier) as RoutedSource;
    const text = await read(documentPath(of, identifier, 'json'));
    if (text === null) continue;
    const { metadata, body = '' } = (JSON.parse(text) as { data: Held }).data;
    const [page, published] = [textOf(metadata.fr_citation) || null, textOf(metadata.publication_date)];
    if (page !== null) byPage.set(page, identifier);
    const isCredited = credited.includes(identifier);
    if (!isCredited && metadata.document_type !== 'rule') continue;
    const change = changeOf(document, levels, part, amendmentsIn(body, metadata));
    // References know the document by its other names, too.
    const isOwn = isCredited || amending.includes(identifier);
    const whose = isOwn ? document.identifier : change.identifier;
    if (whose === null) continue;
    const fact = { law: null, page, document: identifier, citation: page ?? identifier, identifier: whose };
    if (!isCredited) events.push({ ...fact, date: published || null, kind: 'amended' });
    const days = change.effective.map(day => day ?? textOf(metadata.effective_date));
    for (const date of days)
      if (date !== '' && date !== DELAYED) events.push({ ...fact, date, kind: 'effective' });
  }
  return { events, byPage };
}

/** Documents of the Federal Register that amend, the newest first. */
function newestAmending(citing: readonly Reference[]): string[] {
  const amending = citing.filter(({ where }) => where === 'amendment').map(each => each.identifier);
  return sortNatural([...new Set(amending)], identifier => identifier)
    .reverse()
    .sort((a, b) => yearOf(b) - yearOf(a));
}

/** The year in a document number; numbers before 2010 have none (`E9-31418`), nor have corrections (`C1-2012-345`). */
const yearOf = (identifier: string): number => Number(/\/(\d{4})-/.exec(identifier)?.[1] ?? 0);

const isOfIssue = (identifier: string): boolean => {
  const source = sourceOfIdentifier(identifier);
  return source !== undefined && isDated(source);
};

/** What a rule changes, as far as it concerns a document. */
interface Change {
  /** The document, or a level above it; null where the rule is known to change others alone. */
  identifier: string | null;
  /** When its instructions take effect by their own words, see {@link Amendment}. */
  effective: readonly Amendment['effective'][];
}

/** @param levels the identifiers of those above the document */
function changeOf(
  { identifier, metadata }: Held,
  levels: readonly string[],
  part: string | null,
  amendments: readonly Amendment[],
): Change {
  const named = (name: string): Amendment[] => amendments.filter(amendment => amends(amendment, name));
  const whose = [identifier, ...[...levels].reverse()].find(name => named(name).length > 0);
  if (whose !== undefined)
    return { identifier: whose, effective: named(whose).map(({ effective }) => effective) };
  const inPart = amendments.filter(
    amendment => part !== null && naturalKey(amendment.part) === naturalKey(part),
  );
  // Without the levels of a corpus nobody knows in which subpart a section is.
  const isUnknown = !Array.isArray(metadata.hierarchy) && inPart.some(({ kind }) => kind === 'subpart');
  return { identifier: inPart.length === 0 || isUnknown ? part : null, effective: [null] };
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

/** What a document or level cites, and what cites it: the first page, and the last ones, where documents are that name it once, the newest of them last. */
async function citing(
  read: ReadFile,
  resource: 'references' | 'levelreferences',
  source: RoutedSource,
  identifier: string,
): Promise<Pick<Listed, 'cites' | 'cited_by'>> {
  const first = await listed(read, resource, source, identifier);
  if (!first || first.cited_by.length < PAGE) return first ?? { cites: [], cited_by: [] };
  const total = Object.values(first.counts.cited_by).reduce((sum, count) => sum + count, 0);
  const last = Math.floor((total - 1) / PAGE) * PAGE;
  const cited_by = [...first.cited_by];
  for (const offset of [last - PAGE, last].filter(offset => offset >= PAGE)) {
    const page = { limit: PAGE, offset };
    const file = referencesFile({ resource, source, identifier, list: 'cited_by', page });
    const text = file === null ? null : await read(file);
    if (text !== null) cited_by.push(...(JSON.parse(text) as { data: Reference[] }).data);
  }
  return { cites: first.cites, cited_by };
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
