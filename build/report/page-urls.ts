import fs from 'node:fs';
import path from 'node:path';
import { SITE_FOLDER } from '../contract/paths.ts';
import { documentMetadata, SUBJECT_BYTES } from '../contract/site-head.ts';
import { SHELL } from '../contract/site-paths.ts';
import { SOURCES } from '../contract/sources.ts';
import { webPathOf, webPathOfPlace } from '../contract/web-path.ts';
import { documentOfFile } from '../files/document-file.ts';

/**
 * Lists the usual addresses of the site that show a file of the tree, without scheme and host. Caches that know nothing but
 * URLs have to drop these. A new shell changes all pages: only tags tell that.
 * @param file relative to the tree
 * @param tree where the file is, unless it is gone
 */
export function pageUrls(file: string, tree: string): readonly string[] {
  if (file.startsWith(`${SITE_FOLDER}/`)) return siteUrls(file);
  if (file === 'changes/feed.atom') return ['/feeds/changes.atom'];
  if (!fs.existsSync(path.join(tree, SHELL))) return [];
  const document = documentOfFile(file);
  if (!document) return placeUrls(file);
  if (document.representation !== 'json') return [];
  const { source, identifier } = document;
  const known = { source: source.id, identifier };
  const metadata = documentMetadata(beginningOf(path.join(tree, file)));
  return [...new Set([metadata, {}].map(some => webPathOf({ ...known, metadata: some })))];
}

function siteUrls(file: string): string[] {
  if (file === SHELL) return ['/'];
  const address = file.slice(SITE_FOLDER.length);
  if (address.startsWith('/assets/')) return [];
  return address.endsWith('/index.html')
    ? [address.slice(0, -'/index.html'.length), address.slice(0, -'index.html'.length)]
    : [address];
}

const PLACE = /^api\/([^/]+)\/(?:titles\/(\d+)|years\/(\d{4})(?:\/(\d\d))?)\.json$/;

function placeUrls(file: string): string[] {
  const [, id, title, year, month] = PLACE.exec(file) ?? [];
  const source = SOURCES.find(candidate => candidate.id === id)?.id;
  if (!source) return [];
  if (title !== undefined) return [webPathOfPlace({ view: 'title', source, title })];
  const of = { source, year: Number(year) };
  return [
    webPathOfPlace(
      month === undefined ? { view: 'year', ...of } : { view: 'month', ...of, month: Number(month) },
    ),
  ];
}

/** Reads the beginning of a file; empty where there is no such file. */
function beginningOf(file: string): string {
  if (!fs.existsSync(file)) return '';
  const handle = fs.openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(SUBJECT_BYTES);
    return bytes.toString('utf8', 0, fs.readSync(handle, bytes));
  } finally {
    fs.closeSync(handle);
  }
}
