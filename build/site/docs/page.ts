import type { Entry } from '../bundle.ts';
import { escapeHtml, footer, headEnd, header, headStart } from '../frame.ts';

/** Where and how pages of the guide are served. */
export interface DocsOptions {
  /** The folder in which the site lies at its host, with slashes around it. */
  base?: string;
  /** `static`: the host serves files by their names alone. */
  mode?: 'http' | 'static';
  /** The public address of the site, with a slash at its end; null where it is not known. */
  siteUrl?: string | null;
  /** Further tags of the head, such as a policy where headers cannot be set. */
  head?: string;
}

export interface DocsPage {
  /** Relative to the base, as a server has it: `docs/reference`. */
  place: string;
  title: string;
  description: string;
  styles: readonly string[];
  /** Classic scripts, run when the page has been read. */
  scripts: readonly string[];
  /** HTML: what stands between header and footer, with `main` in it. */
  content: string;
}

/** A page's address relative to the base: hosts of files know it by its folder. */
export const placeAt = (place: string, { mode }: DocsOptions): string =>
  mode === 'static' ? `${place}/` : place;

/** A whole page, as HTML. */
export function docsPage(page: DocsPage, entry: Entry, options: DocsOptions): string {
  const { base = '/', mode = 'http', siteUrl = null, head = '' } = options;
  const place = placeAt(page.place, options);
  return `<!doctype html>
<html lang="en">
<head>
${headStart(base)}
<title>${escapeHtml(page.title)}</title>
<meta name="description" content="${escapeHtml(page.description)}">
<link rel="canonical" href="${escapeHtml((siteUrl ?? '') + place)}">
${head === '' ? '' : `${head}\n`}${mode === 'static' ? '<meta name="pandect-mode" content="static">\n' : ''}${headEnd(entry)}
${page.styles.map(path => `<link rel="stylesheet" href="${path}">\n`).join('')}${page.scripts.map(path => `<script src="${path}" defer></script>\n`).join('')}</head>
<body>
${header(place)}
${page.content}
${footer()}
</body>
</html>
`;
}
