import { MEDIA_TYPES } from '../../contract/representation.ts';
import { preferredMediaType } from '../../contract/routing/accept.ts';
import { type SmallTable, smallRouter } from '../../contract/routing/small.ts';
import { namesHtml, SHELL } from '../../contract/site-paths.ts';

/** The viewer-request function, for CloudFront's runtime 2.0. Paths and queries are encoded as the client sent them. */

interface Value {
  value: string;
  /** All values of a repeated parameter. */
  multiValue?: readonly { value: string }[];
}

interface ViewerRequest {
  method: string;
  uri: string;
  querystring: Record<string, Value>;
  headers: Record<string, Value>;
  /** Undefined without a question mark. */
  rawQueryString(): string | undefined;
}

interface CloudFront {
  selectRequestOriginById(id: string): void;
  createRequestOriginGroup(group: {
    originIds: readonly [string, string];
    failoverCriteria: { statusCodes: readonly number[] };
  }): void;
}

export interface AloneAnswers {
  unavailable: object;
  options: object;
}

/** The ids of the origins in the template. */
export const TREE_ORIGIN = 'tree';
export const SHIM_ORIGIN = 'shim';

/** Returns the function. @param alone answers for requests without a file; null with a shim */
export const answerer = (table: SmallTable, alone: AloneAnswers | null) => {
  const route = smallRouter(table);
  const pages = new RegExp(`^/((search|${table.sources.map(source => source.id).join('|')})(/.*)?)?$`);
  return (event: { request: ViewerRequest }, cloudfront: CloudFront): object => {
    const request = event.request;
    const search = request.rawQueryString();
    const header = request.headers.accept;
    const values = header ? header.multiValue || [header] : [];
    const accept = header && values.map(single => single.value).join(', ');
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    // Without a shim the app in the page finds out whether its subject exists.
    const isPage = alone !== null && isRead && pages.test(request.uri);
    const path = isPage
      ? SHELL
      : isRead
        ? route(request.uri + (search === undefined ? '' : `?${search}`), accept)
        : null;
    if (path === null) {
      if (alone) return request.method === 'OPTIONS' ? alone.options : alone.unavailable;
      cloudfront.selectRequestOriginById(SHIM_ORIGIN);
      // Reduces `Accept` to three values, for the cache key.
      const choice = accept === undefined ? 0 : Math.max(0, preferredMediaType(accept));
      const isForPeople = request.uri.indexOf('/api/') !== 0 && namesHtml(accept);
      request.headers.accept = { value: isForPeople ? 'text/html' : (MEDIA_TYPES[choice] as string) };
      return request;
    }
    // The file alone is the key: query and headers do not change it.
    request.uri = `/${path.split('/').map(encodeURIComponent).join('/')}`;
    request.querystring = {};
    ['accept', 'authorization', 'x-api-key'].forEach(name => {
      delete request.headers[name];
    });
    // A list page without a file has to be computed, as have references; S3 says 403 when it may not say 404.
    if (!alone && /\/_q\/|\/references\./.test(path))
      cloudfront.createRequestOriginGroup({
        originIds: [TREE_ORIGIN, SHIM_ORIGIN],
        failoverCriteria: { statusCodes: [403, 404] },
      });
    return request;
  };
};
