import { type CacheTagHeaders, cacheTagHeaders } from '../../build/contract/cache-tags.ts';
import { type ApiError, noSuchEndpoint } from '../../build/contract/errors.ts';
import type { CachePolicy } from '../../build/contract/headers.ts';
import { documentsUrl, pathOf, yearsUrl } from '../../build/contract/paths.ts';
import type { ErrorRoute, FileRoute, OriginRoute } from '../../build/contract/routing/routes.ts';
import { SOURCES, type Source, type SourceId } from '../../build/contract/sources.ts';
import { monthAnswer } from '../../build/lists/months.ts';
import type { ContentStore } from '../content/store.ts';
import type { Computed } from './respond.ts';

/** What is answered where the tree has no file, whoever asks. */

/** The tags of an answer that is no file, made once for each source. */
const tagsBy = (urlOf: (source: Source) => string): Readonly<Record<SourceId, CacheTagHeaders>> =>
  Object.fromEntries(SOURCES.map(source => [source.id, cacheTagHeaders(pathOf(urlOf(source)))])) as Record<
    SourceId,
    CacheTagHeaders
  >;
const LIST_TAGS = tagsBy(documentsUrl);
const MONTH_TAGS = tagsBy(yearsUrl);

/**
 * A page of a list or a month that is no file.
 * @throws ApiError where nothing of the kind can be computed, and 503 without content
 */
export function computedAnswer(
  store: ContentStore,
  routed: FileRoute | OriginRoute,
): Computed & { policy: CachePolicy } {
  const { asked } = routed;
  // The history and the site stand for themselves.
  const standsForItself = asked.resource === 'changes' || asked.resource === 'site';
  if (standsForItself && routed.kind === 'file' && routed.missing) throw routed.missing;
  const { listings } = store.content;
  if (asked.resource === 'list') {
    const { id } = asked.source;
    const { json } = listings[id].answer(asked.query).body;
    return { json, tags: LIST_TAGS[id], policy: 'list' };
  }
  if (asked.resource === 'month') {
    const { id } = asked.source;
    const { json } = monthAnswer(listings[id], asked.year, asked.month, asked.page).body;
    return { json, tags: MONTH_TAGS[id], policy: 'hierarchy' };
  }
  throw (routed.kind === 'file' && routed.missing) || noSuchEndpoint();
}

/** Why a request is refused. Whether there is such a document cannot be told without content. @throws ApiError 503 */
export function refusal(store: ContentStore, { error, resource }: ErrorRoute): ApiError {
  if (error.status === 404 && resource === 'document') store.requireContent();
  return error;
}
