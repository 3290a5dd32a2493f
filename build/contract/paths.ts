import { shorthandOf } from './identifier.ts';
import { byteLength, MAX_NAME_BYTES } from './segment.ts';
import type { RoutedSource } from './sources.ts';

/**
 * URL ↔ path, for every endpoint. A path is relative to the tree (`dist/`) and begins with `api/`. A URL
 * without a query is its path without the ending; a query is the name of a file in `_q/`.
 */

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

/** Of what else of a tree is sent. A dump is a file of its own type, not a text in a coding. */
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

/** What is worth compressing. */
export const isTextType = (contentType: string): boolean => /charset=|[+]xml$/.test(contentType);

/** Every type of file that is sent. (In words that a small bundle has, too: `routing/small.ts`.) */
export const fileTypes = (): readonly FileType[] =>
  (Object.values(REPRESENTATIONS) as FileType[]).concat(OTHER_TYPES);

/** @param path of a file of the tree */
export const contentTypeOf = (path: string): string =>
  fileTypes().find(type => path.endsWith(type.extension))?.contentType ?? 'application/octet-stream';

export const twoDigits = (number: number): string => String(number).padStart(2, '0');

export const MANIFEST_URL = '/manifest.json';

/** The shim's listing index, relative to the tree. */
export const CATALOG = 'catalog/catalog.bin';

/** The embedded search engine's index, relative to the tree. */
export const SEARCH_INDEX = 'catalog/search.sqlite';

/** What the newest builds have changed, relative to the tree; `changesPath` has what one of them did. */
export const CHANGES_INDEX = 'changes/index.json';
export const changesPath = (number: number): string => `changes/${number}.ndjson`;

/** Of a file of the tree, the file with its signature. */
export const signaturePath = (file: string): string => `${file}.minisig`;

/** A path as it stands in a URL: percent-encoded but for its slashes. */
export const encodedPath = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

/** The folder of everything that the API answers with as it is, relative to the tree. */
export const API_FOLDER = 'api';

/** The folder of dumps, relative to the tree. */
export const BULK_FOLDER = 'bulk';

/** The folder of the site, relative to the tree. */
export const SITE_FOLDER = 'site';

/** The folders of content: what the manifest may list. */
export const CONTENT_FOLDERS = [API_FOLDER, BULK_FOLDER, SITE_FOLDER] as const;

/** Whether the manifest may list a path. */
export const isContentPath = (path: string): boolean =>
  CONTENT_FOLDERS.some(folder => path.startsWith(`${folder}/`));

export const sourcesUrl = '/api/sources';
export const statsUrl = '/api/stats';
export const bulkUrl = '/api/bulk';
export const openapiUrl = '/api/openapi';
/** Where tools look for a description by themselves. */
export const openapiAliases = ['/api/openapi.json', '/openapi.json'] as const;
export const healthUrl = '/api/health';
export const searchUrl = '/api/search';
/** The Model Context Protocol, beside the API. */
export const mcpUrl = '/mcp';
export const changesUrl = '/api/changes';
export const documentsUrl = (source: RoutedSource): string => `/api/${source.id}/documents`;
/** The URL of a document by its shorthand, its slash percent-encoded. */
export const documentUrl = (source: RoutedSource, identifier: string): string =>
  `${documentsUrl(source)}/${encodeURIComponent(shorthandOf(source, identifier))}`;

/** The file that answers a URL without query. */
export const pathOf = (url: string): string => `${url.slice(1)}.json`;

export const documentPath = (
  source: RoutedSource,
  identifier: string,
  representation: Representation,
): string =>
  documentsUrl(source).slice(1) +
  `/${shorthandOf(source, identifier)}${REPRESENTATIONS[representation].extension}`;

/**
 * The file that answers a URL with this canonical query, or null where its name would be too long for a
 * file: such a page is never precomputed.
 */
export function queryPath(url: string, canonicalQuery: string): string | null {
  if (canonicalQuery === '') return pathOf(url);
  const name = `${canonicalQuery}.json`;
  return byteLength(name) > MAX_NAME_BYTES ? null : `${url.slice(1)}/_q/${name}`;
}

export const withQuery = (url: string, canonicalQuery: string): string =>
  canonicalQuery === '' ? url : `${url}?${canonicalQuery}`;
