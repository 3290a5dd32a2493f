/**
 * Web paths and API targets ↔ URLs of where the site lies. A web path (`/usc/title-17`) and a target (`/api/usc/titles?…`)
 * begin with a slash and are percent-encoded; neither knows the folder that the site may lie in.
 */

export interface Site {
  /** The document's base: an absolute URL that ends with a slash. */
  base: string;
  /**
   * On a host that serves files by their names alone, the file that answers a target, relative to the tree, or null where none
   * does; null where the API answers at its own addresses.
   */
  fileOf: ((target: string) => string | null) | null;
  /** The public address of the site, with a slash at its end; null where it is not known. */
  publicBase: string | null;
}

let site: Site = { base: 'http://localhost/', fileOf: null, publicBase: null };

/** Tells once, before anything else, where the site lies. */
export function setSite(where: Site): void {
  site = where;
}

/** Whether there are files alone: no search, no lists that are computed. */
export const isStatic = (): boolean => site.fileOf !== null;

/** A path below the base; a dot in front keeps `//host` and `/a:b` paths. */
const below = (path: string): URL => new URL(`.${path}`, site.base);

/** The `href` of a web path, with its query and fragment. */
export function webHref(path: string): string {
  const { pathname, search, hash } = below(path);
  return pathname + search + hash;
}

/** The whole URL of a web path, to be shared. */
export const webUrl = (path: string): string => below(path).href;

/** The URL under which the page of a web path is to be known. */
export const canonicalUrl = (path: string): string =>
  site.publicBase === null ? webUrl(path) : new URL(`.${path}`, site.publicBase).href;

/** @returns path, query and fragment below the base, or null for what lies elsewhere */
export function webPathOfUrl(url: string): { path: string; search: string; hash: string } | null {
  const base = new URL(site.base);
  const { origin, pathname, search, hash } = new URL(url, base);
  if (origin !== base.origin || !pathname.startsWith(base.pathname)) return null;
  return { path: `/${pathname.slice(base.pathname.length)}`, search, hash };
}

/**
 * The whole URL by which an API target is asked for: of the API, or of the file that answers it. Null where there are files
 * alone and none answers.
 */
export function apiUrl(target: string): string | null {
  if (!site.fileOf) return below(target).href;
  const path = site.fileOf(target);
  // A name may hold a percent sign itself: `_q/agency=A%20B.json`.
  return path === null ? null : below(`/${path.split('/').map(encodeURIComponent).join('/')}`).href;
}
