import { SAMPLE_NOTICE } from '../contract/sample.ts';
import { ARCHIVE_TAG, escapeHtml } from '../contract/site-head.ts';
import { SHELL } from '../contract/site-paths.ts';
import { SOURCES } from '../contract/sources.ts';
import type { Entry } from './bundle.ts';
import type { SiteFile } from './site-file.ts';

/**
 * Header, footer and head of all pages of the site, as HTML. Links are relative to the base and use names that a host of files
 * has, too.
 */

/** Tags that every head has: icon, styles, scheme. @param base the folder of the site, with slashes around it */
export const headStart = (base: string): string => `<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<base href="${escapeHtml(base)}">`;

export const headEnd = ({ styles, schemeScript, icon }: Entry): string =>
  [
    '<meta name="color-scheme" content="light dark">',
    `<link rel="icon" href="${icon}" type="image/svg+xml">`,
    '<link rel="alternate" type="application/atom+xml" href="site/feeds/fr.atom" title="Federal Register: newest documents">',
    ...styles.map(style => `<link rel="stylesheet" href="${style}">`),
    `<script src="${schemeScript}"></script>`,
  ].join('\n');

/**
 * The header. Its search form works without scripts. A script shows the button for light and dark.
 * @param address the page's address relative to the base; without it a fragment would lead to the home page
 */
export const header = (
  address = '',
): string => `<a class="skip-link" href="${address}#main">Skip to content</a>
<header class="site-header">
<div class="site-header-row">
<a class="site-name" href="./">Pandect</a>
<form class="site-search" action="search" role="search">
<label class="visually-hidden" for="site-q">Search the law</label>
<input id="site-q" name="q" type="search" maxlength="500" placeholder="Search the law" autocomplete="off" enterkeyhint="search" aria-keyshortcuts="/">
<button type="submit">Search</button>
</form>
<nav class="site-nav" aria-label="Site">
<a href="search">Search</a>
${SOURCES.map(({ id, shortName }) => `<a href="${id}">${escapeHtml(shortName)}</a>`).join('\n')}
<a href="docs">API</a>
</nav>
<button id="scheme" class="scheme" type="button" aria-label="Dark colors" hidden></button>
</div>
</header>`;

const SAMPLE_BANNER = `<aside class="sample" aria-label="What this is"><p><strong>${SAMPLE_NOTICE}</strong> These documents were written to try this out.</p></aside>`;

/**
 * Adds to a page, above its content, that the corpus is a sample; readers without scripts see it, too. Other files are
 * unchanged.
 */
export const withSampleNotice = (file: SiteFile): SiteFile =>
  file.path.endsWith('.html')
    ? { ...file, content: String(file.content).replace('</header>', end => `${end}\n${SAMPLE_BANNER}`) }
    : file;

/** Tells the app that documents may have former versions, so that it asks for them in no other tree. */
export const withArchiveMark = (file: SiteFile): SiteFile =>
  file.path === SHELL
    ? { ...file, content: String(file.content).replace('</head>', `${ARCHIVE_TAG}\n</head>`) }
    : file;

export const footer = (entry?: Entry): string => `<footer class="site-footer">
<p>Pandect: the text of U.S. federal law as files and a web API. This is no official edition and no legal advice.</p>
<nav aria-label="More">
<a href="docs">Guide</a>
<a href="docs/reference">Reference</a>
<a href="api/openapi.json">OpenAPI</a>
<a href="bulk/index.json">Dumps</a>
<a href="changes/index.json">Changes</a>
<a href="site/feeds/fr.atom">Feed</a>
${entry ? `<a href="${entry.licenses}">Licenses</a>\n` : ''}</nav>
</footer>`;
