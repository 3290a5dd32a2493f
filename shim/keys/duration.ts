const UNIT_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** @param text `0`, or a whole number with its unit: `30m`, `24h`, `7d` @returns milliseconds; null where it is none */
export function durationIn(text: string): number | null {
  if (text === '0') return 0;
  const [, count, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  return unit === undefined ? null : Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS];
}
