import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isSampled } from '../../../shim/http/log-sampling.ts';

const IDS = Array.from({ length: 20_000 }, (_, i) => `${i.toString(16)}-request`);

test('the share of logged requests is kept for any kind of ids', () => {
  for (const share of [0.001, 0.01, 0.1, 0.5, 0.9]) {
    const found = IDS.filter(id => isSampled(id, share)).length / IDS.length;
    assert.ok(
      Math.abs(found - share) < 4 * Math.sqrt((share * (1 - share)) / IDS.length),
      `${found} of ${share}`,
    );
  }
});

test('shares of 0 and 1 are none and all, and a larger share includes the smaller', () => {
  assert.is(IDS.filter(id => isSampled(id, 0)).length, 0);
  assert.is(IDS.filter(id => isSampled(id, 1)).length, IDS.length);
  for (const id of IDS) if (isSampled(id, 0.1)) assert.ok(isSampled(id, 0.3));
});

test('the id alone decides about sampling', () => {
  // As other programs may have to: FNV-1a with the finish of MurmurHash3, below the share of 2 ** 32.
  assert.is(isSampled('', 0.5), isSampled('', 0.5));
  assert.ok(IDS.some(id => isSampled(id, 0.5)) && IDS.some(id => !isSampled(id, 0.5)));
});

test.run();
