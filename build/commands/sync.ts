import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { command, EXIT, UsageError } from '../common/command-line.ts';
import { LockedError } from '../common/lock.ts';
import { DEFAULT_MAX_REMOVED, readMaxRemoved } from '../publish/max-removed.ts';
import { ObstructedTree } from '../publish/obstacles.ts';
import { UnfinishedPublication } from '../publish/publish.ts';
import { makeProgress } from '../report/progress.ts';
import { readPublicKey, verifySignature } from '../signature/verify.ts';
import type { Verify } from '../sync/attachments.ts';
import { openSource, openTarget } from '../sync/locations.ts';
import { formatSync } from '../sync/report.ts';
import { sync } from '../sync/sync.ts';
import { UMASK } from './build-tree.ts';

const USAGE = `Usage: npm run sync -- FROM TO [options]

Makes TO the tree that FROM has. What differs is found by the two manifests; every file is checked before anything is published.

  FROM               a tree: a directory, or the address of a server of it (API, file server), as https://law.example.org
  TO                 a directory, or s3://BUCKET/PREFIX, a bucket that exists, of any store that is spoken to as S3 is (AWS_ENDPOINT_URL_S3,
                     AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and what else the SDK of AWS knows)
  --dry-run          print what would be done, a line of JSON for each file, and do nothing
  --keep             leave in TO what FROM has no more
  --catalog          copy the catalog, too, which the shim needs (from a directory or a plain file server)
  --public-key KEY   refuse what is not signed with this key: a file, or the key itself
  --allow-rollback   take an older tree than TO has
  --max-removed N    refuse (exit code 4) where more than N documents of a source, or N%, would go from a tree that is there
                     (default: ${DEFAULT_MAX_REMOVED}; 100% lets everything go)
  --jobs N           so many files at a time (default: 8)
  --help             print this

A bucket must exist: nothing here makes one. An API key for FROM is read from SYNC_API_KEY: it lifts the limit of requests.

Exit codes: 0 TO is the tree that FROM has; 1 failed; 2 wrong usage; 4 refused, since too much would be removed: TO is as it was.
`;

const MOST_JOBS = 64;

function readJobs(text: string): number {
  const jobs = Number(text);
  if (/^\d+$/.test(text) && jobs >= 1 && jobs <= MOST_JOBS) return jobs;
  throw new UsageError(`--jobs takes a number from 1 to ${MOST_JOBS}, not ${text}.`);
}

function verifierOf(fileOrKey: string | undefined): Verify | null {
  if (fileOrKey === undefined) return null;
  const publicKey = readPublicKey(fileOrKey);
  return (bytes, signature) => void verifySignature(bytes, signature, publicKey);
}

function explain(error: unknown): string {
  if (error instanceof UnfinishedPublication)
    return `The publication could not be completed: ${error.message}. Every file is whole, some are new already; the next run carries on.`;
  const { message } = error as Error;
  if (error instanceof LockedError) return message;
  if (error instanceof ObstructedTree) return message;
  return `The tree cannot be copied: ${message}`;
}

export const run = command({
  usage: USAGE,
  options: {
    'dry-run': { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    catalog: { type: 'boolean', default: false },
    'public-key': { type: 'string' },
    'allow-rollback': { type: 'boolean', default: false },
    'max-removed': { type: 'string', default: DEFAULT_MAX_REMOVED },
    jobs: { type: 'string', default: '8' },
  },
  takesOperands: true,
  explain,
  async execute(flags, [from, to, ...others]) {
    if (from === undefined || to === undefined || others.length > 0)
      throw new UsageError('Say what is to be copied, and where to: FROM TO.');
    const jobs = readJobs(flags.jobs);
    const maxRemoved = readMaxRemoved(flags['max-removed']);
    const dry = flags['dry-run'] ? fs.mkdtempSync(path.join(os.tmpdir(), 'pandect-sync-')) : null;
    process.umask(UMASK);
    try {
      const notice = (message: string): void => void process.stderr.write(`${message}\n`);
      const common = { env: process.env, jobs, notice };
      const source = openSource(from, common);
      const report = await sync({
        source,
        target: openTarget(to, { ...common, from, dry }),
        verify: verifierOf(flags['public-key']),
        keep: flags.keep,
        catalog: flags.catalog,
        allowRollback: flags['allow-rollback'],
        maxRemoved,
        jobs,
        plan: dry === null ? null : line => void process.stdout.write(`${line}\n`),
        progress: makeProgress(process.stderr, Date.now),
        now: Date.now,
      });
      (dry === null ? process.stdout : process.stderr).write(`${formatSync(report)}\n`);
      return EXIT.done;
    } finally {
      if (dry !== null) fs.rmSync(dry, { recursive: true, force: true });
    }
  },
});
