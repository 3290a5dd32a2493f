import type { ApiError } from '../errors.ts';
import type { CachePolicy } from '../headers.ts';
import type { Representation } from '../paths.ts';
import type { NotPrecomputed } from '../precomputed.ts';
import type { ListQuery, Slice } from '../query.ts';
import type { RoutedSource } from '../sources.ts';

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
  /** Titles and years, sources, stats and the API's description: a file or nothing. */
  | { resource: 'page' }
  /** A file of the tree by its path: the manifest and its parts, dumps, history. */
  | { resource: 'tree' }
  /** Since a number or a build; null for what a file tells. */
  | { resource: 'changes'; since: string | null }
  | { resource: 'search' | 'health' };

export type Resource = Asked['resource'];

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
}

export type OriginReason =
  | NotPrecomputed
  /** A projection of a document. */
  | 'fields'
  /** Changes of several builds together. */
  | 'since'
  | 'search'
  | 'health';

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
  resource: Resource | null;
}

/** A preflight, or a question about methods, to an endpoint. */
export interface OptionsRoute {
  kind: 'options';
}

export type Route = FileRoute | OriginRoute | ErrorRoute | OptionsRoute;
