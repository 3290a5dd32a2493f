import type { RequestedDayList } from '../day-list.ts';
import type { RequestedDiff } from '../diff-request.ts';
import type { ApiError } from '../errors.ts';
import type { RequestedEvents } from '../events.ts';
import type { RequestedLevelChanges, RequestedTitleVersions } from '../level-changes.ts';
import type { Words } from '../path-words.ts';
import type { Representation } from '../paths.ts';
import type { NotPrecomputed } from '../precomputed.ts';
import type { ListQuery, Slice } from '../query.ts';
import type { RequestedReferences } from '../references.ts';
import type { CachePolicy } from '../resource.ts';
import type { HandledName, UnlessParam } from '../resource-kinds.ts';
import type { ResourceName } from '../resources.ts';
import type { PageLoads } from '../site-loads.ts';
import type { RoutedSource } from '../sources.ts';
import type { RequestedVersions } from '../version.ts';
import type { WebPlace } from '../web-path.ts';

export interface RoutedRequest {
  method: string;
  /** Path and query as in the request line, not decoded. */
  target: string;
  /** The header `Accept`, several joined by commas. */
  accept?: string | undefined;
}

export type Requested =
  | {
      resource: 'document';
      source: RoutedSource;
      identifier: string;
      representation: Representation;
      /** The names in `fields`, sorted; null for everything. */
      projection: readonly string[] | null;
      /** The labels of a paragraph; null for the whole document. */
      pinpoint: readonly string[] | null;
      /** A day, or the name of a version; null for the text of today. */
      on: string | null;
      path: string;
    }
  | {
      resource: 'level';
      source: RoutedSource;
      identifier: string;
      /** Whether all that is below the level is asked for, instead of what is directly in it. */
      isWhole: boolean;
    }
  | RequestedReferences
  | RequestedVersions
  | RequestedDiff
  | RequestedLevelChanges
  | RequestedTitleVersions
  | RequestedEvents
  | RequestedDayList
  | { resource: 'list'; source: RoutedSource; query: ListQuery }
  | { resource: 'month'; source: RoutedSource; year: number; month: number; page: Slice }
  | RequestedByPath
  /** A file of the tree or of the site by its path, or a page of the site: the shell for a web path. */
  | { resource: 'tree' | 'site' | 'view' };

/** Any other resource, by the words of its path. */
export interface RequestedByPath {
  resource: Exclude<
    ResourceName,
    | 'document'
    | 'level'
    | 'versions'
    | 'diff'
    | 'levelchanges'
    | 'levelversions'
    | 'events'
    | 'list'
    | 'month'
    | RequestedReferences['resource']
  >;
  words: Words;
  /** The value of the parameter that makes a handler of the shim answer; null without it, when a file answers. */
  given: string | null;
}

/** A row of the table of resources, or an address beside the API. */
export type RoutedResource = Requested['resource'];

export interface FileRoute {
  kind: 'file';
  path: string;
  policy: CachePolicy;
  requested: Requested;
  /** The error for a missing file; null where the origin then computes the list page. */
  missing: ApiError | null;
  /** Whether people see the error in a page: see `ErrorRoute`. */
  hasErrorPage: boolean;
}

/** The shell (`SHELL`) with its head filled, with status 404 where `subject` is missing. Trees may have no shell. */
export interface ViewRoute {
  kind: 'view';
  place: WebPlace;
  /** The file that must exist, relative to the tree; null for pages without a subject. */
  subject: string | null;
  /** The query of the address, without its question mark. */
  search: string;
  loads: PageLoads;
  policy: 'page';
  requested: Requested;
}

export type OriginReason =
  | NotPrecomputed
  | 'fields'
  | 'pinpoint'
  | 'on'
  | 'diff'
  /** Computed of files in every tree. */
  | 'made'
  | 'depth'
  /** A page of references that is no file in any corpus. */
  | 'references'
  /** A parameter that makes a handler of the shim answer: changes of several builds together. */
  | UnlessParam
  | 'mcp'
  | HandledName;

/** No file can be the answer in any corpus: the shim answers. */
export interface OriginRoute {
  kind: 'origin';
  reason: OriginReason;
  requested: Requested;
}

/** The request is wrong, or the resource cannot exist. */
export interface ErrorRoute {
  kind: 'error';
  error: ApiError;
  /** Null for paths without an endpoint. */
  resource: RoutedResource | null;
  /** Whether the shell shows the error, for web paths of sources and for clients that ask for HTML beside the API. */
  hasErrorPage: boolean;
}

/** A preflight, or another OPTIONS request, to an endpoint. */
export interface OptionsRoute {
  kind: 'options';
}

export type Route = FileRoute | ViewRoute | OriginRoute | ErrorRoute | OptionsRoute;
