import fs from 'node:fs/promises';
import { type Check, type Finding, ok, problem, warning } from '../finding.ts';

/** Descriptors beside those of connections: refused connections, files, search processes, the log. */
const OTHERS = 200 + 300;

/** Checks that there are enough descriptors: one for each connection, two for one that receives a large file. */
export const descriptors: Check = {
  name: 'open files',
  async run({ settings: { connections } }) {
    const limits = await fs.readFile('/proc/self/limits', 'utf8').catch(() => '');
    const limit = openFilesIn(limits);
    if (limit === null) return ok('this system does not tell its limit');
    return descriptorsFinding(limit, connections.maxConnections);
  },
};

/** @param limits the text of /proc/self/limits, see proc(5) @returns the soft limit, which counts; null where it is missing */
export function openFilesIn(limits: string): number | null {
  const [, text] = /^Max open files +(\S+)/m.exec(limits) ?? [];
  if (text === undefined) return null;
  return text === 'unlimited' ? Number.POSITIVE_INFINITY : Number(text);
}

/** @param limit of this process: a service may have another */
export function descriptorsFinding(limit: number, connections: number): Finding {
  const [least, wanted] = [connections + OTHERS, 2 * connections + OTHERS];
  const says = `${limit} files may be open, and MAX_CONNECTIONS is ${connections}`;
  const mend = (files: number): string =>
    `allow ${files} (LimitNOFILE= of the service, ulimit -n), or lower MAX_CONNECTIONS`;
  if (limit < least) return problem(`only ${says}: requests will fail`, mend(wanted));
  if (limit < wanted) return warning(`only ${says}: large files sent to all at once will fail`, mend(wanted));
  return ok(says);
}
