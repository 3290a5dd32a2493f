/** Names of the site (build/contract/README.md, Site). `resources.ts` has the addresses of its files, `web-path.ts` those of its pages. */

/** The one page of all web paths. */
export const SHELL = 'site/index.html';

/** The feed of the newest builds. */
export const CHANGES_FEED = 'changes/feed.atom';

/** Matches an `Accept` that names HTML, as browsers send for navigation. */
export const NAMES_HTML = '(?:^|,) *[tT][eE][xX][tT]/[hH][tT][mM][lL] *(?:[;,]|$)';

const NAMES_HTML_PATTERN = new RegExp(NAMES_HTML);
export const namesHtml = (accept: string | undefined): boolean => NAMES_HTML_PATTERN.test(accept ?? '');
