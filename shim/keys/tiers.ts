import type { Tier } from '../../build/contract/tiers.ts';

export { TIER_LIMITS, type Tier, WINDOW_MS } from '../../build/contract/tiers.ts';

export type KeyTier = Exclude<Tier, 'anonymous'>;

export const KEY_TIERS: readonly KeyTier[] = ['standard', 'elevated', 'unlimited'];
export const DEFAULT_KEY_TIER: KeyTier = 'standard';

export const isKeyTier = (text: unknown): text is KeyTier => KEY_TIERS.some(tier => tier === text);
