import fs from 'node:fs';
import path from 'node:path';
import { TAGGED_POLICY } from '../../contract/headers.ts';
import { encodedPath, SITE_FOLDER } from '../../contract/paths.ts';
import { router } from '../../contract/routing/route.ts';
import { filledShell, scriptsOf, scriptTag } from '../../contract/site-head.ts';
import { FILES_PART } from '../../contract/site-loads.ts';
import { CHANGES_FEED, SHELL } from '../../contract/site-paths.ts';
import { SOURCES } from '../../contract/sources.ts';
import { filesUnder } from '../../files/walk.ts';

/** The site for a host that cannot rewrite: pages are files at their addresses, and each names the site's base. */

/** The base of pages in a tree, which are served at the root of a host that sets headers. */
const BASE = '<base href="/">';

/** Folders of the site that are copied beside the tree under their addresses, since nothing else leads there. */
const BESIDE = ['docs', 'feeds'].map(name => `${SITE_FOLDER}/${name}`);

/** Returns files to put beside the tree, none without a site. @param base the tree's path at the host, with slashes around */
export function sitePages(dist: string, base: string): Record<string, Buffer | string> {
  const shell = path.join(dist, SHELL);
  if (!fs.existsSync(shell)) return {};
  const page = (name: string): string => withBase(fs.readFileSync(path.join(dist, name), 'utf8'), base);
  const home = filledShell(page(SHELL), null, { part: 'home', target: null });
  const files: Record<string, Buffer | string> = { 'index.html': home, '404.html': page(SHELL) };
  for (const folder of BESIDE)
    for (const name of filesUnder(dist, folder))
      files[name.slice(SITE_FOLDER.length + 1)] = name.endsWith('.html')
        ? page(name)
        : fs.readFileSync(path.join(dist, name));
  const feed = path.join(dist, CHANGES_FEED);
  if (fs.existsSync(feed)) files['feeds/changes.atom'] = fs.readFileSync(feed);
  // Crawlers read it only at the root of a host.
  if (base === '/') files['robots.txt'] = fs.readFileSync(path.join(dist, SITE_FOLDER, 'robots.txt'));
  return files;
}

/** Links to pages of the guide become folders. */
const byFolder = (html: string): string =>
  html.replace(/ href="(docs(?:\/reference)?)(?=["#])/g, ' href="$1/');

const route = router(SOURCES);

/** Links to the API become file names. */
const byFile = (html: string): string =>
  html.replace(/ href="(api\/[^"#?]*)"/g, (written, target: string) => {
    const found = route({ method: 'GET', target: `/${target}` });
    return found.kind === 'file' ? ` href="${encodedPath(found.path)}"` : written;
  });

/** Adds a tag for the header that such a host does not send. */
const withBase = (html: string, base: string): string =>
  byFile(byFolder(html)).replace(BASE, () =>
    [
      `<base href="${base}">`,
      `<meta http-equiv="content-security-policy" content="${TAGGED_POLICY}">`,
      '<meta name="pandect-mode" content="static">',
      ...scriptsOf(html, FILES_PART).map(scriptTag),
    ].join('\n'),
  );
