import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CACHE_CONTROL, KEYED_CACHE_CONTROL } from '../../../shim/http/caching.ts';

const DAY_SECONDS = 24 * 60 * 60;
const seconds = (policy: string, directive: string) =>
  Number(new RegExp(`(?:^|[ ,])${directive}=(\\d+)(?:,|$)`).exec(policy)?.[1] ?? 0);

test('stats may stay in a shared cache for 24 hours and no longer', () => {
  assert.is(seconds(CACHE_CONTROL.overview, 's-maxage'), DAY_SECONDS);
});

test('every policy is public and short, or no-store', () => {
  const { none, ...kept } = CACHE_CONTROL;
  assert.is(none, 'no-store');
  for (const policy of Object.values(kept)) {
    assert.match(policy, /^public, max-age=\d+(, s-maxage=\d+)?$/);
    // A rebuild every night must be seen within a day.
    assert.ok(seconds(policy, 'max-age') > 0 && seconds(policy, 'max-age') <= 3600, policy);
    assert.ok(seconds(policy, 's-maxage') <= DAY_SECONDS, policy);
  }
});

test('with a key the same, for the client alone', () => {
  assert.equal(Object.keys(KEYED_CACHE_CONTROL), Object.keys(CACHE_CONTROL));
  const { none, ...kept } = KEYED_CACHE_CONTROL;
  assert.is(none, 'no-store');
  for (const [policy, value] of Object.entries(kept)) {
    assert.match(value, /^private, max-age=\d+$/);
    assert.is(seconds(value, 'max-age'), seconds(CACHE_CONTROL[policy as keyof typeof kept], 'max-age'));
  }
});

test.run();
