/** All that a read-only API needs; OPTIONS is for preflights. */
export const ALLOWED_METHODS = 'GET, HEAD, OPTIONS';

/** MCP's requests are messages in a body; there are no streams to GET and no sessions to DELETE (build/contract/README.md, MCP). */
export const MCP_METHODS = 'POST, OPTIONS';
