import { Errors } from 'typesense';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SearchEngineError } from '../../../../build/search/engine.ts';
import { asEngineError, failureOf } from '../../../../build/search/typesense/find/client.ts';

const signal = new AbortController().signal;
const kind = (error: unknown, by = signal) => asEngineError(error, by).kind;
const network = (code: string) => Object.assign(new Error('connect 10.0.0.1:8108'), { code });

test('a failure’s status decides its kind', () => {
  assert.is(kind(network('ECONNREFUSED')), 'unavailable');
  assert.is(kind(network('ECONNRESET')), 'unavailable');
  assert.is(kind(network('ECONNABORTED')), 'timed out');
  assert.is(kind(new Errors.HTTPError('x', '', 503)), 'unavailable');
  assert.is(kind(new Errors.ObjectNotFound('x', '', 404)), 'unavailable');
  assert.is(kind(new Error('anything'), AbortSignal.abort()), 'timed out');
  assert.is(failureOf(408).kind, 'timed out');
});

test('a SearchEngineError is passed on unchanged', () => {
  const error = new SearchEngineError('timed out', 'x');
  assert.is(asEngineError(error, signal), error);
});

test('an engine error contains no message of the client library', () => {
  assert.not.match(asEngineError(network('ECONNREFUSED'), signal).message, /10\.0\.0\.1/);
});

test.run();
