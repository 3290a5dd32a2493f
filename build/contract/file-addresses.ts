import type { CachePolicy, TagKind } from './resource.ts';

/** What is asked for beside the API: files by their paths, and pages of the site. */

/** Patterns are the inside of regular expressions that edges can have, too: without quotes, backslashes and flags. */
const WORD = '[a-z0-9_-]+';
const PLAIN = '[A-Za-z0-9_-]+';
const FILE = `${PLAIN}[.][A-Za-z0-9._-]+`;
const FOLDERS = `(?:/${PLAIN})*`;

/** Files that are asked for by their paths. */
export interface FileAddress {
  /** `tree`: what mirrors read, 404 in JSON. `site`: files of the site, 404 in a page for people. */
  of: 'tree' | 'site';
  /** Where they are: `*` is whatever the pattern allows. Below such a folder nothing else is looked for. */
  paths: readonly string[];
  pattern: string;
  /** Relative to the tree: the address without its slash where it is left out. */
  file?: string;
  policy: CachePolicy;
  tags: TagKind;
  ranges?: true;
  /** A later row has these addresses, too, with another policy or other tags. */
  isRefined?: true;
}

/** The first row whose pattern matches counts. */
export const FILES: readonly FileAddress[] = [
  {
    of: 'tree',
    paths: ['/manifest.json', '/manifest.json.minisig', '/manifest/*', '/bulk/*'],
    pattern: `/(?:manifest[.]json(?:[.]minisig)?|manifest(?:/${WORD})+[.]ndjson|bulk/index[.]json)`,
    policy: 'manifest',
    tags: 'manifest',
  },
  {
    of: 'tree',
    paths: ['/bulk/*'],
    pattern: `/bulk(?:/${WORD})+[.]jsonl[.]gz`,
    policy: 'dump',
    tags: 'dump',
    ranges: true,
  },
  {
    of: 'tree',
    paths: ['/changes/*'],
    pattern: '/changes/(?:index[.]json(?:[.]minisig)?|feed[.]atom)',
    policy: 'manifest',
    tags: 'changes',
  },
  { of: 'tree', paths: ['/changes/*'], pattern: '/changes/[0-9]+[.]ndjson', policy: 'list', tags: 'changes' },
  {
    of: 'site',
    paths: ['/feeds/*'],
    pattern: '/feeds/changes[.]atom',
    file: 'changes/feed.atom',
    policy: 'manifest',
    tags: 'changes',
  },
  {
    of: 'site',
    paths: ['/site/*'],
    pattern: `/site/assets/(?:${PLAIN}/)*${FILE}`,
    policy: 'asset',
    tags: 'site',
    isRefined: true,
  },
  {
    of: 'site',
    paths: ['/site/*'],
    pattern: '/site/index[.]html',
    policy: 'page',
    tags: 'site',
    isRefined: true,
  },
  {
    of: 'site',
    paths: ['/site/*'],
    pattern: `/site${FOLDERS}/${PLAIN}[.]html`,
    policy: 'page',
    tags: 'siteFile',
    isRefined: true,
  },
  { of: 'site', paths: ['/site/*'], pattern: `/site${FOLDERS}/${FILE}`, policy: 'list', tags: 'siteFile' },
  {
    of: 'site',
    paths: ['/docs', '/docs/*'],
    pattern: `/(docs${FOLDERS})/?`,
    file: 'site/$1/index.html',
    policy: 'page',
    tags: 'siteFile',
  },
  {
    of: 'site',
    paths: ['/docs/*'],
    pattern: `/(docs${FOLDERS}/${PLAIN}[.]html)`,
    file: 'site/$1',
    policy: 'page',
    tags: 'siteFile',
    isRefined: true,
  },
  {
    of: 'site',
    paths: ['/docs/*', '/robots.txt', '/sitemap.xml', '/sitemaps/*', '/feeds/*'],
    pattern: `/(docs${FOLDERS}/${FILE}|robots[.]txt|sitemap[.]xml|sitemaps/${PLAIN}(?:[.][0-9]+)?[.]xml|feeds/${PLAIN}[.]atom)`,
    file: 'site/$1',
    policy: 'list',
    tags: 'siteFile',
  },
];

/** Pages of the site: `web-path.ts` tells what each shows. */
export const PAGES = ['/', '/search', '/search/', '/:source', '/:source/*'] as const;
