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

/** The file that a request names, and what else the function has to know of it. */
const reader = (table: SmallTable) => {
  const route = smallRouter(table);
  return (request: ViewerRequest) => {
    const search = request.rawQueryString();
    const header = request.headers.accept;
    const values = header ? header.multiValue || [header] : [];
    const accept = header && values.map(single => single.value).join(', ');
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const target = request.uri + (search === undefined ? '' : `?${search}`);
    return { accept, isRead, path: isRead ? route(target, accept) : null };
  };
};

/** The file alone is the key: query and headers do not change it. */
function fileRequest(request: ViewerRequest, path: string): ViewerRequest {
  request.uri = `/${path.split('/').map(encodeURIComponent).join('/')}`;
  request.querystring = {};
  ['accept', 'authorization', 'x-api-key'].forEach(name => {
    delete request.headers[name];
  });
  return request;
}

/** Returns the function before a tree with a shim. */
export const answerer = (table: SmallTable) => {
  const read = reader(table);
  return (event: { request: ViewerRequest }, cloudfront: CloudFront): object => {
    const request = event.request;
    const asked = read(request);
    const accept = asked.accept;
    const path = asked.path;
    if (path === null) {
      cloudfront.selectRequestOriginById(SHIM_ORIGIN);
      // Reduces `Accept` to three values, for the cache key.
      const choice = accept === undefined ? 0 : Math.max(0, preferredMediaType(accept));
      const isForPeople = request.uri.indexOf('/api/') !== 0 && namesHtml(accept);
      request.headers.accept = { value: isForPeople ? 'text/html' : (MEDIA_TYPES[choice] as string) };
      return request;
    }
    // A list page without a file has to be computed, as have references; S3 says 403 when it may not say 404.
    if (/\/_q\/|\/references\./.test(path))
      cloudfront.createRequestOriginGroup({
        originIds: [TREE_ORIGIN, SHIM_ORIGIN],
        failoverCriteria: { statusCodes: [403, 404] },
      });
    return fileRequest(request, path);
  };
};

/** Returns the function before a tree without a shim. @param answers for requests without a file */
export const answererAlone = (table: SmallTable, answers: AloneAnswers) => {
  const read = reader(table);
  const pages = new RegExp(`^/((search|${table.sources.map(source => source.id).join('|')})(/.*)?)?$`);
  return (event: { request: ViewerRequest }): object => {
    const request = event.request;
    const asked = read(request);
    // The app in the page finds out whether its subject exists.
    const path = asked.isRead && pages.test(request.uri) ? SHELL : asked.path;
    if (path !== null) return fileRequest(request, path);
    return request.method === 'OPTIONS' ? answers.options : answers.unavailable;
  };
};
