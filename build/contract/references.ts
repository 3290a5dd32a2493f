import { resourceBody } from './envelope.ts';
import { type ApiError, documentNotFound, levelNotFound } from './errors.ts';
import { REFERENCES } from './identifier.ts';
import {
  documentPath,
  documentUrl,
  pathOf,
  queryPath,
  type ReadFile,
  structureLevelPath,
  structureLevelUrl,
  withQuery,
} from './paths.ts';
import type { Slice } from './query.ts';
import {
  REFERENCE_LISTS,
  REFERENCES_LIMIT,
  type Reference,
  type ReferenceCounts,
  type ReferenceList,
} from './reference.ts';
import { type RoutedSource, SOURCES } from './sources.ts';

/** References: what a document or a level cites, and what cites it (build/contract/README.md, References). */

/** What a document or a level cites, and what cites it. */
export interface RequestedReferences {
  resource: 'references' | 'levelreferences';
  source: RoutedSource;
  identifier: string;
  /** The list of which a page is asked for; null for the beginnings of both. */
  list: ReferenceList | null;
  page: Slice;
}

interface ReferencesData extends Record<ReferenceList, readonly Reference[]> {
  identifier: string;
  /** The number of documents and levels that cite it. */
  cited_by_count: number;
  counts: Record<ReferenceList, ReferenceCounts>;
}

type Subject = Pick<RequestedReferences, 'resource' | 'source' | 'identifier'>;

const isLevel = ({ resource }: Subject): boolean => resource === 'levelreferences';

export const subjectNotFound = (subject: Subject): ApiError =>
  (isLevel(subject) ? levelNotFound : documentNotFound)(subject.identifier);

/** The path of a subject's own file without its ending, relative to the tree: `api/usc/documents/t17/s106`. */
const subjectPath = (subject: Subject): string => ownFile(subject).slice(0, -'.json'.length);

const ownFile = (subject: Subject): string =>
  isLevel(subject)
    ? structureLevelPath(subject.source, subject.identifier)
    : documentPath(subject.source, subject.identifier, 'json');

const pageQuery = (list: ReferenceList, { limit, offset }: Slice): string =>
  `list=${list}&limit=${limit}&offset=${offset}`;

/** Returns the file that may answer, relative to the tree; null for a page that is no file in any corpus. */
export function referencesFile(requested: RequestedReferences): string | null {
  const { list, page } = requested;
  const url = `/${subjectPath(requested)}/${REFERENCES}`;
  if (page.limit !== REFERENCES_LIMIT.default || page.offset % page.limit !== 0) return null;
  if (list === null) return page.offset === 0 ? pathOf(url) : null;
  return page.offset > 0 ? queryPath(url, pageQuery(list, page)) : null;
}

const noCounts = (list: ReferenceList): ReferenceCounts =>
  Object.fromEntries([...SOURCES.map(({ id }) => [id, 0]), ...(list === 'cites' ? [[OTHERS, 0]] : [])]);

/** Counts laws that no source has. */
const OTHERS = 'other';

const sourceOf = (identifier: string): string =>
  SOURCES.find(({ namespace }) => identifier.startsWith(namespace))?.id ?? OTHERS;

function countsOf(list: ReferenceList, items: readonly Reference[]): ReferenceCounts {
  const counts = noCounts(list);
  for (const { identifier } of items) {
    const source = sourceOf(identifier);
    counts[source] = (counts[source] ?? 0) + 1;
  }
  return counts;
}

/** The files of a subject's references: the beginnings of both lists, and all further pages. */
export function* referencesFiles(
  subject: Subject,
  lists: Record<ReferenceList, readonly Reference[]>,
  timestamp: string,
): Generator<{ path: string; content: string; timestamp: string }> {
  const size = REFERENCES_LIMIT.default;
  const request = { ...subject, page: { limit: size, offset: 0 } };
  const path = (list: ReferenceList | null, offset: number): string =>
    referencesFile({ ...request, list, page: { limit: size, offset } }) as string;
  yield { path: path(null, 0), content: firstPage(subject, lists, timestamp), timestamp };
  for (const list of REFERENCE_LISTS)
    for (let offset = size; offset < lists[list].length; offset += size) {
      const items = lists[list].slice(offset, offset + size);
      const page = { limit: size, offset };
      const content = laterPage({ ...request, list, page }, items, lists[list].length, timestamp);
      yield { path: path(list, offset), content, timestamp };
    }
}

