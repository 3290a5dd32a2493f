import { type Amendment, amends, DELAYED } from './citations/amendment.ts';
import { amendmentsIn } from './citations/instructions.ts';
import type { WrittenEvent } from './credit-events.ts';
import { chainOf, levelIdentifiers } from './level-chains.ts';
import { isDated } from './levels.ts';
import { naturalKey, sortNatural } from './natural-order.ts';
import { type LevelAnswer, ownLevelIdentifiers } from './own-levels.ts';
import { documentPath, type ReadFile, structureLevelPath } from './paths.ts';
import type { Reference } from './reference.ts';
import { referencesFile } from './references.ts';
import { type Metadata, type RoutedSource, type SourceId, sourceOf, sourceOfIdentifier } from './sources.ts';

/** Events that documents of the Federal Register tell of regulations (build/contract/README.md, Events). */

export interface Held {
  identifier: string;
  source: SourceId;
  metadata: Metadata;
  body?: string;
}

/** An event, and what else is known of it. */
export interface Told extends WrittenEvent {
  document?: string;
  identifier?: string;
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Documents of the Federal Register that are read for an answer: a Worker may make fifty requests. */
const MOST_ISSUES = 20;

/** Of a document of the Federal Register: a rule takes effect on a day. */
export function issueEvents(document: string, metadata: Metadata): Told[] {
  const date = textOf(metadata.effective_date);
  const page = textOf(metadata.fr_citation);
  return date === ''
    ? []
    : [{ date, kind: 'effective', law: null, page: page || null, document, citation: page || document }];
}

export interface Issues {
  events: Told[];
  /** Documents by their first page: `85 FR 43976`. */
  byPage: ReadonlyMap<string, string>;
}

/** Events of rules that the credit of a regulation names, of those that amend it, and of those that name its part. */
export async function issuesOf(read: ReadFile, document: Held): Promise<Issues> {
  const source = sourceOf(document.source);
  const byPage = new Map<string, string>();
  const events: Told[] = [];
  if (isDated(source)) return { events, byPage };
  const levels = await levelsAbove(read, document);
  const part = levels.find(({ level }) => level === 'part') ?? null;
  const named = await citing(read, 'references', source, document.identifier);
  const ofPart = part === null ? [] : (await citing(read, 'levelreferences', source, part.named)).cited_by;
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
  effective: Amendment['effective'];
}

/** @param levels those above the document */
function changeOf(
  { identifier, metadata }: Held,
  levels: readonly Above[],
  part: Above | null,
  amendments: readonly Amendment[],
): Change {
  const namedOf = ({ named }: Pick<Above, 'named'>): Amendment[] =>
    amendments.filter(amendment => amends(amendment, named));
  const whose = [{ identifier, named: identifier }, ...[...levels].reverse()].find(
    each => namedOf(each).length > 0,
  );
  if (whose)
    return { identifier: whose.identifier, effective: namedOf(whose).flatMap(({ effective }) => effective) };
  const inPart = amendments.filter(
    amendment => part !== null && naturalKey(amendment.part) === naturalKey(part.named),
  );
  // Without the levels of a corpus nobody knows in which subpart a section is.
  const isUnknown = !Array.isArray(metadata.hierarchy) && inPart.some(({ kind }) => kind === 'subpart');
  return {
    identifier: inPart.length === 0 || isUnknown ? (part?.identifier ?? null) : null,
    effective: [null],
  };
}

/** A level above a document. */
interface Above {
  level: string;
  /** As rules and references name it: by its number. */
  named: string;
  /** That of the level itself, which may have the number of another one. */
  identifier: string;
}

async function levelsAbove(read: ReadFile, document: Held): Promise<Above[]> {
  const source = sourceOf(document.source);
  const own = await ownLevelIdentifiers(document, async identifier => {
    const text = await read(structureLevelPath(source, identifier));
    return text === null ? null : (JSON.parse(text) as { data: LevelAnswer }).data;
  });
  const numbered = levelIdentifiers(document);
  return chainOf(document).map(({ level }, i) => ({
    ...{ level, named: numbered[i] as string, identifier: own[i] as string },
  }));
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
