import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { staticHost } from '../../../build/edge/static/static.ts';
import { nginxWith } from '../edges/nginx.ts';
import { temporaryFolder } from '../tree.ts';
import type { SiteKind } from './site.ts';

/** The folder of the host that the site lies in, as it lies in one of a project's pages. */
const BASE = '/law/library/';

/** What only a shim reads is not copied to a host. */
const NOT_COPIED = /^(catalog|build\.json|\.build)$/;

const conf = (root: string): string => `
types {
  text/html html; text/css css; text/javascript js; application/json json; image/svg+xml svg;
  text/plain txt; text/markdown md; application/xml xml; application/atom+xml atom;
}
gzip on;
gzip_types text/css text/javascript application/json image/svg+xml;
server {
  listen 127.0.0.1:PORT;
  root ${root};
  absolute_redirect off;
  location / { error_page 404 ${BASE}404.html; }
}
`;

/** Copies to the host what its README says. @returns the host's root */
async function hostOf(dist: string): Promise<string> {
  const root = temporaryFolder();
  const folder = join(root, BASE);
  mkdirSync(folder, { recursive: true });
  const listen = { host: '127.0.0.1', port: 0 };
  const own = await staticHost.files({ dist, listen, origin: null, base: BASE });
  for (const [name, content] of Object.entries(own)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  const written = new Set(readdirSync(folder));
  for (const name of readdirSync(dist).filter(name => !NOT_COPIED.test(name) && !written.has(name)))
    symlinkSync(join(dist, name), join(folder, name));
  return root;
}

/** A file server that knows no rule but the one that hosts of static pages have: what is missing gets the page 404.html. */
export const staticSite: SiteKind = {
  name: 'a static host under a sub-path',
  hasShim: false,
  hindrance: nginxWith(staticHost).hindrance,
  async start(dist) {
    const root = await hostOf(dist);
    const target = {
      ...staticHost,
      files: async ({ listen }: { listen: { port: number } }) => ({
        'nginx.conf': conf(root).replace('PORT', String(listen.port)),
      }),
    };
    const { base, stop } = await nginxWith(target).start({ dist, origin: null });
    return { base: new URL(BASE, base), headers: {}, isOfFiles: true, stop };
  },
};
