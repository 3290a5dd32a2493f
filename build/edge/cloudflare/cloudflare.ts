import fs from 'node:fs';
import path from 'node:path';
import { API_FOLDER, SITE_FOLDER } from '../../contract/paths.ts';
import { filesUnder } from '../../files/walk.ts';
import type { EdgeTarget } from '../target.ts';
import { bundleWorker } from './bundle.ts';
import { readme } from './readme.ts';
import { MAX_HELD_BYTES } from './worker/tree.ts';
import { type Store, wranglerToml } from './wrangler.ts';

/** A Worker in front of R2, or of assets for a small tree. */
export const cloudflare: EdgeTarget = {
  id: 'cloudflare',
  summary: 'a Cloudflare Worker in front of R2, or of assets where the tree is small',
  async files(options) {
    const store = storeFor(options.dist);
    return {
      'worker.js': await bundleWorker(),
      'wrangler.toml': wranglerToml(options, store),
      'README.md': readme(store, options.dist),
    };
  },
};

/** The limit of assets on the Workers free plan. */
const MAX_ASSETS = 20_000;

/** Chooses a bucket for a tree that is not on this machine. */
function storeFor(dist: string): Store {
  const api = [...filesUnder(dist, API_FOLDER)];
  const files = [...api, ...filesUnder(dist, SITE_FOLDER)];
  if (api.length === 0 || files.length > MAX_ASSETS) return 'R2';
  // The Worker holds assets whole.
  const fitsMemory = files.every(name => fs.statSync(path.join(dist, name)).size <= MAX_HELD_BYTES);
  return fitsMemory ? 'assets' : 'R2';
}
