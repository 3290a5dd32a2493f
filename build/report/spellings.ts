import {
  CHANGES_INDEX,
  changesUrl,
  documentsUrl,
  encodedPath,
  openapiAliases,
  openapiUrl,
  pathOf,
} from '../contract/paths.ts';
import { SOURCES } from '../contract/sources.ts';
import { type DocumentFile, documentOfFile } from '../files/document-file.ts';

/**
 * Lists the usual spellings of a file's URLs, without scheme and host. Caches that know nothing but URLs have to drop these.
 * Countless other spellings exist (parameters in another order, or without a meaning): tags reach them all.
 * @param path relative to the tree
 */
export function spellingsOf(path: string): readonly string[] {
  const document = documentOfFile(path);
  const spelled = document ? documentSpellings(document) : pageSpellings(path);
  return [...new Set([...spelled, ...ownNames(path)])];
}

/** Returns the file's own name, which file servers answer to, in the two usual ways of escaping. */
function ownNames(path: string): string[] {
  return [`/${encodedPath(path)}`, `/${plainly(path)}`];
}

/** Escapes as browsers do: characters that may stand in a path stay. */
const plainly = (text: string): string => encodeURI(text).replace(/[?#]/g, encodeURIComponent);

function documentSpellings({ source, identifier, representation }: DocumentFile): string[] {
  const base = documentsUrl(source);
  const shorthand = identifier.slice(source.namespace.length);
  const names = [
    encodeURIComponent(shorthand),
    encodeURIComponent(identifier),
    ...[encodedPath(shorthand), plainly(shorthand)],
    ...[encodedPath(identifier), plainly(identifier)].flatMap(name => [name, name.slice(1)]),
  ];
  // Without a format, any representation may be the answer, by the header's choice.
  return names.flatMap(name => [`${base}/${name}`, `${base}/${name}?format=${representation}`]);
}

const LIST = /^(.+)\/_q\/(.+)\.json$/s;
/** A month may be written with one digit. */
const MONTH = /^(api\/[^/]+\/years\/\d{4}\/)0(\d)$/;

function pageSpellings(path: string): string[] {
  if (path === CHANGES_INDEX) return [changesUrl];
  const list = /^changes\/(\d+)\.ndjson$/.exec(path);
  if (list) return [`${changesUrl}/${list[1]}`];
  if (path === pathOf(openapiUrl)) return [openapiUrl, ...openapiAliases];
  if (!/^api\/.*\.json$/s.test(path)) return [];
  const [, listed, query] = LIST.exec(path) ?? [];
  const page = listed ?? path.slice(0, -'.json'.length);
  const pages = MONTH.test(page) ? [page, page.replace(MONTH, '$1$2')] : [page];
  const written = query === undefined ? [] : [query, withShortLevel(page, query)];
  const spelled = written.flatMap(text => [`?${text}`, `?${text.replaceAll('%20', '+')}`]);
  const queries = query === undefined ? [''] : spelled;
  return pages.flatMap(page => queries.map(query => `/${page}${query}`));
}

/** Names the level of a list's query by its short identifier. */
function withShortLevel(page: string, query: string): string {
  const source = SOURCES.find(candidate => documentsUrl(candidate) === `/${page}`);
  if (!source) return query;
  const within = source.filters.find(({ match }) => match === 'within');
  const canonical = within && `${within.param}=${encodeURIComponent(source.namespace)}`;
  return canonical && query.startsWith(canonical)
    ? `${within.param}=${query.slice(canonical.length)}`
    : query;
}
