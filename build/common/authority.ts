/** A host and a port as in URLs (RFC 3986, section 3.2): an IPv6 address is bracketed. */
export const authorityOf = (host: string, port: number): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`;
