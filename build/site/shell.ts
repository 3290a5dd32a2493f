import { partMark } from '../contract/site-head.ts';
import { TEXT_END } from '../contract/site-text.ts';
import type { Entry } from './bundle.ts';
import { footer, headEnd, header, headStart } from './frame.ts';

/** The one page of all views but the guide: the app fills it (build/contract/README.md, Site). */

export interface ShellOptions {
  /** The folder in which the site lies at its host, with slashes around it. */
  base?: string;
  /** `static`: the host serves files by their names alone. */
  mode?: 'http' | 'static';
  /** Further tags of the head, such as a policy where headers cannot be set. */
  head?: string;
}

const partMarks = ({ parts }: Entry): string =>
  Object.entries(parts)
    .map(([part, scripts]) => partMark(part, scripts))
    .join('');

/**
 * @param entry what the app's bundle is named by
 * @returns HTML. What stands between `<!--head-->` and `<!--/head-->` is of the home page; for other addresses whoever sends
 * the page may put the title, description and links of theirs there instead, and the app does in any case. The lines behind it tell
 * them the scripts of each part.
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
