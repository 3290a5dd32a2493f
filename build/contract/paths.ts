import { byteLength, MAX_NAME_BYTES } from './file-names.ts';
import { shorthandOf } from './identifier.ts';
import type { RoutedSource } from './sources.ts';

/** URL ↔ path, relative to the tree (`dist/`). A path has no query: `?query` of a URL is the file `_q/query.json`. */

export const REPRESENTATIONS = {
  json: { extension: '.json', contentType: 'application/json; charset=utf-8' },
  markdown: { extension: '.md', contentType: 'text/markdown; charset=utf-8' },
  text: { extension: '.txt', contentType: 'text/plain; charset=utf-8' },
} as const;

export type Representation = keyof typeof REPRESENTATIONS;

export interface FileType {
  extension: string;
  contentType: string;
}

export const HTML_TYPE = 'text/html; charset=utf-8';

/** Types of other files that are sent. A dump has its own type; it is no text in a coding. */
const OTHER_TYPES: readonly FileType[] = [
  { extension: '.ndjson', contentType: 'application/x-ndjson; charset=utf-8' },
  { extension: '.jsonl.gz', contentType: 'application/gzip' },
  { extension: '.minisig', contentType: 'text/plain; charset=utf-8' },
  { extension: '.html', contentType: HTML_TYPE },
  { extension: '.js', contentType: 'text/javascript; charset=utf-8' },
  { extension: '.css', contentType: 'text/css; charset=utf-8' },
  { extension: '.ts', contentType: 'text/plain; charset=utf-8' },
  { extension: '.py', contentType: 'text/plain; charset=utf-8' },
  { extension: '.xml', contentType: 'application/xml; charset=utf-8' },
  { extension: '.atom', contentType: 'application/atom+xml; charset=utf-8' },
  { extension: '.svg', contentType: 'image/svg+xml' },
  { extension: '.png', contentType: 'image/png' },
  { extension: '.woff2', contentType: 'font/woff2' },
];

/** Tells whether compression is worthwhile. */
export const isTextType = (contentType: string): boolean => /charset=|[+]xml$/.test(contentType);

/** Every type of file that is sent. (The syntax suits `routing/small.ts`.) */
export const fileTypes = (): readonly FileType[] =>
  (Object.values(REPRESENTATIONS) as FileType[]).concat(OTHER_TYPES);

export const contentTypeOf = (path: string): string =>
  fileTypes().find(type => path.endsWith(type.extension))?.contentType ?? 'application/octet-stream';

export const twoDigits = (number: number): string => String(number).padStart(2, '0');

export const MANIFEST_URL = '/manifest.json';

/** The shim's listing index. */
export const CATALOG = 'catalog/catalog.bin';
/** The embedded search engine's index. */
export const SEARCH_INDEX = 'catalog/search.sqlite';
/** The changes of the newest builds; `changesPath` has those of one build. */
export const CHANGES_INDEX = 'changes/index.json';
export const changesPath = (number: number): string => `changes/${number}.ndjson`;

export const signaturePath = (file: string): string => `${file}.minisig`;

export const encodedPath = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

export const API_FOLDER = 'api';
export const BULK_FOLDER = 'bulk';
export const SITE_FOLDER = 'site';

/** The folders that the manifest lists. */
export const CONTENT_FOLDERS = [API_FOLDER, BULK_FOLDER, SITE_FOLDER] as const;

export const isContentPath = (path: string): boolean =>
  CONTENT_FOLDERS.some(folder => path.startsWith(`${folder}/`));

export const sourcesUrl = '/api/sources';
export const statsUrl = '/api/stats';
export const bulkUrl = '/api/bulk';
export const openapiUrl = '/api/openapi';
/** Where tools look for a description. */
export const openapiAliases = ['/api/openapi.json', '/openapi.json'] as const;
export const healthUrl = '/api/health';
export const searchUrl = '/api/search';
export const citationsUrl = '/api/citations';
/** The Model Context Protocol, beside the API. */
export const mcpUrl = '/mcp';
export const changesUrl = '/api/changes';
export const documentsUrl = (source: RoutedSource): string => `/api/${source.id}/documents`;
/** The URL of a document by its shorthand, whose slash is percent-encoded. */
export const documentUrl = (source: RoutedSource, identifier: string): string =>
  `${documentsUrl(source)}/${encodeURIComponent(shorthandOf(source, identifier))}`;

export const structureUrl = (source: RoutedSource): string => `/api/${source.id}/structure`;
/** The URL of a level, written like that of a document. */
export const structureLevelUrl = (source: RoutedSource, identifier: string): string =>
  `${structureUrl(source)}/${encodeURIComponent(shorthandOf(source, identifier))}`;
export const structureLevelPath = (source: RoutedSource, identifier: string): string =>
  pathOf(`${structureUrl(source)}/${shorthandOf(source, identifier)}`);
/** The file of all that is below a title. */
export const outlinePath = (source: RoutedSource, identifier: string): string =>
  `${structureUrl(source).slice(1)}/${shorthandOf(source, identifier)}/_q/depth=all.json`;

/** The file that answers a URL without query. */
export const pathOf = (url: string): string => `${url.slice(1)}.json`;

export const documentPath = (
  source: RoutedSource,
  identifier: string,
  representation: Representation,
): string =>
  documentsUrl(source).slice(1) +
  `/${shorthandOf(source, identifier)}${REPRESENTATIONS[representation].extension}`;

/** Returns the file of a list page; null where its name would be too long: it is never precomputed. */
export function queryPath(url: string, canonicalQuery: string): string | null {
  if (canonicalQuery === '') return pathOf(url);
  const name = `${canonicalQuery}.json`;
  return byteLength(name) > MAX_NAME_BYTES ? null : `${url.slice(1)}/_q/${name}`;
}

export const withQuery = (url: string, canonicalQuery: string): string =>
  canonicalQuery === '' ? url : `${url}?${canonicalQuery}`;

/** Reads a file of the tree by its path; null for one that is missing. */
export type ReadFile = (path: string) => Promise<string | null>;
