import { cacheTagHeaders } from '../../build/contract/cache-tags.ts';
import { type ApiError, noSuchEndpoint } from '../../build/contract/errors.ts';
import type { CachePolicy } from '../../build/contract/headers.ts';
import { levelUrl } from '../../build/contract/levels.ts';
import { documentsUrl, pathOf } from '../../build/contract/paths.ts';
import type { ListQuery } from '../../build/contract/query.ts';
import type { Resource } from '../../build/contract/resource.ts';
import { RESOURCES } from '../../build/contract/resources.ts';
import type { ErrorRoute, FileRoute, OriginRoute } from '../../build/contract/routing/routes.ts';
import { type RoutedSource, SOURCES, type Source, type SourceId } from '../../build/contract/sources.ts';
import { monthAnswer } from '../../build/lists/months.ts';
import { FixedHeads } from '../content/answer-heads.ts';
import type { Content, ContentStore } from '../content/catalog-store.ts';
import { listBytes } from '../content/list-bytes.ts';
import type { Computed } from './respond.ts';

/** Answers without a file in the tree, for HTTP and MCP. */

/** Makes something once for each source. */
const bySource = <T>(make: (source: Source) => T): Readonly<Record<SourceId, T>> =>
  Object.fromEntries(SOURCES.map(source => [source.id, make(source)])) as Record<SourceId, T>;

const LIST_HEADS = bySource(source => new FixedHeads(pathOf(documentsUrl(source))));
const LIST_TAGS = bySource(source => cacheTagHeaders(pathOf(documentsUrl(source))));
const MONTH_TAGS = bySource(source => cacheTagHeaders(pathOf(levelUrl(source))));

interface RequestedList {
  source: RoutedSource;
  query: ListQuery;
}

/** Computes a page of a list, with the headers of all such pages. */
export const computedList = (
  { listings }: Content,
  { source: { id }, query }: RequestedList,
): { fixed: FixedHeads; content: Buffer } => ({
  fixed: LIST_HEADS[id],
  content: listBytes(listings[id], query),
});

/** Computes a page of a list or a month. @throws ApiError for anything else, and 503 without content */
export function computedAnswer(
  store: ContentStore,
  routed: FileRoute | OriginRoute,
): Computed & { policy: CachePolicy } {
  const { requested } = routed;
  const isApart =
    requested.resource === 'site' ||
    (RESOURCES as Readonly<Record<string, Resource>>)[requested.resource]?.isApart;
  if (isApart && routed.kind === 'file' && routed.missing) throw routed.missing;
  // Without content nobody knows what exists.
  const { content } = store;
  if (requested.resource === 'list') {
    const { id } = requested.source;
    return { json: computedList(content, requested).content, tags: LIST_TAGS[id], policy: 'list' };
  }
  if (requested.resource === 'month') {
    const { id } = requested.source;
    const { json } = monthAnswer(content.listings[id], requested.year, requested.month, requested.page).body;
    return { json, tags: MONTH_TAGS[id], policy: 'hierarchy' };
  }
  throw (routed.kind === 'file' && routed.missing) || noSuchEndpoint();
}

/** Returns the error of a route. Without content nobody knows which documents exist. @throws ApiError 503 */
export function refusal(store: ContentStore, { error, resource }: ErrorRoute): ApiError {
  if (error.status === 404 && resource === 'document') store.requireContent();
  return error;
}
