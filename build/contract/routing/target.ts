import { malformedUrl } from '../errors.ts';

/** The target of the request line in parts, not decoded. */
export interface Target {
  /** The texts between slashes; the first is empty. */
  segments: readonly string[];
  /** The text behind the question mark. */
  search: string;
}

/** The longest accepted URL. The longest meaningful one is a search for 500 percent-encoded characters. */
export const MAX_URL_LENGTH = 8192;

/** @throws ApiError for invalid percent-encoding or UTF-8 in the path */
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

/** @throws ApiError for invalid percent-encoding or UTF-8 */
export function decodeSegment(segment: string): string {
  if (segment.indexOf('%') < 0) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    throw malformedUrl();
  }
}
