import { readDayList } from '../day-list.ts';
import { documentNotFound, levelNotFound, noSuchEndpoint, nothingThere } from '../errors.ts';
import { canonicalIdentifier, identifierProblem, shorthandOf } from '../identifier.ts';
import { levelUrl, placeNumbers } from '../levels.ts';
import { pinpointParam } from '../paragraphs/pinpoint-param.ts';
import { choiceParam, listParam, type Params, readParams } from '../params.ts';
import { canonicalWord, type Words } from '../path-words.ts';
import * as paths from '../paths.ts';
import { monthNotPrecomputed, notPrecomputed } from '../precomputed.ts';
import { refuseSeveralKeys } from '../presented-key.ts';
import {
  canonicalMonthQuery,
  canonicalQuery,
  parseListQuery,
  parseMonthQuery,
  parseSlice,
} from '../query.ts';
import { REFERENCE_LISTS, REFERENCES_LIMIT } from '../reference.ts';
import { type RequestedReferences, referencesFile, subjectNotFound } from '../references.ts';
import { FORMATS } from '../representation.ts';
import type { CachePolicy } from '../resource.ts';
import type { UnlessParam } from '../resource-kinds.ts';
import { fileOfResource, RESOURCE_NAMES, RESOURCES, type ResourceName } from '../resources.ts';
import { loadsOf } from '../site-loads.ts';
import type { RoutedSource } from '../sources.ts';
import { onParam } from '../version.ts';
import type { WebPlace } from '../web-path.ts';
import { preferredMediaType } from './accept.ts';
import type { AddressedFile, MatchedResource } from './match.ts';
import { file, origin } from './route-to.ts';
import type { FileRoute, OriginReason, Requested, Route, ViewRoute } from './routes.ts';
import { diffRoute, historiesRoute, madeRoute, versionsRoute } from './times.ts';

/** Answers to GET requests for endpoints. */

/** @param search the query, without its question mark @throws ApiError for a wrong request */
export function resourceRoute(
  { resource, source, words, query }: MatchedResource,
  search: string,
  accept: string | undefined,
): Route {
  const row = RESOURCES[resource];
  // Handlers read their own queries, and health ignores its query.
  if (row.answered === 'shim' || row.answered === 'mcp')
    return origin(resource as OriginReason, { resource, words, given: null } as Requested);
  // The query behind the name of a page's file has no effect, but must be valid.
  const given = readParams(search);
  refuseSeveralKeys(given);
  const params = query === null ? given : readParams(query);
  const of = source as RoutedSource;
  if (row.answered === 'document') return documentRoute(of, words.identifier as string, params, accept);
  if (row.answered === 'level') return levelRoute(of, words.identifier as string, params);
  if (row.answered === 'references')
    return underItsName(
      query,
      referencesRoute(of, resource as RequestedReferences['resource'], words.identifier as string, params),
    );
  if (row.answered === 'versions')
    return resource === 'versions'
      ? versionsRoute(of, words.identifier as string)
      : historiesRoute(of, words.identifier as string);
  if (row.answered === 'diff') return diffRoute(of, words.identifier as string, params);
  if (row.answered === 'made') return madeRoute(of, resource, words.identifier as string, params);
  if (row.answered === 'list') return underItsName(query, listRoute(of, params));
  if (row.answered === 'month') return underItsName(query, monthRoute(of, resource, words, params));
  const requested = { resource, words, given: row.unless?.read(params) ?? null } as Requested;
  if (row.unless && 'given' in requested && requested.given !== null)
    return origin(row.unless.param as UnlessParam, requested);
  return file(fileOf(resource, words), row.policy as CachePolicy, requested, row.missing?.(words) ?? null);
}

/** Returns the resource's file, relative to the tree. @throws ApiError for a word in no spelling */
function fileOf(name: ResourceName, words: Words): string {
  const template = TEMPLATES[name] as readonly string[];
  let path = template[0] as string;
  // Texts and names of words alternate.
  for (let i = 1; i < template.length; i += 2)
    path += canonicalWord(template[i] as string, words) + (template[i + 1] as string);
  return path;
}

const TEMPLATES: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  RESOURCE_NAMES.map(name => [name, fileOfResource(name).split(/:(\w+)/)]),
);

/** Accepts the file of a list page under its exact name only. @throws ApiError NOT_FOUND */
function underItsName(query: string | null, routed: Route): Route {
  if (query === null || (routed.kind === 'file' && routed.path.endsWith(`/_q/${query}.json`))) return routed;
  throw noSuchEndpoint();
}

