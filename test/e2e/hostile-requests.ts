import { METHODS } from 'node:http';
import type { Random } from '../helpers/random.ts';
import type { RequestHeaders } from '../helpers/shim.ts';

/** Requests that nobody sends in good faith, from a seeded generator. */

export interface HostileRequest {
  method: string;
  url: string;
  headers: RequestHeaders;
}

const PREFIXES = [
  '/',
  '/api/',
  '/api/usc/documents/',
  '/api/ecfr/documents/',
  '/api/fr/documents/',
  '/api/usc/documents/t17/',
  '/api/usc/documents/us/usc/',
  '/api/usc/documents/%2Fus%2Fusc%2F',
  '/api/usc/titles/',
  '/api/fr/years/',
  '/api/fr/years/2018/',
  '/api/usc/documents/_q/',
  '/api/sources',
  '/catalog/',
];

const STEPS = [
  '..',
  '.',
  '%2e%2e',
  '.%2e',
  '%252e%252e',
  '%c0%ae%c0%ae',
  '%uff0e%uff0e',
  '....',
  '..;',
  '..%00',
  '~',
  'C:',
  'C%3A',
  'nul',
];
const SLASHES = ['/', '%2f', '%2F', '%252f', '%255c', '\\', '%5c', '//', '%c0%af', '%e2%88%95', '/./'];
const TARGETS = [
  'secret',
  'secret.json',
  'secret.md',
  'secret.txt',
  'secret%00.json',
  'secret.json%00',
  'secret.json::$DATA',
  'etc/passwd',
  'catalog/catalog.bin',
  'catalog/secret',
  'manifest.json',
  'manifest/usc/t17.ndjson',
  'build.json',
  'package.json',
  '.dist.build/state.sqlite',
  '.keys.json',
  'proc/self/environ',
  '_q/cursor=',
];

const NAMES = [
  'limit',
  'offset',
  'cursor',
  'sort',
  'fields',
  'format',
  'q',
  'title_number',
  'status',
  'positive_law',
  'date_from',
  'agency',
  'docket_id',
  'rin',
  'cfr_title',
  'cfr_part',
  'document_type',
  'facets',
  'highlight',
  'api_key',
  'limit[]',
  '__proto__',
  'constructor',
  '%00',
  '',
];

const VALUES = [
  '',
  '-1',
  '0',
  '1e309',
  '9007199254740993',
  '99999999999999999999',
  'NaN',
  'true',
  'null',
  '[]',
  '{}',
  '%00',
  '%0d%0aSet-Cookie:x=1',
  '%F0%9F%92%A9',
  '%ED%A0%80',
  '%ff',
  '%',
  "'%20OR%201=1--",
  '%22%3E%3Cscript%3Ealert(1)%3C/script%3E',
  '../../../etc/passwd',
  '..%2f..%2fsecret',
  '$%7Bjndi:ldap://x%7D',
  '%2Fus%2Fusc%2Ft17%2Fs106',
  '2018-05-10',
  '2018-02-31',
  'identifier',
  '-identifier',
  'a'.repeat(3000),
  '%25'.repeat(1000),
  'a,'.repeat(1500),
  '~/us/usc/',
  '*',
  '"lighthouse"%20-lens',
];

const HEADERS: readonly RequestHeaders[] = [
  {},
  {},
  { accept: 'text/markdown;q=0.5,*/*;q=0' },
  { accept: `${'text/x;q=0.1,'.repeat(400)}*/*` },
  { accept: ';;;,,,q=,=' },
  { 'if-none-match': `${'"a",'.repeat(1500)}*` },
  { 'if-none-match': '"'.repeat(4000) },
  { range: 'bytes=0-0,1-1,-5,9999999999999999999-' },
  { range: 'bytes=5-2' },
  { 'if-modified-since': 'yesterday' },
  { 'content-length': '0', 'content-type': 'application/json' },
  { 'content-type': `x/${'y'.repeat(2000)}` },
  { 'transfer-encoding': 'chunked' },
  { 'x-forwarded-for': '../../etc/passwd, 1.2.3.4, ::ffff:1.2.3.4' },
  { host: '../../secret' },
  { host: 'a'.repeat(3000) },
  { cookie: 'a=b; '.repeat(1000) },
  { authorization: 'Bearer ' },
  { authorization: `Basic ${'='.repeat(2000)}` },
  { origin: 'null', 'access-control-request-headers': 'x'.repeat(2000) },
  { upgrade: 'websocket', connection: 'Upgrade' },
  { expect: '100-continue' },
  { 'accept-encoding': 'gzip;q=nan, ../../x' },
  { 'x-http-method-override': 'DELETE' },
];

/** TRACE and CONNECT are among them; some of CONNECT's answers are no HTTP. */
const ALL_METHODS = METHODS.filter(method => method !== 'CONNECT');

const times = (random: Random, most: number, make: () => string): string =>
  Array.from({ length: random.below(most + 1) }, make).join('');

function path(random: Random): string {
  const climb = times(random, 6, () => random.pick(STEPS) + random.pick(SLASHES));
  return random.pick(PREFIXES) + climb + (random.chance(0.8) ? random.pick(TARGETS) : '');
}

function query(random: Random): string {
  return times(
    random,
    4,
    () => `${random.pick(NAMES)}${random.chance(0.9) ? '=' : ''}${random.pick(VALUES)}&`,
  );
}

/** A string of bytes, percent-encoded or not, printable or not. */
function noise(random: Random): string {
  const byte = () => random.below(256);
  return times(random, 60, () => {
    const code = byte();
    const isPlain = code > 32 && code < 127 && random.chance(0.6);
    return isPlain ? String.fromCharCode(code) : `%${code.toString(16).padStart(2, '0')}`;
  });
}

const LISTS = [
  '/api/usc/documents',
  '/api/ecfr/documents',
  '/api/fr/documents',
  '/api/search',
  '/api/fr/years/2018/05',
];

export function hostileRequest(random: Random): HostileRequest {
  const url = random.pick([
    () => path(random),
    () => `${path(random)}?${query(random)}`,
    () => `${random.pick(LISTS)}?${query(random)}`,
    () => random.pick(PREFIXES) + noise(random),
    () => `${random.pick(LISTS)}?${noise(random)}=${noise(random)}`,
    () => `/api/usc/documents/${random.pick(VALUES)}`,
  ])();
  return {
    method: random.chance(0.75) ? 'GET' : random.pick(ALL_METHODS),
    url,
    headers: random.pick(HEADERS),
  };
}

/** Bytes in which most of HTTP has been got wrong. */
export function brokenHttp(random: Random): Buffer {
  const right = `${random.pick(['GET', 'POST', 'FOO', 'get', ''])} ${path(random)} HTTP/${random.pick(['1.1', '1.0', '2.0', '9.9', ''])}\r\nHost: x\r\n${random.pick(['', 'Content-Length: x\r\n', 'Content-Length: 5\r\nContent-Length: 6\r\n', 'Transfer-Encoding: chunked\r\n', ': \r\n', 'X y\r\n', `X: ${'z'.repeat(random.below(30_000))}\r\n`])}\r\n`;
  const bytes = Buffer.from(
    right + times(random, 3, () => random.pick(['5\r\nabc', '\0', 'GET / HTTP/1.1\r\n\r\n', 'xyz'])),
  );
  for (let i = random.below(4); i > 0; i--) bytes[random.below(bytes.length)] = random.below(256);
  return bytes;
}
