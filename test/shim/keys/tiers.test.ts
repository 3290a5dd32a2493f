import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { DEFAULT_KEY_TIER, isKeyTier, KEY_TIERS, TIER_LIMITS, WINDOW_MS } from '../../../shim/keys/tiers.ts';

test('tiers have the limits of the build/contract/README.md, Rate limits and Lists', () => {
  assert.equal(TIER_LIMITS, { anonymous: 100, standard: 1000, elevated: 5000, unlimited: null });
  assert.is(WINDOW_MS, 60_000);
  assert.is(DEFAULT_KEY_TIER, 'standard');
});

test('a key can have every tier but anonymous', () => {
  assert.equal(['anonymous', ...KEY_TIERS], Object.keys(TIER_LIMITS));
  assert.ok(isKeyTier('elevated'));
  assert.not.ok(isKeyTier('anonymous'));
  assert.not.ok(isKeyTier('toString'));
});

test.run();
