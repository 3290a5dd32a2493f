import { type Flags, UsageError } from '../../../common/command-line.ts';
import { parseNodes, type TypesenseNode } from '../record.ts';

export const USAGE = `Fills Typesense from a finished tree.

Usage: npm run index -- [--dist DIR] [--full]

Options:
  --dist DIR   the tree (default: $DIST or dist)
  --full       compare all documents, not only those of the manifest's parts that differ from what the collection tells that it holds
  --help       print this

Variables:
  TYPESENSE_URL         the server, such as http://127.0.0.1:8108; several nodes separated by commas
  TYPESENSE_API_KEY     a key that may write
  TYPESENSE_COLLECTION  the name that the server of the API searches (default: pandect)
`;

export const OPTIONS = { dist: { type: 'string' }, full: { type: 'boolean', default: false } } as const;

export interface Settings {
  dist: string;
  nodes: TypesenseNode[];
  apiKey: string;
  alias: string;
  full: boolean;
}

export function readSettings(flags: Flags<typeof OPTIONS>, env: NodeJS.ProcessEnv): Settings {
  return {
    dist: flags.dist || env.DIST || 'dist',
    nodes: nodesFrom(needed(env, 'TYPESENSE_URL')),
    apiKey: needed(env, 'TYPESENSE_API_KEY'),
    alias: aliasFrom(env.TYPESENSE_COLLECTION || 'pandect'),
    full: flags.full,
  };
}

function needed(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name]?.trim();
  if (value) return value;
  throw new UsageError(`The variable ${name} is not set.`);
}

function nodesFrom(urls: string): TypesenseNode[] {
  try {
    return parseNodes(urls);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function aliasFrom(text: string): string {
  if (/^[\w.-]{1,100}$/.test(text)) return text;
  throw new UsageError(
    'TYPESENSE_COLLECTION must be made of letters, digits, dots, hyphens and underscores.',
  );
}
