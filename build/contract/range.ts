/** A part of a representation in bytes; both ends are included. */
export interface Range {
  first: number;
  last: number;
}

/** Null is the whole. */
export type RequestedRange = Range | 'unsatisfiable' | null;

const ONE_RANGE = /^bytes=(\d*)-(\d*)$/i;

/** Parses `Range` (RFC 9110 §14.2), ignoring malformed and several ranges. @param bytes of the representation */
export function parseRange(header: string, bytes: number): RequestedRange {
  const [, from = '', to = ''] = ONE_RANGE.exec(header.trim()) ?? [];
  if (from === '' && to === '') return null;
  if (from === '') {
    const length = Math.min(Number(to), bytes);
    return length > 0 ? { first: bytes - length, last: bytes - 1 } : 'unsatisfiable';
  }
  const first = Number(from);
  if (to !== '' && Number(to) < first) return null;
  if (first >= bytes) return 'unsatisfiable';
  return { first, last: to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1) };
}
