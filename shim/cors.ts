import type { FastifyCorsOptions } from '@fastify/cors';
import { RATE_LIMIT_HEADERS } from './limits/plugin.ts';

/** CORS for all origins, with the headers of the specification, sections 4.4 and 5, exposed (DESIGN.md, section 8). */

const EXPOSED = ['ETag', ...RATE_LIMIT_HEADERS];

export const CORS: FastifyCorsOptions = {
  // Preflights go on to the routes, so that they carry the rate limit headers like everything else.
  preflightContinue: true,
  strictPreflight: false,
  methods: ['GET', 'HEAD', 'OPTIONS'],
  exposedHeaders: EXPOSED,
};

/** What the plugin would set, for answers that no hook runs for. */
export const CORS_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED.join(', '),
} as const;
