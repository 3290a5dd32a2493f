import { noSuchEndpoint, nothingThere } from '../errors.ts';
import { policyOfFile } from '../headers.ts';
import { identifierProblem } from '../identifier.ts';
import { levelUrl, placeNumbers } from '../levels.ts';
import { documentPath, pathOf } from '../paths.ts';
import { loadsOf } from '../site-loads.ts';
import type { RoutedSource } from '../sources.ts';
import type { WebPlace } from '../web-path.ts';
import type { FileRoute, ViewRoute } from './routes.ts';

/** The site (build/contract/README.md, Site): its files, and its pages. */

/** @throws ApiError NOT_FOUND */
export function siteRoute(path: string | null, isToldInPage: boolean): FileRoute {
  if (path === null) throw nothingThere();
  const asked = { resource: 'site' } as const;
  return { kind: 'file', path, policy: policyOfFile(path), asked, missing: nothingThere(), isToldInPage };
}

/** @param search the query, without its question mark @throws ApiError NOT_FOUND where nothing can be there */
export function viewRoute(
  place: WebPlace | null,
  search: string,
  sources: readonly RoutedSource[],
): ViewRoute {
  const source = sources.find(({ id }) => id === place?.source);
  const subject = place && subjectOf(place, source);
  if (!place || subject === undefined) throw noSuchEndpoint();
  const loads = loadsOf(place, source, search);
  return { kind: 'view', place, subject, loads, policy: 'page', asked: { resource: 'view' } };
}

/** The file that a page is about; null where it is about none, undefined where there can be none. */
function subjectOf(
  { numbers, identifier }: WebPlace,
  source: RoutedSource | undefined,
): string | null | undefined {
  if (!source) return null;
  if (identifier !== undefined)
    return identifierProblem(source, identifier) ? undefined : documentPath(source, identifier, 'json');
  if (numbers === undefined) return null;
  const page = placeNumbers(source, numbers);
  return page ? pathOf(levelUrl(source, ...page)) : undefined;
}
