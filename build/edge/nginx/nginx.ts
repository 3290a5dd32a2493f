import { FILES } from '../../contract/file-addresses.ts';
import { CACHE_CONTROL, COMMON_HEADERS, PAGE_HEADERS } from '../../contract/headers.ts';
import { BEHIND_IDENTIFIERS } from '../../contract/identifier.ts';
import { fileTypes, HTML_TYPE, isTextType, mcpUrl } from '../../contract/paths.ts';
import { RESOURCES } from '../../contract/resources.ts';
import { MAX_URL_LENGTH } from '../../contract/routing/target.ts';
import { SHELL } from '../../contract/site-paths.ts';
import { SOURCES } from '../../contract/sources.ts';
import { quotableRoot, upstreamOf } from '../configuration.ts';
import { alternativeMaps } from '../errors.ts';
import { row, text, type VariableMap } from '../maps/map.ts';
import { routingMaps } from '../maps/maps.ts';
import { pageVariable } from '../maps/views.ts';
import type { EdgeOptions, EdgeTarget } from '../target.ts';
import { fixedLocations, UNREAD } from './fixed-answers.ts';
import { nginxMaps, variable } from './maps.ts';
import { readme } from './readme.ts';
import { addHeaders, block } from './syntax.ts';

/** nginx as Debian packages it: maps and files, no program. */
export const nginx: EdgeTarget = {
  id: 'nginx',
  summary: 'nginx: a site for its http block, with the shim behind it or alone',
  files: async options => ({ 'nginx.conf': configuration(options), 'README.md': readme(options) }),
};

function mediaTypeOf(contentType: string): string {
  return contentType.replace(/;.*/, '');
}

/** The Model Context Protocol has other methods; the shim knows them. */
const preflightMaps: readonly VariableMap[] = [
  { name: 'is_preflight', source: '{read} {kind}', rows: [text('OPTIONS mcp', ''), row('^OPTIONS .', '1')] },
];

/** Headers of files and pages; empty ones are not sent. */
const pageVariables = (): Record<string, string> =>
  Object.fromEntries(Object.keys(PAGE_HEADERS).map(name => [name, variable(pageVariable(name))]));

/** Pages without the shim: the site's one page, with status 404 if its subject is missing. */
const viewLocations = (): string[] => [
  block('location @pandect_view', [
    'if (!-f $document_root$pandect_subject) { return 421; }',
    'max_ranges 0;',
    ...addHeaders({
      ...COMMON_HEADERS,
      ...PAGE_HEADERS,
      'cache-control': '$pandect_cache',
      vary: '$pandect_vary',
    }),
    `try_files /${SHELL} @pandect_endpoint;`,
  ]),
  block('location @pandect_view_missing', ['return 421;']),
  block('location @pandect_missing_page', [
    'max_ranges 0;',
    'etag off;',
    ...addHeaders({ ...COMMON_HEADERS, ...PAGE_HEADERS, 'cache-control': CACHE_CONTROL.none }, ' always'),
    `try_files /${SHELL} @pandect_endpoint;`,
  ]),
];

/** @param more directives before the file is looked up */
const filesLocation = (match: string, ranges: 0 | 1, more: readonly string[] = []): string =>
  block(`location ${match}`, [
    'if ($pandect_is_preflight) { return 418; }',
    ...more,
    `max_ranges ${ranges};`,
    ...addHeaders({
      ...COMMON_HEADERS,
      ...pageVariables(),
      'cache-control': '$pandect_cache',
      vary: '$pandect_vary',
    }),
    'try_files $pandect_file @pandect_origin;',
  ]);

const originLocation = ({ origin, others }: EdgeOptions): string =>
  block('location @pandect_origin', origin ? [...proxied(origin), ...passedOn(others)] : ['return 419;']);

/**
 * Retries a request at the next shim if one refuses it or closes the connection: all requests only read, MCP's POSTs included.
 * Timeouts are not retried, since the request would keep the next shim busy, too.
 */
const passedOn = (others: readonly URL[] = [], more = ''): string[] =>
  others.length === 0
    ? []
    : [
        `proxy_next_upstream error timeout${more};`,
        `proxy_next_upstream_tries ${others.length + 1};`,
        'proxy_next_upstream_timeout 5s;',
      ];

/**
 * A single shim gets every request. If there are several, a failed one is skipped for two seconds. That is less than the SHUTDOWN_DELAY of
 * the recipes, during which it says "not ready", so that a rolling restart never leaves all of them out.
 */
function upstreamBlock(origin: URL, others: readonly URL[] = []): string {
  const failing = others.length === 0 ? 'max_fails=0' : 'max_fails=3 fail_timeout=2s';
  const servers = [origin, ...others].map(shim => `server ${upstreamOf(shim)} ${failing};`);
  const shared = others.length === 0 ? [] : ['zone pandect_shim 64k;'];
  return block('upstream pandect_shim', [...shared, ...servers, 'keepalive 32;']);
}

