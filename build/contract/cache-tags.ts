import { encodedPath } from './paths.ts';
import type { TagKind } from './resource.ts';
import { rowOfFile } from './routing/match.ts';

/**
 * Tags tell shared caches what to drop (build/contract/README.md, Purging). They follow from the path of a file of the tree; an
 * answer that is no file has the tags of the file that it would be.
 */

/** The tags of each kind of answer. @param name the shorthand of a document, the path of a dump without its ending */
const TAGS = {
  document: (source: string, name: string) => [source, `${source}/${tagText(name)}`.slice(0, MAX_TAG_LENGTH)],
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
} satisfies Record<TagKind, (source: string, name: string) => readonly string[]>;

interface Tags {
  kind: TagKind;
  source: string;
  /** The wider one first. */
  tags: readonly string[];
}

function tagsOf(path: string): Tags {
  const { tags: kind, words } = rowOfFile(path);
  const { source = '', identifier = path.replace(/[.].*$/, '') } = words;
  return { kind, source, tags: TAGS[kind](source, identifier) };
}

/** @param path of a file of the tree, or `api/search` @returns the wider tag first */
export const cacheTags = (path: string): readonly string[] => tagsOf(path).tags;

/** A page of the site goes with what it is about, and with the shell. @param subject a file of the tree; null where it is about none */
export const viewTags = (subject: string | null): readonly string[] =>
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
 * The tags to drop when a file of the tree has changed, come or gone. A document drops what shows it, too: computed lists and
 * searches are no files.
 */
export function tagsToPurge(path: string): readonly string[] {
  const { kind, source, tags } = tagsOf(path);
  const [whole = '', narrow = whole] = tags;
  return kind === 'document' ? [narrow, ...TAGS.list(source).slice(1), ...TAGS.search()] : [narrow];
}

/** Every CDN allows so many characters. Documents whose tags are cut to the same text are dropped together, which does no harm. */
const MAX_TAG_LENGTH = 128;

const MARKS = /[!'()*]/g;

/** Percent-encoded but for slashes: letters, digits and marks that mean nothing to a CDN, nor to a shell that purges. */
const tagText = (shorthand: string): string => encodedPath(shorthand).replace(MARKS, encodeMark);

const encodeMark = (mark: string): string => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`;
