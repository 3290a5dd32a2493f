import { parseArgs } from 'node:util';
import { parseNodes } from '../build/contract/search/typesense.ts';
import type { TypesenseSettings } from './search/configure.ts';

/** Where the shim's settings come from: flags first, then variables, then defaults (DESIGN.md, section 9). */
export interface Settings {
  dist: string;
  host: string;
  port: number;
  keysFile: string;
  trustProxy: string | false;
  logLevel: string;
  /** Null where the embedded engine answers searches. */
  typesense: TypesenseSettings | null;
}

export const USAGE = `Usage: npm run serve -- [options]

Serves a finished tree.

  --dist DIR   the tree (default: $DIST or dist)
  --host H     the address to listen on (default: $HOST or 127.0.0.1)
  --port N     the port; 0 takes a free one (default: $PORT or 3000)
  --help       print this

Variables: KEYS_FILE, TRUST_PROXY, LOG_LEVEL, TYPESENSE_URL, TYPESENSE_API_KEY, TYPESENSE_COLLECTION; the
README tells about them.
`;

/** A setting is wrong; the message says which and what is allowed. */
export class UsageError extends Error {}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** @throws UsageError */
export function readSettings(args: string[], env: NodeJS.ProcessEnv): Settings | 'help' {
  const flags = readFlags(args);
  if (flags.help) return 'help';
  const logLevel = env.LOG_LEVEL || 'info';
  if (!LOG_LEVELS.includes(logLevel))
    throw new UsageError(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}.`);
  return {
    dist: flags.dist || env.DIST || 'dist',
    host: flags.host || env.HOST || '127.0.0.1',
    port: readPort(flags.port ?? (env.PORT || '3000')),
    keysFile: env.KEYS_FILE || '.keys.json',
    trustProxy: readTrustProxy(env.TRUST_PROXY ?? ''),
    logLevel,
    typesense: readTypesense(env),
  };
}

function readFlags(args: string[]) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        dist: { type: 'string' },
        host: { type: 'string' },
        port: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    });
    return values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new UsageError(`The port must be a number from 0 to 65535, not ${JSON.stringify(text)}.`);
}

/** `off`, or the addresses and networks of the proxies. */
function readTrustProxy(text: string): string | false {
  if (text === '' || text === 'off') return false;
  if (/[.:]|^(loopback|linklocal|uniquelocal)\b/.test(text)) return text;
  throw new UsageError(
    'TRUST_PROXY must be off, or the addresses or networks of the proxies, comma-separated.',
  );
}

function readTypesense(env: NodeJS.ProcessEnv): TypesenseSettings | null {
  const { TYPESENSE_URL: url, TYPESENSE_API_KEY: apiKey, TYPESENSE_COLLECTION: collection } = env;
  if (!url) return null;
  if (!apiKey)
    throw new UsageError('TYPESENSE_URL is set, but TYPESENSE_API_KEY is not. A search-only key suffices.');
  try {
    return { nodes: parseNodes(url), apiKey, collection: collection || 'pandect' };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
