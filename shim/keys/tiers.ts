/** Requests per window of each tier (specification, sections 5 and 8); `null`: no limit. */
export const TIER_LIMITS = {
  anonymous: 100,
  standard: 1_000,
  elevated: 5_000,
  unlimited: null,
} as const satisfies Record<string, number | null>;

/** The length of a window (specification, sections 5 and 8). */
export const WINDOW_MS = 60_000;

export type Tier = keyof typeof TIER_LIMITS;

/** A tier that a key can have: anonymous is what a client without a key is. */
export type KeyTier = Exclude<Tier, 'anonymous'>;

export const KEY_TIERS: readonly KeyTier[] = ['standard', 'elevated', 'unlimited'];
export const DEFAULT_KEY_TIER: KeyTier = 'standard';

export const isKeyTier = (text: unknown): text is KeyTier => KEY_TIERS.some(tier => tier === text);
