/**
 * S3 has no `Vary` of its own to give, and without it a browser takes one representation of a document for another. CloudFront tells of
 * compression itself. */
export const RESPONSE_FUNCTION = `function handler(event) {
  var headers = event.response.headers;
  var vary = headers.vary ? headers.vary.value : '';
  if (!/\\baccept(,|$)/i.test(vary)) headers.vary = { value: (vary ? vary + ', ' : '') + 'Accept' };
  return event.response;
}
`;
