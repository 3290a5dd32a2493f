/** Requests per window of each tier (build/contract/README.md, Rate limits); `null`: no limit. */
export const TIER_LIMITS = {
  anonymous: 100,
  standard: 1_000,
  elevated: 5_000,
  unlimited: null,
} as const satisfies Record<string, number | null>;

export const WINDOW_MS = 60_000;

export type Tier = keyof typeof TIER_LIMITS;
