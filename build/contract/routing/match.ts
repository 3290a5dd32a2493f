import { FILES, type FileAddress } from '../file-addresses.ts';
import { outerLevel } from '../levels.ts';
import type { Words } from '../path-words.ts';
import type { CachePolicy, Resource, TagKind } from '../resource.ts';
import { RESOURCE_NAMES, RESOURCES, type ResourceName } from '../resources.ts';
import { type RoutedSource, SOURCES } from '../sources.ts';
import { readWebPath, type WebPlace } from '../web-path.ts';
import { decodeSegment } from './target.ts';

/** Maps an address to its row in the tables of resources. */

export interface MatchedResource {
  resource: ResourceName;
  /** Null for a path without a source. */
  source: RoutedSource | null;
  /** Not canonical yet; the identifier of a document is `identifier`. */
  words: Words;
  /** The query of a list page that is requested by its file's name. */
  query: string | null;
}

export type Endpoint =
  | MatchedResource
  /** A file by its path; null for a missing name in the folder. */
  | { resource: 'tree' | 'site'; file: AddressedFile | null }
  /** A page of the site; null for a web path below a source without a page. */
  | { resource: 'view'; place: WebPlace | null };

export interface Address {
  resource: ResourceName;
  path: string;
  source: RoutedSource | null;
  isAlias: boolean;
}

/** Inserts the id of a source and the plural of its outermost level in a path or file. */
export const inSource = (path: string, source: Pick<RoutedSource, 'id' | 'levels'>): string =>
  path.replace(':source', source.id).replace(':levels', outerLevel(source).plural);

/** All addresses of a resource, source by source. */
export function addressesOf(resource: ResourceName, sources: readonly RoutedSource[]): Address[] {
  const { path, aliases = [], of }: Resource = RESOURCES[resource];
  if (path.indexOf(':source') < 0)
    return [path]
      .concat(aliases)
      .map((address, i) => ({ resource, path: address, source: null, isAlias: i > 0 }));
  return sources
    .filter(source => !of || of(source))
    .map(source => ({ resource, path: inSource(path, source), source, isAlias: false }));
}

/** Tells whether pages are files below their list, named by their queries. */
export const isPaged = ({ answered }: Resource): boolean => answered === 'list' || answered === 'month';

interface Candidate {
  address: Address;
  parts: readonly string[];
  /** Positions of literal parts behind the second word. */
  literals: readonly number[];
  /** Positions of words, and their names. */
  named: readonly (readonly [at: number, name: string])[];
  /** Words of the source itself, and empty ones for the path's: copies of a complete object are fast to fill. */
  blank: Words;
  isOpen: boolean;
  isPage: boolean;
}

function candidateOf(address: Address, path: string, isPage: boolean): Candidate {
  const parts = path.split('/');
  const names = parts.map(part =>
    part === '*' ? 'identifier' : part.charAt(0) === ':' ? part.slice(1) : null,
  );
  const literals: number[] = [];
  const named: [number, string][] = [];
  names.forEach((name, i) => {
    if (name) named.push([i, name]);
    else if (i > 2) literals.push(i);
  });
  const blank: Record<string, string> = address.source ? wordsOfSource(address.source) : {};
  for (const [, name] of named) blank[name] = '';
  return { address, parts, literals, named, blank, isOpen: parts[parts.length - 1] === '*', isPage };
}

function wordsOfSource(source: RoutedSource): Record<string, string> {
  const { name, plural } = outerLevel(source);
  return { source: source.id, level: name, levels: plural };
}

type MatchResource = (words: readonly string[], rest: (from: number) => string) => MatchedResource | null;

/** Returns the matcher of API paths; it takes decoded words, and a function that joins the rest of a path. */
function resourceMatcher(sources: readonly RoutedSource[]): MatchResource {
  const candidates = RESOURCE_NAMES.flatMap(name =>
    addressesOf(name, sources).flatMap(address => [
      candidateOf(address, address.path, false),
      ...(isPaged(RESOURCES[name]) ? [candidateOf(address, `${address.path}/_q/:query`, true)] : []),
    ]),
  );
  // Second words differ most: few candidates have the same.
  const bySecond = new Map<string | undefined, Candidate[]>();
  candidates.forEach(candidate => {
    const second = candidate.parts[2];
    bySecond.set(second, (bySecond.get(second) ?? []).concat(candidate));
  });
  return (words, rest) => {
    const alike = bySecond.get(words[2]) ?? [];
    for (let i = 0; i < alike.length; i++) {
      const candidate = alike[i] as Candidate;
      if (fits(candidate, words)) return matchOf(candidate, words, rest);
    }
    return null;
  };
}

