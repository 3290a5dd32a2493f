import fs from 'node:fs';
import path from 'node:path';
import { apiLevels } from '../contract/levels.ts';
import { SITE_FOLDER, structureUrl } from '../contract/paths.ts';
import { documentMetadata, SUBJECT_BYTES } from '../contract/site-head.ts';
import { SHELL } from '../contract/site-paths.ts';
import { webPathOf, webPathOfPlace } from '../contract/web-path.ts';
import { documentOfFile } from '../files/document-file.ts';
import { sourcePageOf } from '../files/manifest/parts.ts';

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
  if (!document) return levelUrls(file);
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

/** Returns the page of a level, of a title, a year or a month. */
function levelUrls(file: string): string[] {
  const page = sourcePageOf(file);
  const structure = page && structureUrl(page.source).slice(1);
  if (page && file.startsWith(`${structure}/`) && !/(?:^|[/])_q[/]/.test(page.rest)) {
    const level = page.source.namespace + page.rest;
    return [webPathOfPlace({ view: 'structure', source: page.source.id, level })];
  }
  if (!page || page.isList || !/^\d+(?:\/\d+)?$/.test(page.rest)) return [];
  const levels = apiLevels(page.source);
  const numbers = page.rest.split('/').map((number, i) => [levels[i]?.name, number]);
  return [webPathOfPlace({ view: 'level', source: page.source.id, numbers: Object.fromEntries(numbers) })];
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
