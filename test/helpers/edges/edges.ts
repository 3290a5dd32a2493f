import { caddyEdge } from './caddy.ts';
import { cloudflareEdge } from './cloudflare.ts';
import type { Edge } from './edge.ts';
import { nginxEdge } from './nginx.ts';

/** Every edge that `test/e2e/edges.test.ts` holds beside the shim: a new one is a module and a row here. */
export const EDGES: readonly Edge[] = [nginxEdge, caddyEdge, cloudflareEdge];
