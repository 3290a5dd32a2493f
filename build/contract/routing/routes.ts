import type { ApiError } from '../errors.ts';
import type { Words } from '../path-words.ts';
import type { Representation } from '../paths.ts';
import type { NotPrecomputed } from '../precomputed.ts';
import type { ListQuery, Slice } from '../query.ts';
import type { CachePolicy } from '../resource.ts';
import type { HandledName, ResourceName, UnlessParam } from '../resources.ts';
import type { PageLoads } from '../site-loads.ts';
import type { RoutedSource } from '../sources.ts';
import type { WebPlace } from '../web-path.ts';

/** What the routing rule looks at. */
export interface RoutedRequest {
  method: string;
  /** As it stands in the first line of the request: path and query, not decoded. */
  target: string;
  /** The header `Accept`, several joined by commas. */
  accept?: string | undefined;
}

/** What a request asks for, once it has been understood. */
export type Asked =
  | {
      resource: 'document';
      source: RoutedSource;
      identifier: string;
      representation: Representation;
      /** The names in `fields`, sorted; null for everything. */
      projection: readonly string[] | null;
      /** The file of the whole representation. */
      path: string;
    }
  | { resource: 'list'; source: RoutedSource; query: ListQuery }
  | { resource: 'month'; source: RoutedSource; year: number; month: number; page: Slice }
  | AskedByPath
  /** A file of the tree or of the site by its path, or a page of the site: the shell, about what a web path names. */
  | { resource: 'tree' | 'site' | 'view' };

/** Any other resource: the words of its path tell it. */
export interface AskedByPath {
  resource: Exclude<ResourceName, 'document' | 'list' | 'month'>;
  words: Words;
  /** The value of the parameter that makes a handler of the shim answer; null where it is not given, and a file answers. */
  given: string | null;
}

/** A row of the table of resources, or what is no resource of the API. */
export type RoutedResource = Asked['resource'];

/** A file of the tree is the answer. */
export interface FileRoute {
  kind: 'file';
  /** Relative to the tree, as the file is named there. */
  path: string;
  policy: CachePolicy;
  asked: Asked;
  /**
   * What it means that the tree has no such file: this error; or, where it is null, that the list page has to be computed by
   * the origin.
   */
  missing: ApiError | null;
  /** Whether people are told that in a page: see `ErrorRoute`. */
  isToldInPage: boolean;
}

/**
 * A page of the site: the shell (`SHELL`), with its head filled. Where the tree has no shell, there is no such endpoint; where it has
 * no `subject`, the shell says with status 404 that there is nothing.
 */
export interface ViewRoute {
  kind: 'view';
  place: WebPlace;
  /** The file that has to be there, relative to the tree; null: the page stands for itself. */
  subject: string | null;
  loads: PageLoads;
  policy: 'page';
  asked: Asked;
}

export type OriginReason =
  | NotPrecomputed
  /** A projection of a document. */
  | 'fields'
  /** A parameter that makes a handler of the shim answer: changes of several builds together. */
  | UnlessParam
  /** The Model Context Protocol: with all methods, and bodies. */
  | 'mcp'
  | HandledName;

/** No file can be the answer, whatever the corpus holds: the shim has it. */
export interface OriginRoute {
  kind: 'origin';
  reason: OriginReason;
  asked: Asked;
}

/** The request is wrong, or asks for what cannot be there. */
export interface ErrorRoute {
  kind: 'error';
  error: ApiError;
  /** Null where the path is no endpoint's. */
  resource: RoutedResource | null;
  /** Whether the shell says it, where the tree has one: below a source's web paths, and to whoever asks for HTML beside the API. */
  isToldInPage: boolean;
}

/** A preflight, or a question about methods, to an endpoint. */
export interface OptionsRoute {
  kind: 'options';
}

export type Route = FileRoute | ViewRoute | OriginRoute | ErrorRoute | OptionsRoute;
