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
