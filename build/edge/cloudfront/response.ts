/** Adds `Vary`, which S3 cannot send. CloudFront adds the part about compression itself. */
export const RESPONSE_FUNCTION = `function handler(event) {
  var headers = event.response.headers;
  var vary = headers.vary ? headers.vary.value : '';
  if (!/\\baccept(,|$)/i.test(vary)) headers.vary = { value: (vary ? vary + ', ' : '') + 'Accept' };
  return event.response;
}
`;