function firstPage(
  { identifier }: Subject,
  lists: Record<ReferenceList, readonly Reference[]>,
  timestamp: string,
): string {
  const first = (list: ReferenceList) => lists[list].slice(0, REFERENCES_LIMIT.default);
  const data: ReferencesData = {
    identifier,
    cited_by_count: new Set(lists.cited_by.map(({ url }) => url)).size,
    cites: first('cites'),
    cited_by: first('cited_by'),
    counts: { cites: countsOf('cites', lists.cites), cited_by: countsOf('cited_by', lists.cited_by) },
  };
  return resourceBody(data, timestamp).json;
}

function laterPage(
  requested: RequestedReferences & { list: ReferenceList },
  items: readonly Reference[],
  total: number,
  timestamp: string,
): string {
  const { source, identifier, list, page } = requested;
  const { limit, offset } = page;
  const has_more = offset + limit < total;
  const own = (isLevel(requested) ? structureLevelUrl : documentUrl)(source, identifier);
  const next = withQuery(`${own}/${REFERENCES}`, pageQuery(list, { limit, offset: offset + limit }));
  return resourceBody(items, timestamp, { total, limit, offset, has_more, next: has_more ? next : null })
    .json;
}

/** The file with the beginnings of a document's references. @param json the file of the document, relative to the tree */
export const referencesBeside = (json: string): string =>
  `${json.slice(0, -'.json'.length)}/${REFERENCES}.json`;

/** Reads how many cite a document. @param text of that file */
export const citedByCount = (text: string): number => Number(/"cited_by_count":(\d+)/.exec(text)?.[1] ?? 0);

/**
 * Answers where no file does: for a document without references, by the name of an alias, and pages of any size.
 *
 * @returns the answer as JSON @throws ApiError NOT_FOUND
 */
export async function referencesAnswer(read: ReadFile, requested: RequestedReferences): Promise<string> {
  const first = await firstOf(read, requested);
  const { list, page } = requested;
  if (list === null) return first;
  const { data, meta } = JSON.parse(first) as { data: ReferencesData; meta: { timestamp: string } };
  const { identifier } = data;
  const total = Object.values(data.counts[list]).reduce((sum, count) => sum + count, 0);
  const own = { ...requested, identifier, list };
  const size = REFERENCES_LIMIT.default;
  const start = page.offset - (page.offset % size);
  const items: Reference[] = [];
  for (let offset = start; offset < Math.min(total, page.offset + page.limit); offset += size)
    items.push(
      ...(offset === 0 ? data[list] : await pageAt(read, { ...own, page: { limit: size, offset } })),
    );
  const from = page.offset - start;
  return laterPage(own, items.slice(from, from + page.limit), total, meta.timestamp);
}

async function pageAt(read: ReadFile, requested: RequestedReferences): Promise<readonly Reference[]> {
  const text = await read(referencesFile(requested) as string);
  return text === null ? [] : (JSON.parse(text) as { data: readonly Reference[] }).data;
}

/** The beginnings of both lists. */
async function firstOf(read: ReadFile, subject: Subject): Promise<string> {
  const known = await read(`${subjectPath(subject)}/${REFERENCES}.json`);
  if (known !== null) return known;
  const own = await read(ownFile(subject));
  if (own === null) throw subjectNotFound(subject);
  const { data, meta } = JSON.parse(own) as { data: { identifier: string }; meta: { timestamp: string } };
  const { identifier } = data;
  // The file of an alias is that of its document.
  if (identifier !== subject.identifier) return firstOf(read, { ...subject, identifier });
  return firstPage(subject, { cites: [], cited_by: [] }, meta.timestamp);
}
