import { caddy } from './caddy/caddy.ts';
import { cloudflare } from './cloudflare/cloudflare.ts';
import { cloudfront } from './cloudfront/cloudfront.ts';
import { nginx } from './nginx/nginx.ts';
import { staticHost } from './static/static.ts';
import type { EdgeTarget } from './target.ts';

/** The targets of `npm run edge`. A new target is a module and a row here. */
export const TARGETS: readonly EdgeTarget[] = [cloudflare, cloudfront, nginx, caddy, staticHost];
