import { encodedPath, REPRESENTATIONS, withQuery } from '../contract/paths.ts';
import { FORMATS } from '../contract/representation.ts';
import { HISTORY_FILE, REFERENCES_FILE, VERSION_FILE } from '../files/document-file.ts';

/** Maps the path of a file to the request target for it: path and query. */
export type Address = (path: string) => string;

/** The file's own path: for servers that give out plain files. */
export const plainAddress: Address = path => `/${encodedPath(path)}`;

const DOCUMENT = /^(api\/[^/]+\/documents)\/(?!_q\/)(.+)(\.json|\.md|\.txt)$/;
const LEVEL = /^(api\/[^/]+\/structure)\/(?!.*_q\/)(.+)\.json$/;
const LIST_PAGE = /^(api\/.+)\/_q\/(.+)\.json$/;
const PAGE = /^(api\/.+)\.json$/;

const formatOf = (ending: string | undefined): string | undefined =>
  FORMATS.find(name => REPRESENTATIONS[name].extension === ending);

/** The address in the API (build/contract/README.md, Tree): documents by format, list pages by query, other pages without ending. */
export const apiAddress: Address = path => {
  const [, folder, subject = '', query = ''] = REFERENCES_FILE.exec(path) ?? [];
  if (folder !== undefined) return withQuery(`/${folder}/${encodeURIComponent(subject)}/references`, query);
  const [, source, document = '', name, form] = VERSION_FILE.exec(path) ?? [];
  if (source !== undefined) {
    const own = `/api/${source}/documents/${encodeURIComponent(document)}`;
    return name === undefined ? `${own}/versions` : `${own}?on=${name}&format=${formatOf(form)}`;
  }
  const [, code, title = ''] = HISTORY_FILE.exec(path) ?? [];
  if (code !== undefined) return `/api/${code}/structure/${encodeURIComponent(title)}/versions`;
  const [, documents, shorthand = '', ending] = DOCUMENT.exec(path) ?? [];
  if (documents !== undefined)
    return `/${documents}/${encodeURIComponent(shorthand)}?format=${formatOf(ending)}`;
  const [, levels, level = ''] = LEVEL.exec(path) ?? [];
  if (levels !== undefined) return `/${levels}/${encodeURIComponent(level)}`;
  const [, list, listed] = LIST_PAGE.exec(path) ?? [];
  // The name of a page's file is its query, as it stands.
  if (list !== undefined) return `${plainAddress(list)}?${listed}`;
  const [, page] = PAGE.exec(path) ?? [];
  return plainAddress(page ?? path);
};

/** A file that a plain server gives out under its own name, and an API does not. */
export const PROBE = '/api/stats.json';

/** The address with an unknown parameter, which servers ignore: a cache that has other content under the usual address is passed. */
export const anew = (address: string, sha256: string): string =>
  `${address}${address.includes('?') ? '&' : '?'}_=${sha256.slice(0, 16)}`;
