import { isDate } from './dates.ts';
import type { Metadata } from './sources.ts';

/** `119-36`, or `113-21not11` without one of the laws. */
const RELEASE_POINT = /^\d{1,4}-\d{1,4}(?:not[\d-]{1,20})?$/;

/** `current through Pub. L. 119-36 (2025-09-05)`, or `as of 2025-04-02`; null for missing or malformed values. */
export function currencyText({ currency, release_point: point }: Metadata): string | null {
  const day = typeof currency === 'string' && isDate(currency) ? currency : null;
  if (typeof point === 'string' && RELEASE_POINT.test(point)) {
    return `current through Pub. L. ${point}${day === null ? '' : ` (${day})`}`;
  }
  return day === null ? null : `as of ${day}`;
}
