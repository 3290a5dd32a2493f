import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as errors from '../../build/contract/errors.ts';

test('each error has its body', () => {
  const table: [error: errors.ApiError, status: number, code: string, message: RegExp][] = [
    [
      errors.documentNotFound('/us/usc/t1/s1'),
      404,
      'DOCUMENT_NOT_FOUND',
      /No document was found .*\/us\/usc\/t1\/s1/,
    ],
    [errors.notFound('No title 99.'), 404, 'NOT_FOUND', /^No title 99\.$/],
    [errors.changesNotFound(), 404, 'NOT_FOUND', /no such changes.*dropped.*\/api\/changes/],
    [errors.changesGone('They are gone.'), 410, 'GONE', /^They are gone\. .*take all documents/],
    [errors.methodNotAllowed('POST'), 405, 'METHOD_NOT_ALLOWED', /POST.*GET, HEAD, OPTIONS\.$/],
    [errors.methodNotAllowed('GET', 'POST, OPTIONS'), 405, 'METHOD_NOT_ALLOWED', /GET.*POST, OPTIONS\.$/],
    [
      errors.invalidParameter('limit', '0', 'an integer'),
      400,
      'INVALID_PARAMETER',
      /limit.*"0".*must be an integer/,
    ],
    [errors.repeatedParameter('limit'), 400, 'INVALID_PARAMETER', /limit.*more than once/],
    [errors.searchUnavailable(), 503, 'REQUEST_ERROR', /^Search service is temporarily unavailable$/],
    [errors.searchTimedOut(), 504, 'REQUEST_ERROR', /^Search request timed out$/],
    [errors.contentUnavailable(), 503, 'REQUEST_ERROR', /temporarily unavailable/],
    [errors.internalError(), 500, 'INTERNAL_ERROR', /^An internal error occurred\.$/],
    [errors.uriTooLong(), 414, 'URI_TOO_LONG', /too long/],
    [errors.badRequest(), 400, 'BAD_REQUEST', /HTTP/],
    [errors.headersTooLarge(), 431, 'HEADERS_TOO_LARGE', /headers/],
  ];
  for (const [error, status, code, message] of table) {
    const body = error.toBody();
    assert.equal(Object.keys(body), ['error']);
    assert.equal(Object.keys(body.error), ['status', 'code', 'message'], code);
    assert.equal([body.error.status, body.error.code], [status, code]);
    assert.match(body.error.message, message);
    assert.is(error.status, status, 'the status of the response is that of the body');
  }
});

test('a malformed URL is a client error', () => {
  assert.is(errors.malformedUrl().status, 400);
  assert.match(errors.malformedUrl().message, /percent-encoded/);
});

test('only 429 has retry_after in its body', () => {
  const error = errors.rateLimitExceeded(42);
  assert.equal(error.toBody(), {
    error: {
      status: 429,
      code: 'RATE_LIMIT_EXCEEDED',
      message: 'Rate limit exceeded. Retry after 42 seconds.',
      retry_after: 42,
    },
  });
  assert.is(error.retryAfter, 42);
  assert.ok(errors.searchUnavailable().retryAfter, 'others tell it in the header');
});

test('a long value is cut in the message', () => {
  assert.ok(errors.invalidParameter('q', 'x'.repeat(5000), 'short').message.length < 400);
  assert.ok(errors.documentNotFound('x'.repeat(5000)).message.length < 400);
  assert.match(errors.documentNotFound('x'.repeat(200)).message, /x{200}\.$/);
  assert.match(errors.documentNotFound('x'.repeat(201)).message, /[^x]x{200}…\.$/);
});

test('a value with quotes cannot end the message', () => {
  assert.match(errors.invalidParameter('q', 'a"\n', 'b').message, /"a\\"\\n"/);
});

test.run();
