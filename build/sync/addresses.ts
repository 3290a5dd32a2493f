import { encodedPath, REPRESENTATIONS } from '../contract/paths.ts';
import { FORMATS } from '../contract/representation.ts';

/** From the path of a file to what a server is asked for: path and query. */
export type Address = (path: string) => string;

/** By its own name: of a server that gives out files as they lie there. */
export const plainAddress: Address = path => `/${encodedPath(path)}`;

const DOCUMENT = /^(api\/[^/]+\/documents)\/(?!_q\/)(.+)(\.json|\.md|\.txt)$/;
const LIST_PAGE = /^(api\/.+)\/_q\/(.+)\.json$/;
const PAGE = /^(api\/.+)\.json$/;

/** As the API has it (build/contract/README.md, Tree): documents by format, list pages by their query, others without ending. */
export const apiAddress: Address = path => {
  const [, documents, shorthand = '', ending] = DOCUMENT.exec(path) ?? [];
  if (documents !== undefined) {
    const format = FORMATS.find(name => REPRESENTATIONS[name].extension === ending);
    return `/${documents}/${encodeURIComponent(shorthand)}?format=${format}`;
  }
  const [, list, query] = LIST_PAGE.exec(path) ?? [];
  // The name of a page's file is its query, as it stands.
  if (list !== undefined) return `${plainAddress(list)}?${query}`;
  const [, page] = PAGE.exec(path) ?? [];
  return plainAddress(page ?? path);
};

/** What a plain server gives out under its own name, and an API does not. */
export const PROBE = '/api/stats.json';

/** The same address for every cache that has kept another content under the usual one: parameters that are unknown mean nothing. */
export const anew = (address: string, sha256: string): string =>
  `${address}${address.includes('?') ? '&' : '?'}_=${sha256.slice(0, 16)}`;
