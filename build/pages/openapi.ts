import { API_VERSION } from '../contract/envelope.ts';
import { SOURCES } from '../contract/sources.ts';
import { TIER_LIMITS, WINDOW_MS } from '../contract/tiers.ts';
import { documentSchemas } from './openapi/documents.ts';
import { ENVELOPE_SCHEMAS } from './openapi/envelope.ts';
import { ERROR_SCHEMA, errorResponses } from './openapi/errors.ts';
import { HEADERS } from './openapi/headers.ts';
import { API_TAG, allPaths } from './openapi/operations.ts';
import { PARAMETERS } from './openapi/parameters.ts';
import { REFERENCES_SCHEMAS } from './openapi/references.ts';
import { RESOURCE_SCHEMAS } from './openapi/resources.ts';
import { STRUCTURE_SCHEMAS } from './openapi/structure.ts';
import { VERSION_SCHEMAS } from './openapi/versions.ts';

/** The three ways to send a key (build/contract/README.md, Rate limits), and none. */
const SECURITY_SCHEMES = {
  bearer: { type: 'http', scheme: 'bearer', description: 'Recommended.' },
  header: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
  query: { type: 'apiKey', in: 'query', name: 'api_key', description: 'Discouraged: URLs may be logged.' },
};

const tiers = Object.entries(TIER_LIMITS).map(
  ([tier, limit]) =>
    `- \`${tier}\`: ${limit === null ? 'no limit' : `${limit} requests in ${WINDOW_MS / 1000} seconds`}`,
);

const DESCRIPTION = `U.S. federal legal documents, read-only. Every endpoint works without a key; a key that is not valid counts as none.

Requests are limited by tier:

${tiers.join('\n')}

Every endpoint also answers HEAD and OPTIONS. Unknown parameters are ignored, and so are empty ones but for \`q\`, which must not be empty, and \`cursor\`, which begins. A parameter given twice is an error, but for \`facets\` and \`fields\`, whose lists add up. Booleans may be written \`1\` and \`0\` too.`;

/** The OpenAPI 3.1 description, served at `/api/openapi` and derived from the contract's tables. */
export const openapi = (): unknown => ({
  openapi: '3.1.0',
  info: { title: 'Pandect', version: API_VERSION, description: DESCRIPTION },
  servers: [{ url: '/' }],
  security: [{}, ...Object.keys(SECURITY_SCHEMES).map(name => ({ [name]: [] }))],
  tags: [
    ...SOURCES.map(({ id, name, description }) => ({ name: id, description: `${name}: ${description}` })),
    { name: API_TAG, description: 'All sources together' },
  ],
  paths: allPaths(),
  components: {
    schemas: {
      ...Object.assign({}, ...SOURCES.map(documentSchemas)),
      ...RESOURCE_SCHEMAS,
      ...STRUCTURE_SCHEMAS,
      ...REFERENCES_SCHEMAS,
      ...VERSION_SCHEMAS,
      ...ENVELOPE_SCHEMAS,
      Error: ERROR_SCHEMA,
    },
    responses: errorResponses(),
    parameters: PARAMETERS,
    headers: HEADERS,
    securitySchemes: SECURITY_SCHEMES,
  },
});
