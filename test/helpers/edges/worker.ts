import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { bundleWorker } from '../../../build/edge/cloudflare/bundle.ts';
import { COMPATIBILITY_DATE } from '../../../build/edge/cloudflare/wrangler.ts';

/** The Worker in workerd, Cloudflare's own runtime, a process of its own, with an R2 bucket. */
export interface RunningWorker {
  port: number;
  /** Writes an object into the bucket. */
  put(key: string, content: Buffer | string, sha256?: string): Promise<void>;
  remove(key: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Why no Worker can be started here; null where one can. Miniflare brings 160 MB, as much as the project, and so is no package
 * of it: MINIFLARE names a folder with it in its `node_modules`.
 */
export const workerHindrance = (): string | null =>
  process.env.MINIFLARE ? null : 'MINIFLARE does not name a folder into which miniflare is installed';

/** As much of miniflare as is needed. */
interface Miniflare {
  ready: Promise<URL>;
  getR2Bucket(binding: string): Promise<Bucket>;
  dispose(): Promise<void>;
}

interface Bucket {
  put(key: string, content: Uint8Array, options: { sha256?: string }): Promise<unknown>;
  delete(key: string): Promise<void>;
}

export interface WorkerOptions {
  /** Where the shim is; none without it. */
  origin?: string;
  /** The Worker as one module, where it is not the project's. */
  script?: string;
  /** A folder whose files are the Worker's assets, instead of a bucket. */
  assets?: string;
  /** A folder in which the bucket lies, also for the next Worker; otherwise it is empty, and goes with the Worker. */
  bucket?: string;
}

const bundle = bundleWorker();

export async function startWorker(options: WorkerOptions = {}): Promise<RunningWorker> {
  const { origin, assets, script, bucket: folder } = options;
  const require = createRequire(join(process.env.MINIFLARE ?? '', 'package.json'));
  const { Miniflare } = require('miniflare') as { Miniflare: new (options: object) => Miniflare };
  const miniflare = new Miniflare({
    modules: true,
    script: script ?? (await bundle),
    compatibilityDate: COMPATIBILITY_DATE,
    host: '127.0.0.1',
    port: 0,
    ...(origin !== undefined && { bindings: { ORIGIN: origin } }),
    ...(assets === undefined
      ? { r2Buckets: ['TREE'], ...(folder !== undefined && { r2Persist: folder }) }
      : {
          assets: {
            directory: assets,
            binding: 'ASSETS',
            routerConfig: { invoke_user_worker_ahead_of_assets: true, has_user_worker: true },
          },
        }),
  });
  const port = Number((await miniflare.ready).port);
  const bucket = () => miniflare.getR2Bucket('TREE');
  return {
    port,
    async put(key, content, sha256) {
      await (await bucket()).put(
        key,
        new Uint8Array(Buffer.from(content)),
        sha256 === undefined ? {} : { sha256 },
      );
    },
    async remove(key) {
      await (await bucket()).delete(key);
    },
    close: () => miniflare.dispose(),
  };
}

/** Puts all files of a tree that are given out into the bucket. */
export async function upload(worker: RunningWorker, dist: string): Promise<void> {
  const entries = readdirSync(dist, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .filter(path => /^(api|bulk|changes|manifest|site)[/.]/.test(path.slice(dist.length + 1)));
  for (let i = 0; i < paths.length; i += 50)
    await Promise.all(
      paths.slice(i, i + 50).map(path => worker.put(path.slice(dist.length + 1), readFileSync(path))),
    );
}
