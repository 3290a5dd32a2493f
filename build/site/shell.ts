import { partMark } from '../contract/site-head.ts';
import { TEXT_END } from '../contract/site-text.ts';
import type { Entry } from './bundle.ts';
import { footer, headEnd, header, headStart } from './frame.ts';

/** The one page of all views except the guide. The app fills it (build/contract/README.md, Site). */

export interface ShellOptions {
  /** Folder of the site at its host, with slashes around it. */
  base?: string;
  /** `static`: the host serves files by name only. */
  mode?: 'http' | 'static';
  /** More tags for the head, such as a policy where headers cannot be set. */
  head?: string;
}

const partMarks = ({ parts }: Entry): string =>
  Object.entries(parts)
    .map(([part, scripts]) => partMark(part, scripts))
    .join('');

/**
 * The page as HTML. The tags between `<!--head-->` and `<!--/head-->` are those of the home page. For other addresses, servers
 * and the app replace them by that page's title, description and links. The lines after them name the scripts of each part.
 * @param entry names of the app's bundle
 */
export const shellHtml = (
  entry: Entry,
  { base = '/', mode = 'http', head = '' }: ShellOptions = {},
): string =>
  `<!doctype html>
<html lang="en">
<head>
${headStart(base)}
<!--head-->
<title>Pandect: U.S. federal law to browse, search and build on</title>
<meta name="description" content="The United States Code, the Code of Federal Regulations and the Federal Register, to browse, to search and to read, with an open web API.">
<!--/head-->
${partMarks(entry)}${head === '' ? '' : `${head}\n`}${mode === 'static' ? '<meta name="pandect-mode" content="static">\n' : ''}${headEnd(entry)}
<script type="module" src="${entry.script}"></script>
</head>
<body>
${header()}
<main id="main" tabindex="-1"><noscript><p class="message">This page is drawn by a script. Without it the law is here as well: as files, by the <a href="docs">API</a>.</p>${TEXT_END}
${footer(entry)}
</body>
</html>
`;
