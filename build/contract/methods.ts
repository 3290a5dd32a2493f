/** All that a read-only API needs; OPTIONS is for preflights. */
export const ALLOWED_METHODS = 'GET, HEAD, OPTIONS';
