import { CACHE_CONTROL, COMMON_HEADERS, PAGE_HEADERS } from '../../contract/headers.ts';
import { ALLOWED_METHODS } from '../../contract/methods.ts';
import { fileTypes, HTML_TYPE, isTextType, REPRESENTATIONS } from '../../contract/paths.ts';
import { MAX_URL_LENGTH } from '../../contract/routing/target.ts';
import { SHELL } from '../../contract/site-paths.ts';
import { SOURCES } from '../../contract/sources.ts';
import { quotableRoot, upstreamOf } from '../configuration.ts';
import { alternativeMaps, bodyOf, ERRORS, headersOf, healthBody } from '../errors.ts';
import { literally, row, text, type VariableMap } from '../maps/map.ts';
import { KINDS_WITH_RANGES, routingMaps } from '../maps/maps.ts';
import { pageVariable } from '../maps/views.ts';
import type { EdgeOptions, EdgeTarget } from '../target.ts';
import { caddyMaps, placeholder } from './maps.ts';
import { readme } from './readme.ts';

/** Stock Caddy: maps and files, no program and no plugin. */
export const caddy: EdgeTarget = {
  id: 'caddy',
  summary: 'Caddy: a site for its Caddyfile, with the shim behind it or alone',
  files: async options => ({ Caddyfile: configuration(options), 'README.md': readme(options) }),
};

const block = (head: string, lines: readonly string[]): string[] => [
  `${head} {`,
  ...lines.map(line => `\t${line}`),
  '}',
];

const setHeaders = (headers: Readonly<Record<string, string>>): string[] =>
  Object.entries(headers).map(([name, value]) => `header ${name} \`${value}\``);

const JSON_TYPE = { 'content-type': REPRESENTATIONS.json.contentType };

/** A fixed answer for one value of a variable. */
const fixedAnswer = (variable: string, value: string, answer: readonly string[]): string[] => [
  `@${value} vars ${placeholder(variable)} ${value}`,
  ...block(`handle @${value}`, answer),
];

const error = (name: keyof typeof ERRORS): string[] => [
  ...setHeaders({ ...JSON_TYPE, ...headersOf(ERRORS[name]) }),
  `respond \`${bodyOf(ERRORS[name])}\` ${ERRORS[name].status}`,
];

const health = (): string[] => [
  ...setHeaders({ ...COMMON_HEADERS, ...JSON_TYPE, 'cache-control': CACHE_CONTROL.none }),
  `respond \`${healthBody()}\` 200`,
];

const preflight: VariableMap = {
  name: 'is_preflight',
  source: '{read} {kind}',
  // The Model Context Protocol has other methods; the shim knows them.
  rows: [text('OPTIONS mcp', ''), row('^OPTIONS .', '1')],
};

const type: VariableMap = {
  name: 'type',
  source: '{file}',
  rows: [...fileTypes().map(({ extension, contentType }) => row(`${literally(extension)}$`, contentType))],
};

const TEXT_TYPES = fileTypes()
  .map(({ contentType }) => contentType)
  .filter(isTextType)
  .map(contentType => contentType.replace(/;.*/, ''));

function fileAnswer(options: EdgeOptions): string[] {
  const root = quotableRoot(options);
  return [
    ...block('@file', [
      `not vars ${placeholder('file')} \`\``,
      // Caddy answers multiple and unsatisfiable ranges differently.
      ...(options.origin ? ['not header Range *'] : []),
      ...block('file', [`root "${root}"`, `try_files ${placeholder('file')}`]),
    ]),
    ...block('handle @file', [
      ...setHeaders({
        ...COMMON_HEADERS,
        'content-type': placeholder('type'),
        'cache-control': placeholder('cache'),
        vary: placeholder('vary'),
      }),
      `@html vars ${placeholder('kind')} site-page`,
      ...Object.keys(PAGE_HEADERS).map(name => `header @html ${name} ${placeholder(pageVariable(name))}`),
      `@page not vars ${placeholder('kind')} ${KINDS_WITH_RANGES.join(' ')}`,
      'request_header @page -Range',
      'header @page >-Accept-Ranges',
      '# One tag for all encodings of an answer.',
      'header >Etag `^"` `W/"`',
      '# Names of files hold escapes, which a path would lose: the file is the index of its own request.',
      'rewrite * /',
      ...block('file_server', [`root "${root}"`, `index ${placeholder('file')}`]),
    ]),
  ];
}

