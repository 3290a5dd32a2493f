/** A read-only API needs no more; OPTIONS is for preflights. */
export const ALLOWED_METHODS = 'GET, HEAD, OPTIONS';

/** MCP sends messages in bodies, without streams to GET and sessions to DELETE (build/contract/README.md, MCP). */
export const MCP_METHODS = 'POST, OPTIONS';
