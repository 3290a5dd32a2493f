import { escapeHtml } from '../../contract/site-head.ts';
import type { Entry } from '../bundle.ts';
import { footer, headEnd, header, headStart } from '../frame.ts';

export interface DocsPage {
  /** Address relative to the base: `docs/reference`. */
  address: string;
  title: string;
  description: string;
  styles: readonly string[];
  /** Classic scripts, run after the page is parsed. */
  scripts: readonly string[];
  /** HTML between header and footer, with `main` in it. */
  content: string;
}

/** A whole page, as HTML. @param siteUrl the public address of the site, with a slash at its end; null where it is not known */
export const docsPage = (page: DocsPage, entry: Entry, siteUrl: string | null): string => `<!doctype html>
<html lang="en">
<head>
${headStart('/')}
<title>${escapeHtml(page.title)}</title>
<meta name="description" content="${escapeHtml(page.description)}">
<link rel="canonical" href="${escapeHtml((siteUrl ?? '') + page.address)}">
${headEnd(entry)}
${page.styles.map(path => `<link rel="stylesheet" href="${path}">\n`).join('')}${page.scripts.map(path => `<script src="${path}" defer></script>\n`).join('')}</head>
<body>
${header(page.address)}
${page.content}
${footer(entry)}
</body>
</html>
`;
