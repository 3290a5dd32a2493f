import { SITE_FOLDER } from './paths.ts';

/**
 * Addresses of the site's files (build/contract/README.md, Site), as patterns that edges can have too: without quotes, backslashes and
 * flags. Pages that show what the tree holds have web paths instead (`web-path.ts`).
 */

/** The one page of all web paths. */
export const SHELL = 'site/index.html';

/** What the newest builds have changed, as a feed. */
export const CHANGES_FEED = 'changes/feed.atom';

/** Every name of an asset tells its content, so that a name never gets another. */
const ASSETS = 'site/assets/';

export type SitePolicy = 'asset' | 'page' | 'list';

const PLAIN = '[A-Za-z0-9_-]+';
const FILE = `${PLAIN}[.][A-Za-z0-9._-]+`;
const PAGE = `${PLAIN}[.]html`;
const FOLDERS = `(?:/${PLAIN})*`;

/** Where a path (plain, with its first slash) matches the pattern, the file is there, relative to the tree. The first that matches counts. */
export const SITE_ADDRESSES: readonly { pattern: string; file: string; policy: SitePolicy | 'manifest' }[] = [
  { pattern: '/feeds/changes[.]atom', file: CHANGES_FEED, policy: 'manifest' },
  { pattern: `/(${ASSETS}(?:${PLAIN}/)*${FILE})`, file: '$1', policy: 'asset' },
  { pattern: `/(${SITE_FOLDER}${FOLDERS}/${PAGE})`, file: '$1', policy: 'page' },
  { pattern: `/(${SITE_FOLDER}${FOLDERS}/${FILE})`, file: '$1', policy: 'list' },
  { pattern: `/(docs${FOLDERS})/?`, file: `${SITE_FOLDER}/$1/index.html`, policy: 'page' },
  { pattern: `/(docs${FOLDERS}/${PAGE})`, file: `${SITE_FOLDER}/$1`, policy: 'page' },
  {
    pattern: `/(robots[.]txt|sitemap[.]xml|sitemaps/${PLAIN}(?:[.][0-9]+)?[.]xml|feeds/${PLAIN}[.]atom|docs${FOLDERS}/${FILE})`,
    file: `${SITE_FOLDER}/$1`,
    policy: 'list',
  },
];

const PATTERNS = SITE_ADDRESSES.map(address => new RegExp(`^${address.pattern}$`));

/** @param path of a URL, decoded. @returns relative to the tree; null where it is no file of the site */
export function siteFileOf(path: string): string | null {
  const found = PATTERNS.findIndex(pattern => pattern.test(path));
  const address = SITE_ADDRESSES[found];
  return address ? path.replace(PATTERNS[found] as RegExp, address.file) : null;
}

/** How long a file of the site may be kept. @param path relative to the tree */
export function sitePolicy(path: string): SitePolicy {
  if (path.indexOf(ASSETS) === 0) return 'asset';
  return /[.]html$/.test(path) ? 'page' : 'list';
}

/** Whether all pages change with it. */
export const isOfShell = (path: string): boolean => path === SHELL || path.indexOf(ASSETS) === 0;

/** A header `Accept` that names HTML, as browsers do for what people open. */
export const NAMES_HTML = '(?:^|,) *[tT][eE][xX][tT]/[hH][tT][mM][lL] *(?:[;,]|$)';

const NAMES_HTML_PATTERN = new RegExp(NAMES_HTML);
export const namesHtml = (accept: string | undefined): boolean => NAMES_HTML_PATTERN.test(accept ?? '');
