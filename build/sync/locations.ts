import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { UsageError } from '../common/command-line.ts';
import { MANIFEST } from '../files/manifest/root.ts';
import { isEitherIn } from '../previous/check-folders.ts';
import { Bucket } from './bucket.ts';
import { BucketTarget } from './bucket-target.ts';
import { DirectorySource } from './directory-source.ts';
import { DirectoryTarget } from './directory-target.ts';
import { PATIENCE, type Patience } from './http-client.ts';
import { HttpSource } from './http-source.ts';
import type { Source } from './source.ts';
import type { Target } from './target.ts';

export interface LocationOptions {
  env: NodeJS.ProcessEnv;
  jobs: number;
  patience?: Patience;
  notice?: (message: string) => void;
}

export function openSource(
  from: string,
  { env, jobs, patience = PATIENCE, notice }: LocationOptions,
): Source {
  if (!/^https?:\/\//i.test(from)) {
    if (fs.existsSync(path.join(from, MANIFEST))) return new DirectorySource(path.resolve(from));
    throw new UsageError(`${from} is no tree that can be copied: there is no ${MANIFEST}.`);
  }
  const base = urlOf(from);
  if (base.search || base.hash) throw new UsageError(`${from} must have neither a query nor a fragment.`);
  const apiKey = env.SYNC_API_KEY || null;
  const traffic = { requests: 0, bytes: 0 };
  return new HttpSource({ base, apiKey, connections: jobs, patience, traffic, notice });
}

function urlOf(text: string): URL {
  try {
    return new URL(text);
  } catch {
    throw new UsageError(`${text} is no address.`);
  }
}

const BUCKET = /^s3:\/\/([a-z0-9][a-z0-9._-]{1,62})(?:\/(.*?))?\/*$/;

export interface TargetOptions extends LocationOptions {
  from: string;
  /** A dry run's folder for fetched files; null where the target is written. */
  dry: string | null;
  notice(message: string): void;
}

/** @throws UsageError, LockedError, and what an interrupted publication throws that cannot be finished */
export function openTarget(to: string, { from, env, jobs, dry, notice }: TargetOptions): Target {
  if (/^[a-z0-9+]+:\/\//i.test(to))
    return new BucketTarget(openBucket(to, { env, jobs }), dry ?? workFolder(to, env), jobs);
  if (fs.existsSync(from) && isEitherIn(from, to))
    throw new UsageError(`${from} and ${to} must not lie one in the other.`);
  return dry === null ? DirectoryTarget.open(to, notice) : DirectoryTarget.inspect(to, dry);
}

export function openBucket(location: string, { env, jobs }: LocationOptions): Bucket {
  const [, bucket, prefix = ''] = BUCKET.exec(location) ?? [];
  if (bucket === undefined) throw new UsageError(`A bucket is s3://BUCKET/PREFIX, not ${location}.`);
  return new Bucket({ bucket, prefix: prefix && `${prefix}/`, env, connections: jobs });
}

/** The folder where files for a bucket wait until all are fetched. It is in the user's cache, so that the next run finds them. */
function workFolder(to: string, env: NodeJS.ProcessEnv): string {
  const cache = env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache');
  const store = `${env.AWS_ENDPOINT_URL_S3 || env.AWS_ENDPOINT_URL || ''}\n${to}`;
  const key = createHash('sha256').update(store).digest('hex').slice(0, 16);
  return path.join(cache, 'pandect', 'sync', key);
}
