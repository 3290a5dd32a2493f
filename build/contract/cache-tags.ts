import { encodedPath, SITE_FOLDER, searchUrl } from './paths.ts';
import { isOfShell } from './site-paths.ts';
import { SOURCES } from './sources.ts';
import { treeFilePolicy } from './tree-files.ts';

/**
 * The tags by which a shared cache is told what to drop (build/contract/README.md, Purging). They follow from the path of a
 * file of the tree; an answer that is no file has the tags of the file that it would be.
 */

/** Of what kind an answer is; the table of who has which tags. */
const TAGS = {
  document: (source: string, shorthand: string) => [
    source,
    `${source}/${tagText(shorthand)}`.slice(0, MAX_TAG_LENGTH),
  ],
  list: (source: string) => [source, `${source}-lists`],
  hierarchy: (source: string) => [source, `${source}-hierarchy`],
  overview: () => ['overview'],
  dump: (_source: string, name: string) => ['bulk', name.slice(0, MAX_TAG_LENGTH)],
  manifest: () => ['manifest'],
  changes: () => ['changes'],
  site: () => ['site'],
  // Feeds and pictures change every night, and no page is to go with them.
  siteFile: () => ['site-files'],
  search: () => ['search'],
} as const;

/** `api/usc/documents/t17/s106.md`, `api/usc/documents/_q/….json`, `api/usc/titles/17.json` */
const SOURCE_PATH = /^api\/([^/]+)\/(documents|titles|years)(?:\/(.+))?\.(?:json|md|txt)$/;
const IDS = new Set<string>(SOURCES.map(({ id }) => id));

interface Kind {
  kind: keyof typeof TAGS;
  source: string;
  shorthand: string;
}

/** @param path of a file of the tree, or `api/search` */
export function kindOf(path: string): Kind {
  const [, source = '', resource, rest] = SOURCE_PATH.exec(path) ?? [];
  const of = (kind: Kind['kind']): Kind => ({ kind, source, shorthand: rest ?? '' });
  if (path === searchUrl.slice(1)) return of('search');
  if (path.startsWith('changes/')) return of('changes');
  if (path.startsWith(`${SITE_FOLDER}/`)) return of(isOfShell(path) ? 'site' : 'siteFile');
  const policy = treeFilePolicy(path);
  if (policy === 'dump') return { ...of('dump'), shorthand: path.replace(/[.].*$/, '') };
  if (policy) return of('manifest');
  if (!IDS.has(source)) return of('overview');
  if (resource !== 'documents') return of('hierarchy');
  return of(rest === undefined || rest.startsWith('_q/') ? 'list' : 'document');
}

/** @param path of a file of the tree, or `api/search` @returns the wider tag first */
export function cacheTags(path: string): readonly string[] {
  const { kind, source, shorthand } = kindOf(path);
  return TAGS[kind](source, shorthand);
}

/** A page of the site goes with what it is about, and with the shell. @param subject a file of the tree; null where it is about none */
const viewTags = (subject: string | null): readonly string[] =>
  (subject === null ? [] : cacheTags(subject)).concat(TAGS.site());

/** As Cloudflare and Fastly name them. */
export const TAG_HEADERS = ['cache-tag', 'surrogate-key'] as const;

export type CacheTagHeaders = Readonly<Record<(typeof TAG_HEADERS)[number], string>>;

/** In the forms that Cloudflare and Fastly read: for both a tag is ASCII without spaces and commas. */
const tagHeaders = (tags: readonly string[]): CacheTagHeaders => ({
  'cache-tag': tags.join(','),
  'surrogate-key': tags.join(' '),
});

export const cacheTagHeaders = (path: string): CacheTagHeaders => tagHeaders(cacheTags(path));

/** Those of a page of the site. */
export const viewTagHeaders = (subject: string | null): CacheTagHeaders => tagHeaders(viewTags(subject));

/**
 * What has to be dropped when a file of the tree has changed, come or gone: of a document what shows it, too, for there are lists and
 * searches that are no files.
 */
export function tagsToPurge(path: string): readonly string[] {
  const { kind, source, shorthand } = kindOf(path);
  const [whole = '', narrow = whole] = TAGS[kind](source, shorthand);
  return kind === 'document' ? [narrow, ...TAGS.list(source).slice(1), ...TAGS.search()] : [narrow];
}

/** What every CDN allows. Documents whose tags are cut to the same are dropped together, which harms nobody. */
const MAX_TAG_LENGTH = 128;

const MARKS = /[!'()*]/g;

/** Percent-encoded but for slashes: letters, digits and marks that mean nothing to a CDN, nor to a shell that purges. */
const tagText = (shorthand: string): string => encodedPath(shorthand).replace(MARKS, encodeMark);

const encodeMark = (mark: string): string => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`;