function fits({ parts, literals, isOpen, isPage }: Candidate, words: readonly string[]): boolean {
  const { length } = parts;
  if (words[1] !== parts[1] || (isOpen ? words.length < length : words.length !== length)) return false;
  for (let i = 0; i < literals.length; i++) {
    const at = literals[i] as number;
    if (words[at] !== parts[at]) return false;
  }
  return !isPage || /\.json$/.test(words[length - 1] as string);
}

function matchOf(
  { address, parts, named, blank, isOpen, isPage }: Candidate,
  words: readonly string[],
  rest: (from: number) => string,
): MatchedResource {
  const { resource, source } = address;
  const found: Record<string, string> = { ...blank };
  for (let i = 0; i < named.length; i++) {
    const [at, name] = named[i] as readonly [number, string];
    found[name] = isOpen && at === parts.length - 1 ? rest(at) : (words[at] as string);
  }
  return { resource, source, words: found, query: isPage ? (found.query as string).slice(0, -5) : null };
}

/** Returns the matcher of percent-encoded segments; it returns null for paths without an endpoint. */
export function matcher(sources: readonly RoutedSource[]): (segments: readonly string[]) => Endpoint | null {
  const matchResource = resourceMatcher(sources);
  return segments => {
    const words = segments.map(decodeSegment);
    if (words[0] !== '') return null;
    // Slashes in identifiers may be plain.
    const matched = matchResource(words, from => decodeSegment(segments.slice(from).join('/')));
    if (matched) return matched;
    // An encoded slash separates nothing.
    const file = words.some(word => word.indexOf('/') >= 0) ? null : fileAt(words.join('/'));
    const first = words[1] as string;
    const resource = file?.of ?? (words.length > 2 ? FOLDERS.get(first) : undefined);
    if (resource) return { resource, file };
    const place = readWebPath(segments.join('/'), sources);
    return place || sources.some(({ id }) => id === first) ? { resource: 'view', place } : null;
  };
}

/** Below these folders all paths are files. */
const FOLDERS: ReadonlyMap<string, FileAddress['of']> = new Map(
  FILES.flatMap(({ paths, of }) =>
    paths
      .filter(path => /[*]$/.test(path))
      .map((path): [string, FileAddress['of']] => [path.slice(1, -2), of]),
  ),
);

/** Addresses of files as patterns, each with its file and a first slash. */
export const FILE_SPELLINGS = FILES.map(row =>
  row.file === undefined
    ? { row, pattern: `/(${row.pattern.slice(1)})`, file: '/$1' }
    : { row, pattern: row.pattern, file: `/${row.file}` },
);

const READERS = FILE_SPELLINGS.map(({ row, pattern, file }) => ({
  row,
  pattern: new RegExp(`^${pattern}$`),
  file,
}));

export interface AddressedFile extends Pick<FileAddress, 'of' | 'policy' | 'tags'> {
  path: string;
}

/** Finds the file of the tree or the site at an address. @param address a plain path, with its first slash */
export function fileAt(address: string): AddressedFile | null {
  const reader = READERS.filter(({ pattern }) => pattern.test(address))[0];
  if (!reader) return null;
  const { of, policy, tags } = reader.row;
  return { of, policy, tags, path: address.replace(reader.pattern, reader.file).slice(1) };
}

export interface FileRow {
  policy: CachePolicy;
  tags: TagKind;
  words: Words;
}

const matchFile = resourceMatcher(SOURCES);

/** @param path relative to the tree, or `api/search` */
export function rowOfFile(path: string): FileRow {
  const words = `/${path.indexOf('/_q/') < 0 ? path.replace(/\.(json|md|txt)$/, '') : path}`.split('/');
  const matched = words[1] === 'api' ? matchFile(words, from => words.slice(from).join('/')) : null;
  const { policy, tags } = matched ? RESOURCES[matched.resource] : (fileAt(`/${path}`) ?? OVERVIEW);
  return { policy: policy as CachePolicy, tags: tags ?? OVERVIEW.tags, words: matched?.words ?? {} };
}

const OVERVIEW: FileRow = { policy: 'overview', tags: 'overview', words: {} };
