import type { CachePolicy, TagKind } from './resource.ts';
import { CHANGES_FEED } from './site-paths.ts';

/** Addresses beside the API: files by their paths, and pages of the site. */

/** Files with a common pattern of addresses. */
export interface FileAddress {
  /** `tree`: files for mirrors, 404 in JSON. `site`: files of the site, 404 in a page for people. */
  of: 'tree' | 'site';
  /** The folders or files; `*` matches what the pattern allows. No other rule applies below such a folder. */
  paths: readonly string[];
  /** The inside of a regular expression that edges share: no quotes, backslashes or flags. */
  pattern: string;
  /** Relative to the tree; by default the address without its slash. */
  file?: string;
  policy: CachePolicy;
  tags: TagKind;
  ranges?: true;
  /** A later row gives the same addresses another policy or other tags. */
  isRefined?: true;
}

const WORD = '[a-z0-9_-]+';
const MANIFEST = `manifest[.]json(?:[.]minisig)?|manifest(?:/${WORD})+[.]ndjson|bulk/index[.]json`;
const MANIFEST_PATHS = ['/manifest.json', '/manifest.json.minisig', '/manifest/*', '/bulk/*'];
const HISTORY = 'index[.]json(?:[.]minisig)?|feed[.]atom';

const TREE: readonly Omit<FileAddress, 'of'>[] = [
  { paths: MANIFEST_PATHS, pattern: `/(?:${MANIFEST})`, policy: 'manifest', tags: 'manifest' },
  {
    paths: ['/bulk/*'],
    pattern: `/bulk(?:/${WORD})+[.]jsonl[.]gz`,
    policy: 'dump',
    tags: 'dump',
    ranges: true,
  },
  { paths: ['/changes/*'], pattern: `/changes/(?:${HISTORY})`, policy: 'manifest', tags: 'changes' },
  { paths: ['/changes/*'], pattern: '/changes/[0-9]+[.]ndjson', policy: 'list', tags: 'changes' },
];

const PLAIN = '[A-Za-z0-9_-]+';
const FILE = `${PLAIN}[.][A-Za-z0-9._-]+`;
const HTML = `${PLAIN}[.]html`;
const FOLDERS = `(?:/${PLAIN})*`;
const ASSET = `/site/assets/(?:${PLAIN}/)*${FILE}`;
const DOCS = `docs${FOLDERS}/${FILE}`;
const FOR_ROBOTS = `robots[.]txt|sitemap[.]xml|sitemaps/${PLAIN}(?:[.][0-9]+)?[.]xml`;
const FEED = `feeds/${PLAIN}[.]atom`;
const OTHER_PATHS = ['/docs/*', '/robots.txt', '/sitemap.xml', '/sitemaps/*', '/feeds/*'];
const INDEX = 'site/$1/index.html';

/** The tags default to `siteFile`. */
const SITE: readonly (Omit<FileAddress, 'of' | 'tags'> & { tags?: TagKind })[] = [
  {
    paths: ['/feeds/*'],
    pattern: '/feeds/changes[.]atom',
    file: CHANGES_FEED,
    policy: 'manifest',
    tags: 'changes',
  },
  { paths: ['/site/*'], pattern: ASSET, policy: 'asset', tags: 'site', isRefined: true },
  { paths: ['/site/*'], pattern: '/site/index[.]html', policy: 'page', tags: 'site', isRefined: true },
  { paths: ['/site/*'], pattern: `/site${FOLDERS}/${HTML}`, policy: 'page', isRefined: true },
  { paths: ['/site/*'], pattern: `/site${FOLDERS}/${FILE}`, policy: 'list' },
  { paths: ['/docs', '/docs/*'], pattern: `/(docs${FOLDERS})/?`, file: INDEX, policy: 'page' },
  {
    paths: ['/docs/*'],
    pattern: `/(docs${FOLDERS}/${HTML})`,
    file: 'site/$1',
    policy: 'page',
    isRefined: true,
  },
  { paths: OTHER_PATHS, pattern: `/(${DOCS}|${FOR_ROBOTS}|${FEED})`, file: 'site/$1', policy: 'list' },
];

/** The first matching row counts. */
export const FILES: readonly FileAddress[] = [
  ...TREE.map(row => ({ of: 'tree' as const, ...row })),
  ...SITE.map(row => ({ of: 'site' as const, tags: 'siteFile' as const, ...row })),
];

/** Pages of the site; `web-path.ts` tells their contents. */
export const PAGES = ['/', '/search', '/search/', '/:source', '/:source/*'] as const;
