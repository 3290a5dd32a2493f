/** A host and a port as URLs have them (RFC 3986, section 3.2): an IPv6 address stands in brackets. */
export const authorityOf = (host: string, port: number): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`;
