/**
 * Web paths and API targets ↔ URLs of the site. A web path (`/usc/title-17`) and a target (`/api/usc/titles?…`) begin with a
 * slash and are percent-encoded. Neither holds the folder that the site may lie in.
 */

export interface Site {
  /** The document's base: an absolute URL that ends with a slash. */
  base: string;
  /**
   * Returns the file with the answer to a target, relative to the tree; null where no file has it. Null itself where the API
   * answers, not files.
   */
  fileOf: ((target: string) => string | null) | null;
  /** The public address of the site, with a slash at its end; null where it is not known. */
  publicBase: string | null;
}

let site: Site = { base: 'http://localhost/', fileOf: null, publicBase: null };

/** Sets where the site lies. Called once, first of all. */
export function setSite(where: Site): void {
  site = where;
}

/** Whether the host serves files only: no search, no computed lists. */
export const isStatic = (): boolean => site.fileOf !== null;

/** A path below the base. The dot in front keeps `//host` and `/a:b` paths. */
const below = (path: string): URL => new URL(`.${path}`, site.base);

/** The `href` of a web path, with its query and fragment. */
export function webHref(path: string): string {
  const { pathname, search, hash } = below(path);
  return pathname + search + hash;
}

export const webUrl = (path: string): string => below(path).href;

export const canonicalUrl = (path: string): string =>
  site.publicBase === null ? webUrl(path) : new URL(`.${path}`, site.publicBase).href;

/** @returns path, query and fragment below the base; null for URLs outside the site */
export function webPathOfUrl(url: string): { path: string; search: string; hash: string } | null {
  const base = new URL(site.base);
  const { origin, pathname, search, hash } = new URL(url, base);
  if (origin !== base.origin || !pathname.startsWith(base.pathname)) return null;
  return { path: `/${pathname.slice(base.pathname.length)}`, search, hash };
}

/** The URL of the answer to a target: of the API, or of a file. Null on a host of files where no file has the answer. */
export function apiUrl(target: string): string | null {
  if (!site.fileOf) return below(target).href;
  const path = site.fileOf(target);
  // File names may contain percent signs: `_q/agency=A%20B.json`.
  return path === null ? null : below(`/${path.split('/').map(encodeURIComponent).join('/')}`).href;
}
