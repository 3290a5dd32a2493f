import type { EdgeOptions } from './target.ts';

export function withShim({ origin, others = [] }: EdgeOptions, server: string): string {
  if (others.length > 0)
    return `4. The shims at ${[origin, ...others].map(shim => shim?.origin).join(', ')} answer what no file does, in turns. Start each with the address of ${server} in
   \`TRUST_PROXY\`, with the same \`RATE_LIMIT_URL\`, so that a client has one limit, and with \`SHUTDOWN_DELAY=5\`: one that ends is left out before it goes. Start them anew one
   after the other, each when the one before is ready. Without any these requests are 503, and \`/api/health\` is 200 with \`status\` \`error\`.
`;
  if (origin)
    return `4. The shim at ${origin.origin} answers what no file does: searches, other lists, projections, wrong requests. Start it with the address of
   ${server} in \`TRUST_PROXY\`, or all clients share one rate limit. Without it these are 503, and \`/api/health\` is 200 with \`status\` \`error\`.
`;
  return `4. There is no shim: searches, other lists and projections are 503, documents that are not there 404, and \`/api/health\` is 200 with
   \`status\` \`error\`. \`--origin URL\` adds one.
`;
}

export const TREE_NOTES = `- Spellings beyond its patterns go to the shim: more than four escaped letters in a query, more than eight spaces or slashes in it,
  \`Accept\` headers with qualities finer than a tenth or with the same quality twice.

Of the tree what mirrors read is served by its path: \`manifest.json\`, \`manifest/\`, \`bulk/\`, \`changes/\`, signatures (the history as \`/api/changes\`, too), and the site at its addresses; \`catalog/\` and \`build.json\` are not. Make this configuration anew with every version of Pandect.
`;
