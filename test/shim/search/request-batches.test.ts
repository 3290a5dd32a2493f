import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { inBatches } from '../../../shim/search/request-batches.ts';

test('many searches at once all begin in order, with other requests in between', async () => {
  const begun: string[] = [];
  const handle = inBatches(({ url = '' }) => begun.push(url));
  const ask = (url: string) => handle({ url } as IncomingMessage, {} as ServerResponse);
  const searches = Array.from({ length: 300 }, (_, i) => `/api/search?q=${i}`);
  searches.forEach(ask);
  assert.equal(begun, [], 'none before whatever else has come');
  for (let turn = 0; turn < 3; turn++) await setImmediate();
  assert.ok(begun.length > 0 && begun.length < 150, `${begun.length}`);
  for (const url of ['/api/stats', '/api/searches', '/api/usc/documents/t17%2Fs106?q=/api/search']) {
    ask(url);
    assert.is(begun.at(-1), url, 'at once');
    begun.pop();
  }
  while (begun.length < searches.length) await setImmediate();
  assert.equal(begun, searches);
  // Nothing is left waiting.
  ask('/api/search');
  assert.is(begun.length, searches.length, 'a search without a query waits, too');
  await setImmediate();
  assert.is(begun.at(-1), '/api/search');
});

test.run();
