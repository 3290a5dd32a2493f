import { type Flags, UsageError } from '../build/common/command-line.ts';
import { readTypesense, type TypesenseSettings } from '../build/search/typesense/connection.ts';
import { CLIENT_NAMINGS } from './http/client-names.ts';
import { CONNECTION_LIMITS, type ConnectionLimits } from './http/connections.ts';
import { REQUEST_LOG, type RequestLogOptions } from './http/request-log.ts';
import { keysFileFrom, usageFolderFrom } from './keys/key-paths.ts';
import { trustOf } from './limits/forwarded.ts';
import { readStoreAddress, type StoreAddress } from './limits/shared/store-address.ts';
import { isLoopbackHost, type Origins, readOrigin } from './mcp/origins.ts';
import { SEARCH_MEMORY } from './search/configure.ts';

/** Settings of the shim: flags first, then variables, then defaults. */
export interface Settings {
  dist: string;
  /** The archive with former versions that the tree does not have; null: there is none. */
  archive: string | null;
  host: string;
  port: number;
  keysFile: string;
  /** Folder for days of use; null: they are not noted. */
  keysUsage: string | null;
  trustProxy: string | false;
  logLevel: string;
  connections: ConnectionLimits;
  /** MB of pages of the search index in each search process. */
  searchMemory: number;
  /** Null for the embedded engine. */
  typesense: TypesenseSettings | null;
  mcpOrigins: Origins;
  requests: RequestLogOptions;
  /** Seconds between the announcement of the end and the end; requests are answered meanwhile. */
  shutdownDelay: number;
  metrics: { host: string; port: number } | null;
  hasProbes: boolean;
  /** Store in which several shims count together; null: each process counts for itself. */
  rateLimitStore: StoreAddress | null;
  workers: number;
}

export const USAGE = `Usage: npm run serve -- [options]

Serves a finished tree.

  --dist DIR   the tree (default: $DIST or dist)
  --archive DIR  the archive with the former versions of a tree that is built with --versions archive (default: $ARCHIVE or none)
  --host H     the address to listen on (default: $HOST or 127.0.0.1)
  --port N     the port; 0 takes a free one (default: $PORT or 3000)
  --help       print this

Variables: KEYS_FILE, KEYS_USAGE, TRUST_PROXY, LOG_LEVEL, LOG_CLIENT, LOG_CLIENT_SECRET, LOG_QUERIES, LOG_SAMPLE,
REQUEST_TIMEOUT, IDLE_TIMEOUT, ANSWER_TIMEOUT, MAX_CONNECTIONS, SEARCH_MEMORY, TYPESENSE_URL, TYPESENSE_API_KEY,
TYPESENSE_COLLECTION, SHUTDOWN_DELAY, HEALTH_PROBES, METRICS_PORT, METRICS_HOST, RATE_LIMIT_URL, WORKERS, MCP_ORIGINS;
the README tells about them.
`;

const MAX_WORKERS = 64;

