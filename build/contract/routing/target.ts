import { malformedUrl } from '../errors.ts';

/** The target of a request, as it stands in its first line, taken apart but not decoded. */
export interface Target {
  /** Between slashes; the first is empty. */
  segments: readonly string[];
  /** What stands behind the question mark. */
  search: string;
}

/** Longer URLs are refused. The longest that means anything is a search for 500 characters, percent-encoded. */
export const MAX_URL_LENGTH = 8192;

/** @throws ApiError where the path is not valid percent-encoded UTF-8 */
export function readTarget(text: string): Target {
  // RFC 9112 §3.2.2: it may begin with scheme and authority.
  const target = text.charAt(0) === '/' ? text : text.replace(/^https?:\/\/[^/?#]*/i, '');
  const mark = target.indexOf('?');
  const hash = target.indexOf('#');
  const beforeMark = mark < 0 ? target : target.slice(0, mark);
  const path = hash < 0 ? beforeMark : beforeMark.slice(0, hash);
  decodeSegment(path);
  return { segments: path.split('/'), search: mark < 0 ? '' : target.slice(mark + 1) };
}

/** @throws ApiError where it is not valid percent-encoded UTF-8 */
export function decodeSegment(segment: string): string {
  if (segment.indexOf('%') < 0) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    throw malformedUrl();
  }
}
