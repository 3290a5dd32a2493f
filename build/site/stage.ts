import fs from 'node:fs';
import path from 'node:path';
import type { ArchiveRoot } from '../archive/archive.ts';
import { SITE_FOLDER } from '../contract/paths.ts';
import { type DocumentHistory, historyFile } from '../contract/title-history.ts';
import { type Entry, fingerprintOf } from '../files/entry.ts';
import { StagingWriter } from '../files/staging.ts';
import type { SourceCatalog } from '../formats/catalog.ts';
import { historyRows } from '../pages/history-rows.ts';
import type { TreeParts } from '../publish/tree-parts.ts';
import { isSameSite, type SiteMaking } from '../state/header.ts';
import type { StateStore } from '../state/store.ts';
import { documentFeeds } from './feeds/documents.ts';
import { fedParts, isFeedOf, levelFeeds } from './feeds/levels.ts';
import { withArchiveMark, withSampleNotice } from './frame.ts';
import { keptCodeFiles } from './kept-files.ts';
import { plots } from './plots/plots.ts';
import type { DatedFile, SiteFile } from './site-file.ts';
import { groupSitemaps, isOfGroup } from './sitemap/groups.ts';
import { sitemapIndex } from './sitemap/index-file.ts';
import { hasLevels, levelSitemaps } from './sitemap/levels.ts';
import { placesSitemap } from './sitemap/places.ts';
import { robots } from './sitemap/robots.ts';

export interface SiteInput {
  /** The published tree. */
  tree: string;
  staging: string;
  site: SiteMaking | null;
  /** The site of the published tree; null where there is none, or it is unknown. */
  last: SiteMaking | null;
  store: StateStore;
  sample: boolean;
  /** Whether the published tree says otherwise. */
  isOtherwiseMarked: boolean;
  /** Parts of the manifest with changed documents; null: all parts. */
  touched: { has(part: string): boolean } | null;
  catalogs: readonly SourceCatalog[];
  treeParts: TreeParts;
  /** Null for a tree without former versions. */
  archive: SiteArchive | null;
}

/** The archive that the tree is built with. */
export interface SiteArchive {
  folder: string;
  root: ArchiveRoot;
  /** By part of the archive: identifiers of documents whose versions may be other than before; null: all. */
  touchedIn(part: string): ReadonlySet<string> | null;
}

/** Parts of the manifest: files that depend on the code, files that depend on the corpus, and sitemaps of documents and levels. */
const SITE_PARTS = {
  code: `${SITE_FOLDER}/code`,
  corpus: `${SITE_FOLDER}/corpus`,
  sitemaps: `${SITE_FOLDER}/sitemaps`,
  feeds: `${SITE_FOLDER}/feeds`,
} as const;

/** Date of files that the corpus does not date. It never changes, so that only their content tells them apart. */
const UNDATED = '2026-01-01';

/** Makes the site, stages the files that differ from the published ones, and adds all of them to the manifest. */
export async function stageSite(input: SiteInput): Promise<void> {
  const { site, last, sample, isOtherwiseMarked, treeParts, archive } = input;
  if (!site) return;
  const isSame = isSameSite(site, last);
  if (isSame && !isOtherwiseMarked && treeParts.published.partOf(SITE_PARTS.code))
    treeParts.keep(SITE_PARTS.code);
  else {
    const files = await keptCodeFiles(site.url);
    const marked = sample ? files.map(withSampleNotice) : files;
    stageFiles(input, SITE_PARTS.code, archive ? marked.map(withArchiveMark) : marked);
  }
  const sitemaps = site.url === null ? [] : stageSitemaps(input, site.url, isSame);
  stageFeeds(input, site.url, isSame);
  stageFiles(input, SITE_PARTS.corpus, [
    ...documentFeeds(input.catalogs, site.url),
    ...plots(input.catalogs),
    ...(site.url === null ? [] : [placesSitemap(input.catalogs, site.url)]),
    ...(site.url === null ? [] : [sitemapIndex(sitemaps, site.url)]),
    robots(site.url),
  ]);
}

/** @returns the entries of all sitemaps */
function stageSitemaps(
  { store, touched, treeParts, staging, tree }: SiteInput,
  url: string,
  isSame: boolean,
): Entry[] {
  const { published } = treeParts;
  const name = SITE_PARTS.sitemaps;
  const writer = new StagingWriter(staging);
  const known = isSame && published.partOf(name) ? [...published.entries(name)] : [];
  const entries: Entry[] = [];
  /** @param isUnchanged whether what the part's sitemaps are made of is as it was */
  const add = (part: string, isUnchanged: boolean, made: () => Iterable<DatedFile>): void => {
    const listed = known.filter(({ path }) => isOfGroup(path, part));
    if (listed.length > 0 && isUnchanged) {
      entries.push(...listed);
      return;
    }
    for (const file of made()) {
      const last = listed.find(({ path }) => path === file.path);
      entries.push(writer.write({ ...file, timestamp: file.date }, last && fingerprintOf(last)));
    }
  };
  for (const part of store.parts())
    add(part, touched?.has(part) === false, () => groupSitemaps(part, store.namesInPart(part), url));
  for (const part of treeParts.names.filter(hasLevels).sort())
    add(part, treeParts.isSame(part), () => levelSitemaps(part, treeParts.entries(part, tree), url));
  treeParts.make(name, 'site', entries);
  return entries;
}

/** Feeds of levels: those of titles whose history may be other than before are made anew. */
function stageFeeds(input: SiteInput, url: string | null, isSame: boolean): void {
  const { archive, catalogs, treeParts, staging } = input;
  if (!archive) return;
  const { published } = treeParts;
  const name = SITE_PARTS.feeds;
  const writer = new StagingWriter(staging);
  const known = isSame && published.partOf(name) ? [...published.entries(name)] : [];
  const entries: Entry[] = [];
  for (const part of fedParts(archive)) {
    const listed = known.filter(({ path }) => isFeedOf(path, part));
    const isTouched = archive.touchedIn(part)?.size !== 0;
    if (listed.length > 0 && !isTouched) {
      entries.push(...listed);
      continue;
    }
    for (const file of levelFeeds(archive, part, historiesOf(input, part), catalogs, url)) {
      const last = listed.find(({ path }) => path === file.path);
      entries.push(writer.write({ ...file, timestamp: file.date }, last && fingerprintOf(last)));
    }
  }
  treeParts.make(name, 'site', entries);
}

/** The histories of a title's documents that changed, row by row. @param part of the archive */
function* historiesOf({ staging, tree }: SiteInput, part: string): Generator<DocumentHistory> {
  const [source = '', name = ''] = part.split('/');
  const files = [staging, tree].map(folder => path.join(folder, historyFile(source, name)));
  // A title of which nothing is left in the archive has no history.
  const file = files.find(fs.existsSync);
  for (const row of file ? historyRows(file).rows : []) {
    // Those that changed come first.
    if (row.runs.length === 1) return;
    yield row;
  }
}

function stageFiles(
  { staging, treeParts }: SiteInput,
  part: string,
  files: readonly (SiteFile | DatedFile)[],
): void {
  const outputs = files.map(file => ({
    ...{ path: file.path, content: file.content },
    timestamp: 'date' in file ? file.date : UNDATED,
  }));
  treeParts.stage(part, 'site', outputs, new StagingWriter(staging));
}
