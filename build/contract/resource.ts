import type { ApiError } from './errors.ts';
import type { Params } from './params.ts';
import type { Words } from './path-words.ts';
import type { RoutedSource } from './sources.ts';

/** Columns of the tables of resources (`resources.ts`, `file-addresses.ts`). */

/** How long caches keep an answer; `CACHE_CONTROL` in `headers.ts` has the times. */
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

/** The kind of an answer's tags; `cache-tags.ts` has them. */
export type TagKind =
  | Exclude<CachePolicy, 'page' | 'asset'>
  | 'changes'
  /** The shell and its assets, which purge all pages. */
  | 'site'
  | 'siteFile';

/** Errors in the description beside those of every resource. */
export type ErrorName =
  | 'NotFound'
  | 'DocumentNotFound'
  | 'RangeNotSatisfiable'
  | 'ChangesNotFound'
  | 'ChangesGone'
  | 'SearchUnavailable'
  | 'SearchTimedOut';

export interface Resource {
  /**
   * `:source` is the id of each source with the resource, `:levels` its outermost level in the plural, `*` an identifier, whose
   * slashes may be plain; `path-words.ts` has the other words.
   */
  path: string;
  aliases?: readonly string[];
  /** Selects the sources that have it; all by default. */
  of?: (source: RoutedSource) => boolean;
  /**
   * `file`: a file of the tree. `document`: a file, by format and `Accept`. `list` and `month`: a file for a precomputed page,
   * else the shim computes it. `level`: a file by its identifier; the shim computes all that is below a level inside a title.
   * `references`: a file for the first ones and for further pages; the shim answers where there is none. `versions`: a file, or the
   * shim for a document with one version.
   * `diff`: computed of two files. `made`: computed of files by the shim, and by edges that can. `shim`: always a handler of the shim. `mcp`: the shim, with any method.
   */
  answered:
    | 'file'
    | 'document'
    | 'level'
    | 'references'
    | 'versions'
    | 'diff'
    | 'made'
    | 'list'
    | 'month'
    | 'shim'
    | 'mcp';
  /** Relative to the tree; by default the path with `.json`. */
  file?: string;
  /** A query parameter with which a handler of the shim answers instead of the file. */
  unless?: { param: string; read(params: Params): string | null };
  /** Query parameters; `filters` are those of the source. */
  query?: readonly string[];
  policy: CachePolicy | 'none';
  /** Left out where no cache keeps the answer. */
  tags?: TagKind;
  ranges?: true;
  /** The shape around the data; none by default. `maybePaged` has pagination around a page alone. */
  envelope?: 'resource' | 'document' | 'list' | 'paged' | 'maybePaged';
  missing?: (words: Words) => ApiError;
  /** The file may be missing while the content exists: 404 even while the content cannot be read. */
  isApart?: true;
  errors?: readonly ErrorName[];
  /** False: free of the rate limit. */
  counts?: false;
  /** Verb and noun; the name of the source is put between them. */
  operation?: readonly [verb: string, noun: string];
  summary?: string;
}
