import { setTimeout } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { SearchEngine } from '../../../build/search/engine.ts';
import { configureEngine } from '../../../shim/search/configure.ts';
import { startShim } from '../../helpers/shim.ts';
import { sampleTree } from '../../helpers/tree.ts';

/** Several times the limit: whoever waits as long waits for ever. */
const PATIENCE = 15_000;

test('a search of more than three seconds gets 504', async () => {
  let isStopped = false;
  const engine: SearchEngine = {
    name: 'slow',
    slots: 1,
    search: (_query, signal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          isStopped = true;
          reject(signal.reason);
        });
      }),
    close: async () => {},
  };
  const shim = await startShim({ ...(await sampleTree()), engine });
  const patience = new AbortController();
  const answer = await Promise.race([
    shim.get('/api/search?q=lamp'),
    setTimeout(PATIENCE, null, { signal: patience.signal }),
  ]);
  patience.abort();
  assert.is(answer?.status, 504);
  assert.is(answer?.json.error.code, 'REQUEST_ERROR');
  assert.ok(isStopped);
  await shim.close();
});

test('processes of the shim share the slots of a Typesense server, and each has one at least', () => {
  const settings = { nodes: ['http://127.0.0.1:1'], apiKey: 'x', collection: 'law' };
  const slotsOf = (shares: number) => configureEngine('', settings, { shares }).slots;
  assert.equal([1, 3, 16, 40].map(slotsOf), [16, 5, 1, 1]);
});

test.run();
