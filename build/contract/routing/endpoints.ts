import type { CachePolicy } from '../headers.ts';
import { isDated, outerLevel } from '../levels.ts';
import {
  bulkUrl,
  changesUrl,
  healthUrl,
  mcpUrl,
  openapiAliases,
  openapiUrl,
  searchUrl,
  sourcesUrl,
  statsUrl,
} from '../paths.ts';
import { siteFileOf } from '../site-paths.ts';
import type { RoutedSource } from '../sources.ts';
import { TREE_FOLDERS, treeFilePolicy } from '../tree-files.ts';
import { readWebPath, type WebPlace } from '../web-path.ts';
import { decodeSegment } from './target.ts';

/** Which endpoint a path is. */

/** An endpoint with what stands in its path, decoded. `file` is the query where the path names the page's file. */
export type Endpoint =
  | { resource: 'document'; source: RoutedSource; name: string }
  | { resource: 'list'; source: RoutedSource; file: string | null }
  | { resource: 'month'; source: RoutedSource; year: string; month: string; file: string | null }
  | PageEndpoint
  /** What all kept builds changed, or the one of this number. */
  | { resource: 'changes'; number: string | null }
  /** A file of the tree by its path; the policy is null where it is none that is given out. */
  | { resource: 'tree'; path: string; policy: CachePolicy | null }
  /** Of a web path below a source that is no page's the place is null. */
  | { resource: 'view'; place: WebPlace | null }
  /** A file of the site, relative to the tree; null where it is none. */
  | { resource: 'site'; path: string | null }
  | { resource: 'search' }
  | { resource: 'health' }
  | { resource: 'mcp' };

export type PageEndpoint =
  | { resource: 'page'; page: 'titles'; source: RoutedSource }
  | { resource: 'page'; page: 'title'; source: RoutedSource; number: string }
  | { resource: 'page'; page: 'years'; source: RoutedSource }
  | { resource: 'page'; page: 'year'; source: RoutedSource; number: string }
  | { resource: 'page'; page: 'overview'; url: string; policy: CachePolicy };

const overview = (url: string, policy: CachePolicy): Endpoint => ({
  resource: 'page',
  page: 'overview',
  url,
  policy,
});

/** @param segments of a path, percent-encoded. @returns null where it is no endpoint's */
export function endpointOf(sources: readonly RoutedSource[], segments: readonly string[]): Endpoint | null {
  const words = segments.map(decodeSegment);
  if (words[0] !== '') return null;
  const source = words[1] === 'api' && sources.find(candidate => candidate.id === words[2]);
  if (source) return ofSource(source, segments, words);
  return ofAll(words) ?? ofSite(sources, segments, words);
}

/** Folders of the site's files: below them no path is anything else. */
const SITE_FOLDERS = ['docs', 'feeds', 'sitemaps', 'site'];

function ofSite(
  sources: readonly RoutedSource[],
  segments: readonly string[],
  words: readonly string[],
): Endpoint | null {
  const path = words.some(word => word.indexOf('/') >= 0) ? null : siteFileOf(words.join('/'));
  const first = words[1] as string;
  if (path !== null || (words.length > 2 && SITE_FOLDERS.indexOf(first) >= 0))
    return { resource: 'site', path };
  const place = readWebPath(segments.join('/'), sources);
  const isOfSource = sources.some(({ id }) => id === first);
  return place || isOfSource ? { resource: 'view', place } : null;
}

function ofAll(words: readonly string[]): Endpoint | null {
  // A slash that is encoded parts nothing.
  const url = words.some(word => word.indexOf('/') >= 0) ? '' : words.join('/');
  // Its counts are live (build/contract/README.md, Overview).
  if (url === sourcesUrl) return overview(sourcesUrl, 'list');
  if (url === bulkUrl) return overview(bulkUrl, 'list');
  if (url === statsUrl) return overview(statsUrl, 'overview');
  if (url === openapiUrl || openapiAliases.some(alias => alias === url))
    return overview(openapiUrl, 'overview');
  if (url === changesUrl) return { resource: 'changes', number: null };
  if (words.length === 4 && words.slice(0, 3).join('/') === changesUrl)
    return { resource: 'changes', number: words[3] as string };
  const path = url.slice(1);
  const policy = treeFilePolicy(path);
  if (policy || (words.length > 2 && TREE_FOLDERS.some(folder => folder === words[1])))
    return { resource: 'tree', path, policy };
  if (url === searchUrl) return { resource: 'search' };
  if (url === mcpUrl) return { resource: 'mcp' };
  return url === healthUrl ? { resource: 'health' } : null;
}

function ofSource(
  source: RoutedSource,
  segments: readonly string[],
  words: readonly string[],
): Endpoint | null {
  const kind = words[3];
  const first = words[4];
  if (kind === 'documents' && first === undefined) return { resource: 'list', source, file: null };
  const file = queryOfFile(words);
  if (kind === 'documents' && file !== null && words.length === 6) return { resource: 'list', source, file };
  // Slashes in identifiers may be plain.
  if (kind === 'documents')
    return { resource: 'document', source, name: decodeSegment(segments.slice(4).join('/')) };
  if (kind !== outerLevel(source).plural) return null;
  if (!isDated(source)) {
    if (first === undefined) return { resource: 'page', page: 'titles', source };
    return words.length > 5 ? null : { resource: 'page', page: 'title', source, number: first };
  }
  if (first === undefined) return { resource: 'page', page: 'years', source };
  const month = words[5];
  if (month === undefined) return { resource: 'page', page: 'year', source, number: first };
  return words.length === 6 || (file !== null && words.length === 8)
    ? { resource: 'month', source, year: first, month, file }
    : null;
}

/** The file of a list page is named by its query: who looked for it in vain may ask by its name for the page. */
function queryOfFile(words: readonly string[]): string | null {
  const name = words[words.length - 1] ?? '';
  return words[words.length - 2] === '_q' && /\.json$/.test(name) ? name.slice(0, -5) : null;
}