const TEXT = { type: 'string' } as const;
export const OPTIONS = { dist: TEXT, archive: TEXT, host: TEXT, port: TEXT };

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** @throws UsageError */
export function readSettings(flags: Flags<typeof OPTIONS>, env: NodeJS.ProcessEnv): Settings {
  const logLevel = env.LOG_LEVEL || 'info';
  if (!LOG_LEVELS.includes(logLevel))
    throw new UsageError(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}.`);
  const host = flags.host || env.HOST || '127.0.0.1';
  const keysFile = keysFileFrom(env);
  const trustProxy = readTrustProxy(env.TRUST_PROXY ?? '');
  return {
    dist: flags.dist || env.DIST || 'dist',
    archive: flags.archive || env.ARCHIVE || null,
    host,
    port: readPort(flags.port ?? (env.PORT || '3000')),
    keysFile,
    keysUsage: usageFolderFrom(env, keysFile),
    trustProxy,
    logLevel,
    connections: readConnections(env),
    searchMemory: readCount(env, 'SEARCH_MEMORY', SEARCH_MEMORY, 100_000),
    typesense: env.TYPESENSE_URL ? readTypesense(env) : null,
    mcpOrigins: readMcpOrigins(env.MCP_ORIGINS ?? '', trustProxy === false && isLoopbackHost(host)),
    requests: readRequestLog(env),
    shutdownDelay: readCount(env, 'SHUTDOWN_DELAY', 0, 3600, 0),
    hasProbes: readSwitch(env, 'HEALTH_PROBES'),
    metrics: readMetrics(env),
    rateLimitStore: readRateLimitStore(env.RATE_LIMIT_URL ?? ''),
    workers: readWorkers(env),
  };
}

function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new UsageError(`The port must be a number from 0 to 65535, not ${JSON.stringify(text)}.`);
}

/** Reads `off`, or the addresses and networks of the proxies. */
function readTrustProxy(text: string): string | false {
  if (text === '' || text === 'off') return false;
  try {
    trustOf(text);
    return text;
  } catch (error) {
    throw new UsageError(
      `TRUST_PROXY must be off, or the addresses or networks of the proxies, comma-separated: ${(error as Error).message}.`,
    );
  }
}

const readConnections = (env: NodeJS.ProcessEnv): ConnectionLimits => ({
  requestTimeout: readCount(env, 'REQUEST_TIMEOUT', CONNECTION_LIMITS.requestTimeout, 3600),
  idleTimeout: readCount(env, 'IDLE_TIMEOUT', CONNECTION_LIMITS.idleTimeout, 3600),
  answerTimeout: readCount(env, 'ANSWER_TIMEOUT', CONNECTION_LIMITS.answerTimeout, 3600),
  maxConnections: readCount(env, 'MAX_CONNECTIONS', CONNECTION_LIMITS.maxConnections, 1_000_000),
});

function readCount(env: NodeJS.ProcessEnv, name: string, byDefault: number, max: number, min = 1): number {
  const text = env[name] || String(byDefault);
  const count = /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN;
  if (count >= min && count <= max) return count;
  throw new UsageError(`${name} must be a whole number from ${min} to ${max}, not ${JSON.stringify(text)}.`);
}

/** Messages do not repeat the URL, which may contain a password. */
function readRateLimitStore(url: string): StoreAddress | null {
  if (url === '') return null;
  try {
    return readStoreAddress(url);
  } catch (error) {
    throw new UsageError(`RATE_LIMIT_URL is wrong: ${(error as Error).message}.`);
  }
}

function readWorkers(env: NodeJS.ProcessEnv): number {
  const workers = readCount(env, 'WORKERS', 1, MAX_WORKERS);
  if (workers === 1 || env.RATE_LIMIT_URL) return workers;
  throw new UsageError(
    `WORKERS is ${workers}, but RATE_LIMIT_URL is not set: each worker would count its own rate limits, and clients would get ${workers} times what they may have. Set RATE_LIMIT_URL to a Redis or Valkey server, or leave WORKERS at 1.`,
  );
}

function readSwitch(env: NodeJS.ProcessEnv, name: string): boolean {
  const text = env[name] || 'off';
  if (text === 'on' || text === 'off') return text === 'on';
  throw new UsageError(`${name} must be on or off, not ${JSON.stringify(text)}.`);
}

function readMetrics({ METRICS_PORT, METRICS_HOST }: NodeJS.ProcessEnv): Settings['metrics'] {
  if (!METRICS_PORT || METRICS_PORT === 'off') return null;
  return { host: METRICS_HOST || '127.0.0.1', port: readPort(METRICS_PORT) };
}

/** With a shorter secret, addresses could be found by trying all of them. */
const LEAST_SECRET = 16;

function readRequestLog(env: NodeJS.ProcessEnv): RequestLogOptions {
  const naming = env.LOG_CLIENT || REQUEST_LOG.client;
  const client = CLIENT_NAMINGS.find(known => known === naming);
  if (client === undefined)
    throw new UsageError(
      `LOG_CLIENT must be one of ${CLIENT_NAMINGS.join(', ')}, not ${JSON.stringify(naming)}.`,
    );
  const secret = env.LOG_CLIENT_SECRET || null;
  if (secret !== null && secret.length < LEAST_SECRET)
    throw new UsageError(`LOG_CLIENT_SECRET must have at least ${LEAST_SECRET} characters.`);
  const text = env.LOG_SAMPLE || String(REQUEST_LOG.sample);
  const sample = /^\d?\.?\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(sample <= 1))
    throw new UsageError(`LOG_SAMPLE must be a share from 0 to 1, not ${JSON.stringify(text)}.`);
  return { client, secret, hasQueries: readSwitch(env, 'LOG_QUERIES'), sample };
}

/** @param isPrivate whether only this machine reaches the server; then the default is `loopback` */
function readMcpOrigins(text: string, isPrivate: boolean): Origins {
  if (text === '') return isPrivate ? 'loopback' : 'any';
  if (text === 'any' || text === 'loopback') return text;
  return text.split(',').map(given => {
    const origin = readOrigin(given.trim());
    if (origin !== null) return origin;
    throw new UsageError(
      `MCP_ORIGINS must be any, loopback, or origins as https://app.example.org, comma-separated, not ${JSON.stringify(given)}.`,
    );
  });
}
