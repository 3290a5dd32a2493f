import { UsageError } from '../common/command-line.ts';
import type { EdgeOptions } from './target.ts';

/** Characters that neither server's configuration can quote. */
const UNQUOTABLE = /["'`\\${}]|[^\x20-\x7e\u00a1-\uffff]/;

/** Returns the tree's path for use in a configuration. @throws UsageError */
export function quotableRoot({ dist }: EdgeOptions): string {
  if (!UNQUOTABLE.test(dist)) return dist;
  throw new UsageError(
    `The path ${JSON.stringify(dist)} holds a character that a server's configuration cannot.`,
  );
}

/** `host:port` of the shim. */
export const upstreamOf = (origin: URL): string =>
  origin.port ? origin.host : `${origin.host}:${origin.protocol === 'https:' ? 443 : 80}`;
