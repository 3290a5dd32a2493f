import { textFilesOn } from './day-documents.ts';
import { listBody, timestampOf } from './envelope.ts';
import { ApiError, contentUnavailable, invalidParameter, notFound } from './errors.ts';
import { canonicalIdentifier, idOf } from './identifier.ts';
import { isDated, outerLevel } from './levels.ts';
import { LIST_LIMIT } from './page-sizes.ts';
import { dateParam, integerParam, type Params, stringParam, textParam } from './params.ts';
import { documentsUrl, type ReadFile } from './paths.ts';
import { parseSlice, type Slice } from './query.ts';
import { type Metadata, type RoutedSource, sourceOf } from './sources.ts';
import { type DocumentHistory, historyPath, readHistory } from './title-history.ts';
import { checkOn, type DocumentSubject } from './version.ts';

/** Lists of the documents that were in force on a day (build/contract/README.md, Lists of a day). */

export interface RequestedDayList {
  resource: 'daylist';
  source: RoutedSource;
  on: string;
  title: number | null;
  level: string | null;
  page: Slice;
}

/** Parameters that lists of a day have beside `on`. */
const TAKEN = ['title_number', 'within', 'limit', 'offset', 'sort', 'fields'] as const;

/** @returns null where no day is given @throws ApiError INVALID_PARAMETER for a day that is none, and for what such lists do not have */
export function readDayList(source: RoutedSource, params: Params): RequestedDayList | null {
  const on = dateParam(params, 'on');
  if (on === null) return null;
  if (isDated(source)) throw refused(on, 'left out here: documents of issues have dates of their own');
  const others = source.filters.map(({ param }) => param).concat('cursor');
  const other = others.find(
    name => TAKEN.indexOf(name as 'sort') < 0 && params.some(param => param.name === name),
  );
  const title = integerParam(params, 'title_number', 0);
  const within = stringParam(params, 'within');
  const sort = textParam(params, 'sort');
  const isOrdered = sort === null || sort === source.defaultSort;
  if (other !== undefined || !isOrdered || (title === null) === (within === null))
    throw refused(
      on,
      `given with either title_number or within, and beside these with limit and offset alone: such lists are in the order of identifiers`,
    );
  const level = within === null ? null : canonicalIdentifier(source, within);
  return {
    resource: 'daylist',
    source,
    on,
    title,
    level,
    page: parseSlice(params, LIST_LIMIT),
  };
}

const refused = (on: string, allowed: string): ApiError => invalidParameter('on', on, allowed);

/**
 * Answers from the files of a title, and of the versions on the page.
 *
 * @param today YYYY-MM-DD
 * @returns the answer as JSON @throws ApiError NOT_FOUND where no edition of that day is held, INVALID_PARAMETER for days in the future
 */
export async function dayListAnswer(
  read: ReadFile,
  requested: RequestedDayList,
  today: string,
): Promise<string> {
  const { source, on, level, page } = requested;
  checkOn(on, today);
  const files = await Promise.all(historiesOf(requested).map(read));
  const histories = files.flatMap(file => (file === null ? [] : [readHistory(file, true)]));
  // Of a title and its appendix both have to be known.
  const first = histories
    .map(({ from }) => from)
    .sort()
    .slice(-1)[0];
  if (first === undefined) throw notFound('No editions of these documents are held here.');
  if (on < first)
    throw notFound(`The first edition of all these documents that is held here is of ${first}.`);
  const documents = histories.flatMap(history => history.documents);
  const folders = outermostOf(requested).map(outermost => `${outermost}/`);
  const isOfTitle = ({ identifier }: DocumentHistory): boolean =>
    folders.some(folder => identifier.toLowerCase().startsWith(folder));
  const held = documents.filter(document => {
    const levels = levelsOn(document, on);
    return levels !== null && (level === null ? isOfTitle(document) : levels.indexOf(level) >= 0);
  });
  const { limit, offset } = page;
  const items: string[] = [];
  for (const { identifier } of held.slice(offset, offset + limit))
    items.push(await itemOf(read, { source, identifier }, on));
  const has_more = offset + limit < held.length;
  const next = has_more ? `${documentsUrl(source)}?${queryOf(requested, offset + limit)}` : null;
  const newest = histories
    .map(({ to }) => to)
    .sort()
    .slice(-1)[0] as string;
  return listBody(items, timestampOf(newest), { total: held.length, limit, offset, has_more, next }).json;
}

/** The identifiers of a title and of its appendix. */
const outermostOf = ({ source, title }: RequestedDayList): string[] =>
  ['', 'a'].map(letter => `${source.namespace}${outerLevel(source).prefix}${title}${letter}`);

/** Titles of unusual names share a file. */
const historiesOf = (requested: RequestedDayList): string[] =>
  requested.level !== null
    ? [historyPath(requested.source, requested.level)]
    : [...new Set(outermostOf(requested).map(outermost => historyPath(requested.source, outermost)))];

/** The levels above a document on a day; null where it did not exist. */
const levelsOn = ({ runs }: DocumentHistory, on: string): readonly string[] | null =>
  runs.filter(({ from }) => from <= on).slice(-1)[0]?.text?.levels ?? null;

/** The title knows the document: where its own list does not, a build has replaced one of the two. */
function replaced(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null;
  throw error;
}

/** The listing item, as the list of that day had it. */
async function itemOf(read: ReadFile, subject: DocumentSubject, on: string): Promise<string> {
  const { source, identifier } = subject;
  const files = await textFilesOn(read, subject, on, on).catch(replaced);
  const text = files && (await read(files.json));
  if (text === null) throw contentUnavailable();
  const { metadata } = (JSON.parse(text) as { data: { metadata: Metadata } }).data;
  const listing: Metadata = {};
  for (const field of sourceOf(source.id).listing) listing[field] = metadata[field] ?? null;
  return JSON.stringify({ id: idOf(identifier), identifier, source: source.id, metadata: listing });
}

const queryOf = ({ on, title, level, page }: RequestedDayList, offset: number): string =>
  `${level === null ? `title_number=${title}` : `within=${encodeURIComponent(level)}`}&on=${on}&limit=${page.limit}&offset=${offset}`;
