import { isDate } from './dates.ts';
import type { Metadata } from './sources.ts';

/** `119-36`, and `113-21not11` of which a law is left out. */
const RELEASE_POINT = /^\d{1,4}-\d{1,4}(?:not[\d-]{1,20})?$/;

/**
 * How current a document is: `current through Pub. L. 119-36 (2025-09-05)` where its metadata tell a release point, else `as of
 * 2025-04-02`; null where nothing tells, or what tells is no release point and no day.
 */
export function currencyText({ currency, release_point: point }: Metadata): string | null {
  const day = typeof currency === 'string' && isDate(currency) ? currency : null;
  if (typeof point === 'string' && RELEASE_POINT.test(point)) {
    return `current through Pub. L. ${point}${day === null ? '' : ` (${day})`}`;
  }
  return day === null ? null : `as of ${day}`;
}
