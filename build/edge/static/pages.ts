import fs from 'node:fs';
import path from 'node:path';
import { TAGGED_POLICY } from '../../contract/headers.ts';
import { SITE_FOLDER } from '../../contract/paths.ts';
import { CHANGES_FEED, SHELL } from '../../contract/site-paths.ts';
import { filesUnder } from '../../files/walk.ts';

/** The site of a tree as a host that cannot rewrite has it: pages lie where they are asked for, and say where the site lies. */

/** Pages of the site as they are in a tree: asked for at the root of a host that sets headers. */
const BASE = '<base href="/">';

/** What is beside the tree: by its address, since nothing else leads there. */
const BESIDE = ['docs', 'feeds'].map(name => `${SITE_FOLDER}/${name}`);

/**
 * @param dist the tree @param base where it lies at the host, with slashes around
 * @returns files to be put beside the tree; none where it has no site
 */
export function sitePages(dist: string, base: string): Record<string, Buffer | string> {
  const shell = path.join(dist, SHELL);
  if (!fs.existsSync(shell)) return {};
  const page = (name: string): string => placed(fs.readFileSync(path.join(dist, name), 'utf8'), base);
  const files: Record<string, Buffer | string> = { 'index.html': page(SHELL), '404.html': page(SHELL) };
  for (const folder of BESIDE)
    for (const name of filesUnder(dist, folder))
      files[name.slice(SITE_FOLDER.length + 1)] = name.endsWith('.html')
        ? page(name)
        : fs.readFileSync(path.join(dist, name));
  const feed = path.join(dist, CHANGES_FEED);
  if (fs.existsSync(feed)) files['feeds/changes.atom'] = fs.readFileSync(feed);
  // Crawlers ask for it at the root of a host alone.
  if (base === '/') files['robots.txt'] = fs.readFileSync(path.join(dist, SITE_FOLDER, 'robots.txt'));
  return files;
}

/** Pages of the guide are known to such a host by their folders. */
const byFolder = (html: string): string =>
  html.replace(/ href="(docs(?:\/reference)?)(?=["#])/g, ' href="$1/');

/** A tag in the page stands for the header that such a host does not send. */
const placed = (html: string, base: string): string =>
  byFolder(html).replace(
    BASE,
    () => `<base href="${base}">
<meta http-equiv="content-security-policy" content="${TAGGED_POLICY}">
<meta name="pandect-mode" content="static">`,
  );
