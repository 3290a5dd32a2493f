/**
 * Addresses of the site's files (build/contract/README.md, Site), as patterns that edges can have too: without quotes, backslashes and
 * flags. Pages that show what the tree holds have web paths instead (`web-path.ts`).
 */

/** The folder of the site, relative to the tree. */
export const SITE_FOLDER = 'site';

/** The one page of all web paths. */
export const SHELL = 'site/index.html';

/** The page of the reference, which has a policy of its own (`headers.ts`), and what is beside it. */
export const REFERENCE_FOLDER = 'site/docs/reference/';

/** What the newest builds have changed, as a feed. */
export const CHANGES_FEED = 'changes/feed.atom';

/** Every name of an asset tells its content, so that a name never gets another. */
const ASSETS = 'site/assets/';

const PLAIN = '[A-Za-z0-9_-]+';
const FILE = `${PLAIN}[.][A-Za-z0-9._-]+`;

/** Where a path (plain, with its first slash) matches the first, the file is the second. */
export const SITE_ADDRESSES: readonly (readonly [pattern: string, file: string])[] = [
  ['/feeds/changes[.]atom', CHANGES_FEED],
  [
    `/(robots[.]txt|sitemap[.]xml|sitemaps/${PLAIN}(?:[.][0-9]+)?[.]xml|feeds/${PLAIN}[.]atom|docs(?:/${PLAIN})*/${FILE})`,
    `${SITE_FOLDER}/$1`,
  ],
  [`/(docs(?:/${PLAIN})*)/?`, `${SITE_FOLDER}/$1/index.html`],
  [`/(${SITE_FOLDER}(?:/${PLAIN})*/${FILE})`, '$1'],
];

const PATTERNS = SITE_ADDRESSES.map(([pattern]) => new RegExp(`^${pattern}$`));

/** @param path of a URL, decoded. @returns relative to the tree; null where it is no file of the site */
export function siteFileOf(path: string): string | null {
  const found = PATTERNS.findIndex(pattern => pattern.test(path));
  const address = SITE_ADDRESSES[found];
  return address ? path.replace(PATTERNS[found] as RegExp, address[1]) : null;
}

/** How long a file of the site may be kept. @param path relative to the tree */
export function sitePolicy(path: string): 'asset' | 'page' | 'list' {
  if (path.indexOf(ASSETS) === 0) return 'asset';
  return /[.]html$/.test(path) ? 'page' : 'list';
}

/** Whether all pages change with it. */
export const isOfShell = (path: string): boolean => path === SHELL || path.indexOf(ASSETS) === 0;

/** A header `Accept` that names HTML, as browsers do for what people open. */
export const NAMES_HTML = '(?:^|,) *[tT][eE][xX][tT]/[hH][tT][mM][lL] *(?:[;,]|$)';

const NAMES_HTML_PATTERN = new RegExp(NAMES_HTML);
export const namesHtml = (accept: string | undefined): boolean => NAMES_HTML_PATTERN.test(accept ?? '');