/** @param hasBody whether requests may have a body and answers are streamed */
const proxied = (origin: URL, hasBody = false): string[] => [
  `proxy_pass ${origin.protocol}//pandect_shim$request_uri;`,
  ...(origin.protocol === 'https:'
    ? ['proxy_ssl_server_name on;', `proxy_ssl_name ${origin.hostname};`]
    : []),
  'proxy_http_version 1.1;',
  'proxy_set_header Connection "";',
  `proxy_set_header Host ${origin.protocol === 'https:' ? origin.host : '$http_host'};`,
  '# With the address of this server in TRUST_PROXY the shim limits clients, not nginx.',
  'proxy_set_header X-Forwarded-For $remote_addr;',
  ...(hasBody
    ? ['client_max_body_size 4m;', 'proxy_buffering off;']
    : ['# Nobody wants a body.', 'proxy_pass_request_body off;', 'proxy_set_header Content-Length "";']),
  'proxy_connect_timeout 2s;',
  'proxy_read_timeout 30s;',
];

/** nginx answers HEAD with a range and unsatisfiable ranges differently. */
const RANGES_TO_ORIGIN = ['if ($http_range) { return 420; }'];

/** Patterns of paths whose answers may support ranges. */
const PATHS_WITH_RANGES = [
  ...Object.values(RESOURCES).flatMap(({ ranges, path }) => (ranges ? [path] : [])),
  ...FILES.flatMap(({ ranges, paths }) => (ranges ? paths : [])),
].map(path => path.replace(':source', '[a-z]+').replace('*', '.'));

const errorPages = (origin: URL | null): string[] => [
  // nginx could not read the path, and without a path it enters no named location.
  `error_page 400 501 505 = ${UNREAD};`,
  'error_page 405 413 = @pandect_method;',
  `error_page 414 = ${UNREAD}-url;`,
  'error_page 422 = @pandect_url;',
  'error_page 494 = @pandect_headers;',
  'error_page 418 = @pandect_options;',
  'error_page 420 = @pandect_origin;',
  'error_page 419 = @pandect_$pandect_alone;',
  'error_page 421 =404 @pandect_missing_page;',
  'error_page 416 = @pandect_range;',
  `error_page 403 404 = @pandect_${origin ? 'origin' : 'page'};`,
  'error_page 500 502 503 504 = @pandect_$pandect_away;',
];

/** Types that are compressed and sent with a charset. */
const TEXT_TYPES = fileTypes()
  .map(({ contentType }) => contentType)
  // nginx always compresses this type.
  .filter(contentType => isTextType(contentType) && contentType !== HTML_TYPE)
  .map(mediaTypeOf)
  .filter((type, i, all) => all.indexOf(type) === i);

const COMPRESSION = [
  'gzip on;',
  'gzip_comp_level 5;',
  'gzip_min_length 1000;',
  'gzip_proxied any;',
  `gzip_types ${TEXT_TYPES.join(' ')};`,
  '# With the module ngx_brotli:',
  `# brotli on; brotli_comp_level 5; brotli_min_length 1000; brotli_types ${TEXT_TYPES.join(' ')};`,
];

const TYPES = block(
  'types',
  // nginx matches the text behind the last dot.
  fileTypes().map(
    ({ extension, contentType }) => `${mediaTypeOf(contentType)} ${extension.replace(/^.*[.]/, '')};`,
  ),
);

function configuration(options: EdgeOptions): string {
  const { listen, origin, others } = options;
  const server = [
    `listen ${listen.host}:${listen.port};`,
    `root "${quotableRoot(options)}";`,
    'merge_slashes off;',
    'server_tokens off;',
    'recursive_error_pages on;',
    'if ($pandect_is_long) { return 422; }',
    '# Longer URLs are refused below.',
    'large_client_header_buffers 4 17k;',
    TYPES,
    'charset utf-8;',
    `charset_types ${TEXT_TYPES.filter(type => type !== 'image/svg+xml').join(' ')};`,
    ...COMPRESSION,
    ...errorPages(origin),
    filesLocation('/', 0),
    // Below a document, but no document.
    filesLocation(`~ ^/api/[a-z]+/documents/.+/(?:${BEHIND_IDENTIFIERS.join('|')})$`, 0),
    ...PATHS_WITH_RANGES.map(path => filesLocation(`~ ^${path}`, 1, origin ? RANGES_TO_ORIGIN : [])),
    originLocation(options),
    block(
      `location = ${mcpUrl}`,
      origin ? [...proxied(origin, true), ...passedOn(others, ' non_idempotent')] : ['return 419;'],
    ),
    ...viewLocations(),
    ...fixedLocations(),
  ];
  return [
    HEADER,
    'variables_hash_max_size 4096;',
    nginxMaps([...routingMaps(SOURCES), ...alternativeMaps(), ...preflightMaps]),
    `map $request_uri $pandect_is_long { default ""; "~^.{${MAX_URL_LENGTH + 1}}" 1; }`,
    'map $http_access_control_request_headers $pandect_preflight_vary { "" ""; default Access-Control-Request-Headers; }',
    ...(origin ? [upstreamBlock(origin, others)] : []),
    block('server', server),
    '',
  ].join('\n');
}

const HEADER =
  '# Written by "npm run edge -- nginx", to be included in the http block. README.md beside it tells the rest.';
