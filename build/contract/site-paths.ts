/** Names of the site (build/contract/README.md, Site). `resources.ts` has the addresses of its files, `web-path.ts` those of its pages. */

/** The one page of all web paths. */
export const SHELL = 'site/index.html';

/** What the newest builds have changed, as a feed. */
export const CHANGES_FEED = 'changes/feed.atom';

/** A header `Accept` that names HTML, as browsers do for what people open. */
export const NAMES_HTML = '(?:^|,) *[tT][eE][xX][tT]/[hH][tT][mM][lL] *(?:[;,]|$)';

const NAMES_HTML_PATTERN = new RegExp(NAMES_HTML);
export const namesHtml = (accept: string | undefined): boolean => NAMES_HTML_PATTERN.test(accept ?? '');
