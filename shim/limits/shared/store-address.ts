import { authorityOf } from '../../../build/common/authority.ts';

/** Address of the shared store of the limits (README.md, Several processes). */
export interface StoreAddress {
  host: string;
  port: number;
  isSecure: boolean;
  username: string | undefined;
  password: string | undefined;
  database: number;
}

const DEFAULT_PORT = 6379;
const FORM = 'redis[s]://[user:password@]host[:port][/database]';

/** @throws Error whose message does not repeat the URL, which may contain a password */
export function readStoreAddress(url: string): StoreAddress {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  const database = /^\/?$|^\/(\d{1,5})$/.exec(parsed?.pathname ?? '');
  const isStore = parsed?.protocol === 'redis:' || parsed?.protocol === 'rediss:';
  if (!parsed || !isStore || parsed.hostname === '' || !database || parsed.search || parsed.hash)
    throw new Error(`it must have the form ${FORM}`);
  return {
    host: parsed.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(parsed.port || DEFAULT_PORT),
    isSecure: parsed.protocol === 'rediss:',
    username: decoded(parsed.username),
    password: decoded(parsed.password),
    database: Number(database[1] ?? 0),
  };
}

function decoded(text: string): string | undefined {
  if (text === '') return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error('a % in its user or password must be written as %25');
  }
}

/** The address for logs and reports, without user and password. */
export const shownAddress = ({ host, port, isSecure, database }: StoreAddress): string =>
  `redis${isSecure ? 's' : ''}://${authorityOf(host, port)}${database === 0 ? '' : `/${database}`}`;