/** Pages without the shim: the site's one page, with status 404 if its subject is missing. */
function viewAnswers(options: EdgeOptions, variable: 'alone' | 'away'): string[] {
  const root = `root "${quotableRoot(options)}"`;
  const file = (candidates: string) => block('file', [root, `try_files ${candidates}`]);
  const page = (status: number, headers: Readonly<Record<string, string>>): string[] => [
    ...setHeaders({ ...COMMON_HEADERS, ...PAGE_HEADERS, 'content-type': HTML_TYPE, ...headers }),
    ...(status === 200 ? ['header >Etag `^"` `W/"`'] : ['header >-Etag', 'header >-Last-Modified']),
    ...(variable === 'away' || status !== 200
      ? ['request_header -If-None-Match', 'request_header -If-Modified-Since']
      : []),
    'request_header -Range',
    'header >-Accept-Ranges',
    'rewrite * /',
    ...block('file_server', [
      root,
      `index ${SHELL}`,
      ...(variable === 'away' || status !== 200 ? [`status ${status}`] : []),
    ]),
  ];
  const setVariable = (...values: string[]): string => `vars ${placeholder(variable)} ${values.join(' ')}`;
  return [
    ...block(`@${variable}_view_none`, [
      setVariable('view', 'view_missing'),
      ...block('not', file(`/${SHELL}`)),
    ]),
    ...block(`handle @${variable}_view_none`, error('endpoint')),
    ...block(`@${variable}_view`, [setVariable('view'), ...file(placeholder('subject'))]),
    ...block(
      `handle @${variable}_view`,
      page(200, { 'cache-control': placeholder('cache'), vary: placeholder('vary') }),
    ),
    `@${variable}_view_missing ${setVariable('view', 'view_missing')}`,
    ...block(`handle @${variable}_view_missing`, page(404, { 'cache-control': CACHE_CONTROL.none })),
  ];
}

const preflightAnswer = (): string[] => [
  `@preflight vars ${placeholder('is_preflight')} 1`,
  ...block('handle @preflight', [
    ...setHeaders({
      ...COMMON_HEADERS,
      allow: ALLOWED_METHODS,
      'access-control-allow-methods': ALLOWED_METHODS,
    }),
    '@asking header Access-Control-Request-Headers *',
    'header @asking Access-Control-Allow-Headers {http.request.header.Access-Control-Request-Headers}',
    'header @asking Vary Access-Control-Request-Headers',
    'respond 204',
  ]),
];

const proxy = (origin: URL): string[] =>
  block(`reverse_proxy ${origin.protocol}//${upstreamOf(origin)}`, [
    '# Caddy puts the client into X-Forwarded-For: with its address in TRUST_PROXY the shim limits clients.',
    ...(origin.protocol === 'https:' ? ['header_up Host {upstream_hostport}'] : []),
    ...block('transport http', ['dial_timeout 2s', 'response_header_timeout 30s']),
  ]);

const alone = (options: EdgeOptions): string[] => [
  ...viewAnswers(options, 'alone'),
  ...(['document', 'page', 'changes', 'missing', 'alone', 'endpoint', 'method'] as const).flatMap(name =>
    fixedAnswer('alone', name, error(name)).map(line => line.replaceAll('@', '@alone_')),
  ),
  ...fixedAnswer('alone', 'health', health()),
];

function configuration(options: EdgeOptions): string {
  const { listen, origin } = options;
  const maps = [...routingMaps(SOURCES), ...alternativeMaps(), preflight, type];
  const site = block(`http://:${listen.port}`, [
    `bind ${listen.host.replace(/^\[|\]$/g, '')}`,
    ...block('encode zstd gzip', [
      'minimum_length 1000',
      ...block(
        'match',
        [...new Set(TEXT_TYPES)].map(type => `header Content-Type "${type}*"`),
      ),
    ]),
    ...block('route', [
      ...caddyMaps(maps),
      `@long expression size({http.request.orig_uri}) > ${MAX_URL_LENGTH}`,
      ...block('handle @long', error('url')),
      ...preflightAnswer(),
      ...fileAnswer(options),
      ...(origin ? proxy(origin) : alone(options)),
    ]),
    ...block('handle_errors', [
      ...fixedAnswer('away', 'health', health()),
      ...viewAnswers(options, 'away'),
      ...block('handle', error('away')),
    ]),
  ]);
  return [HEADER, ...site, ''].join('\n');
}

const HEADER =
  '# Written by "npm run edge -- caddy": a site for a Caddyfile, or one by itself. README.md beside it tells the rest.';
