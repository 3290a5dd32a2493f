import { encodedPath } from './paths.ts';
import type { TagKind } from './resource.ts';
import { rowOfFile } from './routing/match.ts';

/** What shared caches have to drop (build/contract/README.md, Purging), derived from paths of files of the tree. */

/** Tags of each kind of answer. @param name the shorthand of a document, or the path of a dump without its ending */
const TAGS = {
  document: (source: string, name: string) => [source, `${source}/${tagText(name)}`.slice(0, MAX_TAG_LENGTH)],
  list: (source: string) => [source, `${source}-lists`],
  hierarchy: (source: string) => [source, `${source}-hierarchy`],
  overview: () => ['overview'],
  dump: (_source: string, name: string) => ['bulk', name.slice(0, MAX_TAG_LENGTH)],
  manifest: () => ['manifest'],
  changes: () => ['changes'],
  site: () => ['site'],
  // Feeds and pictures change every night, and must not purge pages.
  siteFile: () => ['site-files'],
  search: () => ['search'],
} satisfies Record<TagKind, (source: string, name: string) => readonly string[]>;

interface Tags {
  kind: TagKind;
  source: string;
  tags: readonly string[];
}

function tagsOf(path: string): Tags {
  const { tags: kind, words } = rowOfFile(path);
  const { source = '', identifier = path.replace(/[.].*$/, '') } = words;
  return { kind, source, tags: TAGS[kind](source, identifier) };
}

/** Returns the tags of a file, the wider first. @param path of a file of the tree, or `api/search` */
export const cacheTags = (path: string): readonly string[] => tagsOf(path).tags;

/** Returns the tags of a page: those of its subject and of the shell. @param subject a file of the tree, or null */
const viewTags = (subject: string | null): readonly string[] =>
  (subject === null ? [] : cacheTags(subject)).concat(TAGS.site());

/** Names of the header at Cloudflare and at Fastly. */
export const TAG_HEADERS = ['cache-tag', 'surrogate-key'] as const;

export type CacheTagHeaders = Readonly<Record<(typeof TAG_HEADERS)[number], string>>;

/** Formats tags for Cloudflare and for Fastly: ASCII without spaces and commas in both. */
const tagHeaders = (tags: readonly string[]): CacheTagHeaders => ({
  'cache-tag': tags.join(','),
  'surrogate-key': tags.join(' '),
});

export const cacheTagHeaders = (path: string): CacheTagHeaders => tagHeaders(cacheTags(path));

export const viewTagHeaders = (subject: string | null): CacheTagHeaders => tagHeaders(viewTags(subject));

/** The tags of a changed, added or removed file. A document also drops computed lists and searches. */
export function tagsToPurge(path: string): readonly string[] {
  const { kind, source, tags } = tagsOf(path);
  const [whole = '', narrow = whole] = tags;
  const ofVersions = VERSIONS_LIST.exec(path);
  if (ofVersions) {
    const [, resource, name = ''] = ofVersions;
    const own = resource === 'documents' ? TAGS.document(source, name).slice(1) : [];
    return [narrow, ...own, ...TAGS.list(source).slice(1)];
  }
  return kind === 'document' ? [narrow, ...TAGS.list(source).slice(1), ...TAGS.search()] : [narrow];
}

/** Lists of versions. What a document or a list had on a day, and what differs, is computed of them. */
const VERSIONS_LIST = /^api\/[^/]+\/(documents|structure)\/(.+)\/versions\.json$/;

/** Every CDN takes this length. Documents with equal shortened tags are purged together, which is harmless. */
const MAX_TAG_LENGTH = 128;

const MARKS = /[!'()*]/g;

/** Percent-encodes all but slashes, letters, digits and marks without meaning to CDNs and shells. */
const tagText = (shorthand: string): string => encodedPath(shorthand).replace(MARKS, encodeMark);

const encodeMark = (mark: string): string => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`;
