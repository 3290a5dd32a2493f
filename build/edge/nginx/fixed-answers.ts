import { CACHE_CONTROL, COMMON_HEADERS } from '../../contract/headers.ts';
import { ALLOWED_METHODS } from '../../contract/methods.ts';
import { REPRESENTATIONS } from '../../contract/paths.ts';
import { bodyOf, ERRORS, headersOf, healthBody } from '../errors.ts';
import { addHeaders, block } from './syntax.ts';

/** Internal path, 404 from outside. */
export const UNREAD = '/pandect-unread';

function fixedAnswer(
  name: string,
  status: number,
  body: string,
  headers: Record<string, string>,
  match = `@pandect_${name}`,
): string {
  const type = `default_type "${REPRESENTATIONS.json.contentType}";`;
  const lines = ['types { }', type, 'charset off;', ...addHeaders(headers, ' always')];
  const inside = match.startsWith('@') ? [] : ['internal;'];
  return block(`location ${match}`, [...inside, ...lines, `return ${status} '${body}';`]);
}

const NOT_FOR_CACHES = { ...COMMON_HEADERS, 'cache-control': CACHE_CONTROL.none };

/** Fixed answers, without a file or the shim. */
export const fixedLocations = (): string[] => [
  ...Object.entries(ERRORS).map(([name, error]) =>
    fixedAnswer(
      name,
      error.status,
      bodyOf(error),
      // nginx has set the headers of the file already.
      name === 'range' ? {} : headersOf(error),
      ...(name === 'request' ? [`= ${UNREAD}`] : []),
    ),
  ),
  fixedAnswer('url', ERRORS.url.status, bodyOf(ERRORS.url), headersOf(ERRORS.url), `= ${UNREAD}-url`),
  fixedAnswer('health', 200, healthBody(), NOT_FOR_CACHES),
  fixedAnswer('options', 204, '', {
    ...COMMON_HEADERS,
    allow: ALLOWED_METHODS,
    'access-control-allow-methods': ALLOWED_METHODS,
    'access-control-allow-headers': '$http_access_control_request_headers',
    vary: '$pandect_preflight_vary',
  }),
];
