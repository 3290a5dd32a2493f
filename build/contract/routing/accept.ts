import { MEDIA_TYPES } from '../representation.ts';

/** The `Accept` header (RFC 9110 §12.5.1), as far as it chooses between the representations of a document. */

interface MediaRange {
  type: string;
  subtype: string;
  quality: number;
  hasParameters: boolean;
  /** Whether its parameters allow text in UTF-8. */
  isOffered: boolean;
}

/** The quality of a media type in its most specific range. */
interface Priority {
  specificity: number;
  quality: number;
  order: number;
}

/** An index of `MEDIA_TYPES`, or -1 for none. Ties go to the first in the header, then in the table. */
export function preferredMediaType(accept: string): number {
  const ranges = readRanges(accept);
  let preferred = -1;
  let best: Priority = { specificity: 0, quality: 0, order: -1 };
  MEDIA_TYPES.forEach((mediaType, i) => {
    const priority = priorityOf(mediaType, ranges);
    if (!(priority.quality > 0)) return;
    const lead =
      priority.quality - best.quality ||
      priority.specificity - best.specificity ||
      best.order - priority.order;
    if (preferred >= 0 && !(lead > 0)) return;
    preferred = i;
    best = priority;
  });
  return preferred;
}

function priorityOf(mediaType: string, ranges: readonly MediaRange[]): Priority {
  const slash = mediaType.indexOf('/');
  let best: Priority = { specificity: 0, quality: 0, order: -1 };
  ranges.forEach((range, order) => {
    const isType = range.type === mediaType.slice(0, slash);
    const isSubtype = range.subtype === mediaType.slice(slash + 1);
    if (!isType && range.type !== '*') return;
    if (!isSubtype && range.subtype !== '*') return;
    if (!range.isOffered) return;
    const specificity = (isType ? 4 : 0) + (isSubtype ? 2 : 0) + (range.hasParameters ? 1 : 0);
    const lead = specificity - best.specificity || range.quality - best.quality || order - best.order;
    if (lead > 0) best = { specificity, quality: range.quality, order };
  });
  return best;
}

/** Skips malformed media ranges. */
function readRanges(header: string): MediaRange[] {
  const ranges: MediaRange[] = [];
  let at = 0;
  while (at < header.length) {
    const end = valueEnd(header, at);
    const mediaType = trimmed(header.slice(at, end)).toLowerCase();
    const slash = mediaType.indexOf('/');
    const range: MediaRange = {
      type: mediaType.slice(0, slash),
      subtype: mediaType.slice(slash + 1),
      quality: 1,
      hasParameters: false,
      isOffered: true,
    };
    at = readParameters(header, end, range) + 1;
    if (slash >= 0) ranges.push(range);
  }
  return ranges;
}

/** Returns the end of the parameters: a comma, or the end of the header. */
function readParameters(header: string, from: number, range: MediaRange): number {
  const seen: string[] = [];
  let at = from;
  while (header.charAt(at) === ';') {
    const nameStart = at + 1;
    at = nameStart;
    while (at < header.length && !/[=;,]/.test(header.charAt(at))) at++;
    if (header.charAt(at) !== '=') continue;
    const name = trimmed(header.slice(nameStart, at)).toLowerCase();
    at++;
    while (/[ \t]/.test(header.charAt(at))) at++;
    const isQuoted = header.charAt(at) === '"';
    const end = isQuoted ? quoteEnd(header, at) : valueEnd(header, at);
    const isOpen = end > header.length;
    const text = header.slice(at, end);
    const value = isQuoted ? text.slice(1, -1).replace(/\\([\s\S])/g, '$1') : trimmed(text);
    at = valueEnd(header, end);
    // The first of several counts; an unclosed quote is invalid.
    if (isOpen || seen.indexOf(name) >= 0) continue;
    seen.push(name);
    if (name === 'q') range.quality = value === '' ? 1 : Number.parseFloat(value);
    else takeParameter(range, name, value.toLowerCase());
  }
  return at;
}

function takeParameter(range: MediaRange, name: string, value: string): void {
  range.hasParameters = true;
  const isOffered = value === '*' || value === (name === 'charset' ? 'utf-8' : '');
  if (!isOffered) range.isOffered = false;
}

function valueEnd(header: string, from: number): number {
  let at = from;
  while (at < header.length && header.charAt(at) !== ';' && header.charAt(at) !== ',') at++;
  return at;
}

/** Returns the index behind the closing quote; beyond the end of the header without one. */
function quoteEnd(header: string, from: number): number {
  let at = from + 1;
  while (at < header.length && header.charAt(at) !== '"') at += header.charAt(at) === '\\' ? 2 : 1;
  return at < header.length ? at + 1 : header.length + 1;
}

const trimmed = (text: string): string => text.replace(/^[ \t]+|[ \t]+$/g, '');
