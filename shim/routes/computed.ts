import { type CacheTagHeaders, cacheTagHeaders } from '../../build/contract/cache-tags.ts';
import { type ApiError, noSuchEndpoint } from '../../build/contract/errors.ts';
import type { CachePolicy } from '../../build/contract/headers.ts';
import { levelUrl } from '../../build/contract/levels.ts';
import { documentsUrl, pathOf } from '../../build/contract/paths.ts';
import type { Resource } from '../../build/contract/resource.ts';
import { RESOURCES } from '../../build/contract/resources.ts';
import type { ErrorRoute, FileRoute, OriginRoute } from '../../build/contract/routing/routes.ts';
import { SOURCES, type Source, type SourceId } from '../../build/contract/sources.ts';
import { monthAnswer } from '../../build/lists/months.ts';
import type { ContentStore } from '../content/catalog-store.ts';
import type { Computed } from './respond.ts';

/** Answers without a file in the tree, for HTTP and MCP. */

/** Cache tags of computed answers, made once for each source. */
const tagsBy = (urlOf: (source: Source) => string): Readonly<Record<SourceId, CacheTagHeaders>> =>
  Object.fromEntries(SOURCES.map(source => [source.id, cacheTagHeaders(pathOf(urlOf(source)))])) as Record<
    SourceId,
    CacheTagHeaders
  >;
const LIST_TAGS = tagsBy(documentsUrl);
const MONTH_TAGS = tagsBy(levelUrl);

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
  const { listings } = store.content;
  if (requested.resource === 'list') {
    const { id } = requested.source;
    const { json } = listings[id].answer(requested.query).body;
    return { json, tags: LIST_TAGS[id], policy: 'list' };
  }
  if (requested.resource === 'month') {
    const { id } = requested.source;
    const { json } = monthAnswer(listings[id], requested.year, requested.month, requested.page).body;
    return { json, tags: MONTH_TAGS[id], policy: 'hierarchy' };
  }
  throw (routed.kind === 'file' && routed.missing) || noSuchEndpoint();
}

/** Returns the error of a route. Without content nobody knows which documents exist. @throws ApiError 503 */
export function refusal(store: ContentStore, { error, resource }: ErrorRoute): ApiError {
  if (error.status === 404 && resource === 'document') store.requireContent();
  return error;
}
