import { readSince } from '../changes.ts';
import {
  type ApiError,
  changesNotFound,
  contentUnavailable,
  documentNotFound,
  noDumps,
  noSuchEndpoint,
  nothingThere,
} from '../errors.ts';
import type { CachePolicy } from '../headers.ts';
import { canonicalIdentifier, identifierProblem } from '../identifier.ts';
import { levelUrl } from '../levels.ts';
import { choiceParam, listParam, type Params, readParams } from '../params.ts';
import * as paths from '../paths.ts';
import { monthNotPrecomputed, notPrecomputed } from '../precomputed.ts';
import { refuseSeveralKeys } from '../presented-key.ts';
import { canonicalMonthQuery, canonicalQuery, parseListQuery, parseMonthQuery } from '../query.ts';
import { FORMATS } from '../representation.ts';
import type { RoutedSource } from '../sources.ts';
import { preferredMediaType } from './accept.ts';
import type { Endpoint, PageEndpoint } from './endpoints.ts';
import * as hierarchy from './hierarchy.ts';
import type { Asked, OriginReason, Route } from './routes.ts';

/** Of the API, and of what mirrors read. */
type AnsweredEndpoint = Exclude<Endpoint, { resource: 'view' | 'site' | 'mcp' }>;

/** The file that answers a GET to an endpoint. @throws ApiError where the request is wrong */
export function answerRoute(endpoint: AnsweredEndpoint, search: string, accept: string | undefined): Route {
  // Health is answered whatever its query holds, and a search reads its own.
  if (endpoint.resource === 'health' || endpoint.resource === 'search')
    return origin(endpoint.resource, { resource: endpoint.resource });
  const isPage = endpoint.resource === 'list' || endpoint.resource === 'month';
  const name = isPage ? endpoint.file : null;
  // A query behind the name of a file says nothing more, but has to be one.
  const given = readParams(search);
  refuseSeveralKeys(given);
  const params = name === null ? given : readParams(name);
  if (endpoint.resource === 'document') return documentRoute(endpoint.source, endpoint.name, params, accept);
  if (endpoint.resource === 'page') return pageRoute(endpoint);
  if (endpoint.resource === 'changes') return changesRoute(endpoint.number, params);
  if (endpoint.resource === 'tree') return treeRoute(endpoint.path, endpoint.policy);
  const { source } = endpoint;
  return underItsName(
    name,
    endpoint.resource === 'list'
      ? listRoute(source, params)
      : monthRoute(source, endpoint.year, endpoint.month, params),
  );
}

function changesRoute(number: string | null, params: Params): Route {
  const since = number === null ? readSince(params) : null;
  const asked: Asked = { resource: 'changes', since };
  if (since !== null) return origin('since', asked);
  if (number === null) return file(paths.CHANGES_INDEX, 'manifest', asked, changesNotFound());
  if (!/^[1-9]\d{0,8}$/.test(number)) throw changesNotFound();
  return file(paths.changesPath(Number(number)), 'list', asked, changesNotFound());
}

/** @param name of the file that is asked for: other names than its own it does not have. @throws ApiError NOT_FOUND */
function underItsName(name: string | null, routed: Route): Route {
  if (name === null || (routed.kind === 'file' && routed.path.endsWith(`/_q/${name}.json`))) return routed;
  throw noSuchEndpoint();
}

const file = (path: string, policy: CachePolicy, asked: Asked, missing: ApiError | null): Route => ({
  kind: 'file',
  path,
  policy,
  asked,
  missing,
  isToldInPage: false,
});

const origin = (reason: OriginReason, asked: Asked): Route => ({ kind: 'origin', reason, asked });

/** What mirrors read (build/contract/README.md, Files of the tree). @throws ApiError NOT_FOUND */
function treeRoute(path: string, policy: CachePolicy | null): Route {
  if (policy === null) throw nothingThere();
  return file(path, policy, { resource: 'tree' }, nothingThere());
}

function documentRoute(
  source: RoutedSource,
  name: string,
  params: Params,
  accept: string | undefined,
): Route {
  const format = choiceParam(params, 'format', FORMATS);
  const fields = listParam(params, 'fields') ?? [];
  const identifier = canonicalIdentifier(source, name);
  // What no document can be named by is not even looked for.
  if (identifierProblem(source, identifier)) throw documentNotFound(identifier);
  // Unknown types get JSON, and so does whoever says nothing (build/contract/README.md, Representations).
  const isAny = accept === undefined || accept === '*/*';
  const representation = format ?? (isAny ? null : FORMATS[preferredMediaType(accept)]) ?? 'json';
  const path = paths.documentPath(source, identifier, representation);
  const projection = fields.length > 0 && representation === 'json' ? fields.sort() : null;
  const asked: Asked = { resource: 'document', source, identifier, representation, projection, path };
  return projection ? origin('fields', asked) : file(path, 'document', asked, documentNotFound(identifier));
}

function listRoute(source: RoutedSource, params: Params): Route {
  const query = parseListQuery(source, params);
  const asked: Asked = { resource: 'list', source, query };
  const reason = notPrecomputed(source, query);
  if (reason) return origin(reason, asked);
  const path = paths.queryPath(paths.documentsUrl(source), canonicalQuery(source, query));
  return path === null ? origin('name', asked) : file(path, 'list', asked, null);
}

function monthRoute(source: RoutedSource, yearText: string, monthText: string, params: Params): Route {
  const year = hierarchy.parseYear(yearText);
  const month = hierarchy.parseMonth(year, monthText);
  const page = parseMonthQuery(params);
  const asked: Asked = { resource: 'month', source, year, month, page };
  const reason = monthNotPrecomputed(page);
  if (reason) return origin(reason, asked);
  const path = paths.queryPath(levelUrl(source, year, paths.twoDigits(month)), canonicalMonthQuery(page));
  if (path === null) return origin('name', asked);
  return file(path, 'hierarchy', asked, page.offset === 0 ? hierarchy.monthNotFound(year, month) : null);
}

function pageRoute(endpoint: PageEndpoint): Route {
  const page = (url: string, policy: CachePolicy, missing: ApiError): Route =>
    file(paths.pathOf(url), policy, { resource: 'page' }, missing);
  if (endpoint.page === 'overview') {
    // A tree without dumps has no page of them; the others every tree has.
    const missing = endpoint.url === paths.bulkUrl ? noDumps() : contentUnavailable();
    return page(endpoint.url, endpoint.policy, missing);
  }
  const source = endpoint.source;
  if (endpoint.page === 'titles' || endpoint.page === 'years')
    return page(levelUrl(source), 'hierarchy', hierarchy.levelsNotFound(source));
  const number = endpoint.number;
  if (endpoint.page === 'year') {
    const url = levelUrl(source, hierarchy.parseYear(number));
    return page(url, 'hierarchy', hierarchy.yearNotFound(number));
  }
  const url = levelUrl(source, hierarchy.parseNumber(source, number));
  return page(url, 'hierarchy', hierarchy.numberNotFound(source, number));
}
