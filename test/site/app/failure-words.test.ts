import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Failure } from '../../../build/site/app/api.ts';
import { failureWords } from '../../../build/site/app/failure-words.ts';

const failure = (status: number, code = 'REQUEST_ERROR', message = 'So it is'): Failure => ({
  ok: false,
  status,
  code,
  message,
  retryAfter: null,
});

test('each kind of failure has its own title', () => {
  const cases: [Failure, title: RegExp, mayRetry: boolean][] = [
    [failure(429), /Too many requests/, true],
    [failure(503), /Not available/, true],
    [failure(504), /too long/, true],
    [failure(500), /mistake/, true],
    [failure(0, 'OFFLINE'), /could not be reached/, true],
    [failure(0, 'NEEDS_SERVER'), /no server/, false],
    [failure(400), /request/, false],
    [failure(404), /Not found/, false],
  ];
  assert.is(new Set(cases.map(([each]) => failureWords(each).title)).size, cases.length);
  for (const [each, title, mayRetry] of cases) {
    assert.match(failureWords(each).title, title);
    assert.is(failureWords(each).mayRetry, mayRetry, each.code);
  }
});

test('a failure with Retry-After says the seconds left', () => {
  for (const status of [429, 503, 504]) {
    assert.match(failureWords(failure(status), 17).text, /wait 17 seconds\./);
    assert.match(failureWords(failure(status), 1).text, /wait 1 second\./);
    assert.match(failureWords(failure(status), 0).text, /ask again now/);
  }
});

test('messages of the API are shown as sentences', () => {
  assert.is(failureWords(failure(400, 'INVALID_PARAMETER', 'Wrong limit.')).text, 'Wrong limit.');
  assert.is(failureWords(failure(404, 'NOT_FOUND', 'Nothing')).text, 'Nothing.');
});

test.run();
