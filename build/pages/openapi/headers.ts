import { TIER_LIMITS } from '../../contract/tiers.ts';
import { oneOf, ref, type Schema } from './schema.ts';

/** Response headers (build/contract/README.md, Representations, Rate limits and Errors). */

/** A number, except for the tier without a limit. */
const amount: Schema = {
  anyOf: [
    { type: 'integer', minimum: 0 },
    { type: 'string', const: 'unlimited' },
  ],
};

export const HEADERS: Readonly<Record<string, Schema>> = {
  ETag: {
    description: 'The strong validator of this representation, for If-None-Match.',
    required: true,
    schema: { type: 'string', pattern: '^"[^"]+"$' },
  },
  'Cache-Control': { description: 'How long the response may be kept.', schema: { type: 'string' } },
  Vary: {
    description:
      'The request headers that the answer depends on: Accept-Encoding, and Accept where there are several representations.',
    required: true,
    schema: { type: 'string' },
  },
  'Accept-Ranges': {
    description: 'Whether parts of the representation can be asked for; projections have none.',
    schema: { type: 'string', const: 'bytes' },
  },
  'Content-Range': {
    description: 'Which bytes these are, and how many there are.',
    required: true,
    schema: { type: 'string', pattern: '^bytes (\\d+-\\d+|\\*)/\\d+$' },
  },
  'Retry-After': {
    description: 'Seconds to wait before the next request.',
    schema: { type: 'integer', minimum: 1 },
  },
  'X-RateLimit-Limit': {
    description: 'Requests allowed in the current window.',
    required: true,
    schema: amount,
  },
  'X-RateLimit-Remaining': { description: 'Requests left in the window.', required: true, schema: amount },
  'X-RateLimit-Reset': {
    description: 'Unix timestamp at which the window resets.',
    required: true,
    schema: { type: 'integer' },
  },
  'X-RateLimit-Policy': {
    description: 'The active tier.',
    required: true,
    schema: oneOf(Object.keys(TIER_LIMITS)),
  },
};

const headers = (names: readonly string[]): Readonly<Record<string, Schema>> =>
  Object.fromEntries(names.map(name => [name, ref('headers', name)]));

const LIMITS = Object.keys(HEADERS).filter(name => name.startsWith('X-RateLimit-'));

export const LIMIT_HEADERS = headers(LIMITS);
export const RETRY_HEADERS = headers(['Retry-After', ...LIMITS]);
export const PLAIN_HEADERS = headers(['Cache-Control', ...LIMITS]);
export const VALIDATED_HEADERS = headers(['ETag', 'Vary', 'Cache-Control', ...LIMITS]);
export const DOCUMENT_HEADERS = headers(['ETag', 'Vary', 'Cache-Control', 'Accept-Ranges', ...LIMITS]);
export const RANGE_HEADERS = headers(['Content-Range']);
