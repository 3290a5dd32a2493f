import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Metrics } from '../../../shim/metrics/metrics.ts';
import { figureOf, readExposition } from '../../helpers/exposition.ts';

/** Times that no real request takes exactly; what real ones are counted as, metrics.test.ts shows. */

const DURATION = 'pandect_http_request_duration_seconds';

/** @param times milliseconds */
async function timed(route: string, times: readonly number[]) {
  const metrics = new Metrics();
  const answered = { id: '', method: 'GET', url: '', client: null, status: 200, bytes: 7, isWhole: true };
  for (const ms of times) metrics.answered({ ...answered, route, ms });
  return readExposition(await metrics.registry.metrics());
}

test('durations are summed in seconds, and a duration equal to a bound is within it', async () => {
  const route = '/api/x';
  const found = await timed(route, [1, 10, 5000, 6000, 7000]);
  const upTo = (le: string) => figureOf(found, `${DURATION}_bucket`, { route, le });
  assert.equal(['0.001', '0.005', '0.01', '2.5', '5', '+Inf'].map(upTo), [1, 1, 2, 2, 3, 5]);
  assert.ok(Math.abs(figureOf(found, `${DURATION}_sum`, { route }) - 18.011) < 1e-9);
  assert.is(figureOf(found, `${DURATION}_count`, { route }), 5);
  assert.is(figureOf(found, 'pandect_http_answer_bytes_total', { route }), 35);
});

test('a route is shown without the expressions of its parameters', async () => {
  const found = await timed('/api/:name(^x$)', [1]);
  assert.is(figureOf(found, 'pandect_http_requests_total', { route: '/api/:name', status: '200' }), 1);
});

test('durations of searches are in seconds, and the slowest have a bucket', async () => {
  const metrics = new Metrics();
  for (const seconds of [0.5, 1.5, 2.5, 4]) metrics.searched('told', 'ok', seconds);
  const found = readExposition(await metrics.registry.metrics());
  const labels = { engine: 'told', result: 'ok' };
  const name = 'pandect_search_duration_seconds';
  const upTo = (le: string) => figureOf(found, `${name}_bucket`, { ...labels, le });
  assert.equal(['0.25', '0.5', '1', '2', '3', '+Inf'].map(upTo), [0, 1, 1, 2, 3, 4]);
  assert.is(figureOf(found, `${name}_sum`, labels), 8.5);
});

test.run();