function documentRoute(
  source: RoutedSource,
  name: string,
  params: Params,
  accept: string | undefined,
): Route {
  const format = choiceParam(params, 'format', FORMATS);
  const fields = listParam(params, 'fields') ?? [];
  const pinpoint = pinpointParam(params);
  const on = onParam(params);
  const identifier = canonicalIdentifier(source, name);
  // No document can have this name.
  if (identifierProblem(source, identifier)) throw documentNotFound(identifier);
  // JSON without a header or a matching type (build/contract/README.md, Representations).
  const isAny = accept === undefined || accept === '*/*';
  const representation = format ?? (isAny ? null : FORMATS[preferredMediaType(accept)]) ?? 'json';
  const path = paths.documentPath(source, identifier, representation);
  const projection = fields.length > 0 && representation === 'json' ? fields.sort() : null;
  const document = { resource: 'document', source, identifier, representation, path } as const;
  const requested: Requested = { ...document, projection, pinpoint, on };
  if (on) return origin('on', requested);
  if (pinpoint) return origin('pinpoint', requested);
  return projection
    ? origin('fields', requested)
    : file(path, 'document', requested, documentNotFound(identifier));
}

function levelRoute(source: RoutedSource, name: string, params: Params): Route {
  const isWhole = choiceParam(params, 'depth', DEPTHS) === 'all';
  const identifier = canonicalIdentifier(source, name);
  if (identifierProblem(source, identifier)) throw levelNotFound(identifier);
  const requested: Requested = { resource: 'level', source, identifier, isWhole };
  // Only titles have a file of all that is below them.
  if (isWhole && shorthandOf(source, identifier).indexOf('/') >= 0) return origin('depth', requested);
  const path = (isWhole ? paths.outlinePath : paths.structureLevelPath)(source, identifier);
  return file(path, 'hierarchy', requested, levelNotFound(identifier));
}

const DEPTHS = ['1', 'all'] as const;

function referencesRoute(
  source: RoutedSource,
  resource: RequestedReferences['resource'],
  name: string,
  params: Params,
): Route {
  const list = choiceParam(params, 'list', REFERENCE_LISTS);
  const page = parseSlice(params, REFERENCES_LIMIT);
  const identifier = canonicalIdentifier(source, name);
  const requested: RequestedReferences = { resource, source, identifier, list, page };
  if (identifierProblem(source, identifier)) throw subjectNotFound(requested);
  const path = referencesFile(requested);
  return path === null ? origin('references', requested) : file(path, 'hierarchy', requested, null);
}

function listRoute(source: RoutedSource, params: Params): Route {
  const day = readDayList(source, params);
  if (day) return origin('made', day);
  const query = parseListQuery(source, params);
  const requested: Requested = { resource: 'list', source, query };
  const reason = notPrecomputed(source, query);
  if (reason) return origin(reason, requested);
  const path = paths.queryPath(paths.documentsUrl(source), canonicalQuery(source, query));
  return path === null ? origin('name', requested) : file(path, 'list', requested, null);
}

function monthRoute(source: RoutedSource, name: ResourceName, words: Words, params: Params): Route {
  const url = `/${fileOf(name, words).slice(0, -'.json'.length)}`;
  const page = parseMonthQuery(params);
  const [year, month] = [Number(words.year), Number(words.month)];
  const requested: Requested = { resource: 'month', source, year, month, page };
  const reason = monthNotPrecomputed(page);
  if (reason) return origin(reason, requested);
  const path = paths.queryPath(url, canonicalMonthQuery(page));
  if (path === null) return origin('name', requested);
  return file(
    path,
    'hierarchy',
    requested,
    page.offset === 0 ? (RESOURCES[name].missing?.(words) ?? null) : null,
  );
}

/** Routes a file by its path. @throws ApiError NOT_FOUND, and for a wrong query of a file of the tree */
export function fileRoute(
  resource: 'tree' | 'site',
  found: AddressedFile | null,
  search: string,
  hasErrorPage: boolean,
): FileRoute {
  if (resource === 'tree') refuseSeveralKeys(readParams(search));
  if (!found) throw nothingThere();
  return { ...file(found.path, found.policy, { resource }, nothingThere()), hasErrorPage };
}

/** @param search the query, without its question mark @throws ApiError NOT_FOUND for a page that cannot exist */
export function viewRoute(
  place: WebPlace | null,
  search: string,
  sources: readonly RoutedSource[],
): ViewRoute {
  const source = sources.find(({ id }) => id === place?.source);
  const subject = place && subjectOf(place, source);
  if (!place || subject === undefined) throw noSuchEndpoint();
  const loads = loadsOf(place, source, search);
  return { kind: 'view', place, subject, search, loads, policy: 'page', requested: { resource: 'view' } };
}

/** Returns the file of the page's subject; null without a subject, undefined for one that cannot exist. */
function subjectOf(
  { numbers, identifier, level }: WebPlace,
  source: RoutedSource | undefined,
): string | null | undefined {
  if (!source) return null;
  if (identifier !== undefined)
    return identifierProblem(source, identifier) ? undefined : paths.documentPath(source, identifier, 'json');
  if (level !== undefined)
    return identifierProblem(source, level) ? undefined : paths.structureLevelPath(source, level);
  const page = numbers && placeNumbers(source, numbers);
  if (page === undefined) return null;
  return page ? paths.pathOf(levelUrl(source, ...page)) : undefined;
}
