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
export const isPaged = ({ answered }: Resource): boolean =>
  answered === 'list' || answered === 'month' || answered === 'references';

interface Candidate {
  address: Address;
  parts: readonly string[];
  /** The number of parts behind an identifier; null without an identifier. */
  behind: number | null;
  /** Positions of literal parts behind the second word. Those behind an identifier count from the end: -1 is the last. */
  literals: readonly number[];
  /** Positions of words, likewise, and their names. */
  named: readonly (readonly [at: number, name: string])[];
  /** Words of the source itself, and empty ones for the path's: copies of a complete object are fast to fill. */
  blank: Words;
  isPage: boolean;
}

function candidateOf(address: Address, path: string, isPage: boolean): Candidate {
  const parts = path.split('/');
  const names = parts.map(part =>
    part === '*' ? 'identifier' : part.charAt(0) === ':' ? part.slice(1) : null,
  );
  const open = parts.indexOf('*');
  const literals: number[] = [];
  const named: [number, string][] = [];
  names.forEach((name, i) => {
    const at = open >= 0 && i > open ? i - parts.length : i;
    if (name) named.push([at, name]);
    else if (i > 2) literals.push(at);
  });
  const blank: Record<string, string> = address.source ? wordsOfSource(address.source) : {};
  for (const [, name] of named) blank[name] = '';
  const behind = open < 0 ? null : parts.length - 1 - open;
  return { address, parts, behind, literals, named, blank, isPage };
}

function wordsOfSource(source: RoutedSource): Record<string, string> {
  const { name, plural } = outerLevel(source);
  return { source: source.id, level: name, levels: plural };
}

/** A path with words behind an identifier precedes that of the identifier, whose slashes may be plain. */
export const NAMES_BY_PRECEDENCE: readonly ResourceName[] = RESOURCE_NAMES.filter(isBehind).concat(
  RESOURCE_NAMES.filter(name => !isBehind(name)),
);

function isBehind(name: ResourceName): boolean {
  return RESOURCES[name].path.indexOf('*/') >= 0;
}

type Join = (from: number, to: number) => string;

type MatchResource = (words: readonly string[], join: Join) => MatchedResource | null;

/** Returns the matcher of API paths; it takes decoded words, and a function that joins some of them to an identifier. */
function resourceMatcher(sources: readonly RoutedSource[]): MatchResource {
  const candidates = NAMES_BY_PRECEDENCE.flatMap(name =>
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
  return (words, join) => {
    const alike = bySecond.get(words[2]) ?? [];
    for (let i = 0; i < alike.length; i++) {
      const candidate = alike[i] as Candidate;
      if (fits(candidate, words)) return matchOf(candidate, words, join);
    }
    return null;
  };
}

function fits({ parts, behind, literals, isPage }: Candidate, words: readonly string[]): boolean {
  const { length } = parts;
  const isShort = words.length < length;
  if (words[1] !== parts[1] || isShort || (behind === null && words.length > length)) return false;
  for (let i = 0; i < literals.length; i++) {
    const at = literals[i] as number;
    if (words[from(at, words)] !== parts[from(at, parts)]) return false;
  }
  return !isPage || /\.json$/.test(words[from(-1, words)] as string);
}

/** The position in a path. @param at negative: from the end */
const from = (at: number, { length }: readonly string[]): number => (at < 0 ? length + at : at);

function matchOf(
  { address, parts, behind, named, blank, isPage }: Candidate,
  words: readonly string[],
  join: Join,
): MatchedResource {
  const { resource, source } = address;
  const found: Record<string, string> = { ...blank };
  for (let i = 0; i < named.length; i++) {
    const [at, name] = named[i] as readonly [number, string];
    found[name] =
      parts[at] === '*' ? join(at, words.length - (behind ?? 0)) : (words[from(at, words)] as string);
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
    const matched = matchResource(words, (start, end) => decodeSegment(segments.slice(start, end).join('/')));
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
  const matched =
    words[1] === 'api' ? matchFile(words, (start, end) => words.slice(start, end).join('/')) : null;
  const { policy, tags } = matched ? RESOURCES[matched.resource] : (fileAt(`/${path}`) ?? OVERVIEW);
  return { policy: policy as CachePolicy, tags: tags ?? OVERVIEW.tags, words: matched?.words ?? {} };
}

const OVERVIEW: FileRow = { policy: 'overview', tags: 'overview', words: {} };
