import type { ApiError } from './errors.ts';
import type { Params } from './params.ts';
import type { Words } from './path-words.ts';
import type { RoutedSource } from './sources.ts';

/** What a row of the tables of resources says (`resources.ts`, `file-addresses.ts`). */

/** How long caches may keep an answer: `CACHE_CONTROL` in `headers.ts` has the times. */
export type CachePolicy =
  | 'document'
  | 'list'
  | 'hierarchy'
  | 'overview'
  | 'dump'
  | 'manifest'
  | 'search'
  | 'page'
  | 'asset';

/** Which tags an answer carries: `cache-tags.ts` has them. */
export type TagKind =
  | Exclude<CachePolicy, 'page' | 'asset'>
  | 'changes'
  /** The shell and its assets: all pages go with them. */
  | 'site'
  | 'siteFile';

/** Error responses of the description beside those that every resource has. */
export type ErrorName =
  | 'NotFound'
  | 'DocumentNotFound'
  | 'RangeNotSatisfiable'
  | 'ChangesNotFound'
  | 'ChangesGone'
  | 'SearchUnavailable'
  | 'SearchTimedOut';

export interface Resource {
  /** `:source` is the id of each source that has the resource, `:levels` its outermost level in the plural, `*` an identifier; `path-words.ts` has the other words. */
  path: string;
  /** Other addresses of the same. */
  aliases?: readonly string[];
  /** The sources that have it; all where it is left out. */
  of?: (source: RoutedSource) => boolean;
  /**
   * `file`: a file of the tree, or nothing. `document`: a file, by format and `Accept`. `list` and `month`: a file where the page is
   * precomputed, else the shim computes it. `shim`: a handler of the shim always. `mcp`: the shim, whatever the method.
   */
  answered: 'file' | 'document' | 'list' | 'month' | 'shim' | 'mcp';
  /** The file relative to the tree; the path with `.json` where it is left out. */
  file?: string;
  /** A query parameter that makes a handler of the shim answer instead of the file. */
  unless?: { param: string; read(params: Params): string | null };
  /** Query parameters; `filters` are those of the source. */
  query?: readonly string[];
  policy: CachePolicy | 'none';
  /** None where no cache keeps the answer. */
  tags?: TagKind;
  /** Whether a part can be asked for. */
  ranges?: true;
  /** The shape around the data; nothing around it where it is left out. */
  envelope?: 'resource' | 'document' | 'list' | 'paged';
  /** The error where the tree has no such file. */
  missing?: (words: Words) => ApiError;
  /** Whether the file may be missing while the content is there: it is 404 then even while the content cannot be read. */
  isApart?: true;
  errors?: readonly ErrorName[];
  /** False: the request does not count against the rate limit. */
  counts?: false;
  /** Verb and noun; the name of the source comes between them. */
  operation?: readonly [verb: string, noun: string];
  summary?: string;
}
