import { matchAt } from '../match-at.ts';
import { kindOf, romanOf } from './paragraph-lists.ts';

/** Paragraphs of one section behind its number: `(c)(3), (4)`, `(1), (3)-(5)`. */

export interface CitedParagraph {
  at: number;
  end: number;
  /** From the section down. Of a range that of its beginning. */
  pinpoint: readonly string[];
}

/** Most citations have none. Four digits are the year of an edition: `§ 106(1) (2012)`. */
export const pinpointOf = (written: string): string[] =>
  written.includes('(') ? Array.from(written.matchAll(/\((?!\d{4}\))(\w{1,6})\)/g), ([, one]) => one!) : [];

const NEXT =
  /(,? (?:and\/or|and|or|&) |, ?|(,? (?:through|to) | ?- ?))((?:\((?!\d{4}\))[a-z0-9]{1,6}\)){1,6})/iy;
/** Behind a comma a label may begin a part of the sentence: `under section 552(b)(1), (2) the agency`. */
const IN_SENTENCE = /,? (?!(?:and|or|of|to|through|et seq|note)\b|\(\d{4}\))[a-z“"(]| \d/iy;
const BEFORE_NOUN = / (?:the|an?) /iy;
const MOST = 50;

/** The end of all of them. Most numbers have one. */
export function endOfParagraphs(text: string, at: number, first: string): number {
  const end = at + first.length;
  return matchAt(NEXT, text, end) ? paragraphsBehind(text, at, first).at(-1)!.end : end;
}

/** @param first the labels at `at`, which are the first item */
export function paragraphsBehind(text: string, at: number, first: string): CitedParagraph[] {
  let last: readonly string[] = pinpointOf(first);
  const items: [CitedParagraph, ...CitedParagraph[]] = [{ at, end: at + first.length, pinpoint: last }];
  let item = items[0];
  let isRange = false;
  while (items.length < MOST) {
    const next = matchAt(NEXT, text, item.end);
    if (next === null || (isRange && next[2])) break;
    const [all, separator = '', to, written = ''] = next;
    const end = item.end + all.length;
    const pinpoint = siblingOf(last, pinpointOf(written));
    if (!pinpoint || matchAt(separator.startsWith(',') ? IN_SENTENCE : BEFORE_NOUN, text, end)) break;
    isRange = to !== undefined;
    if (isRange) item.end = end;
    else {
      item = { at: item.end + separator.length, end, pinpoint };
      items.push(item);
    }
    last = pinpoint;
  }
  return items;
}

/** `(4)` behind (c)(3) is (c)(4), and so is `(c)(4)`; null where labels do not go on: `(a)` behind (c)(3). */
function siblingOf(last: readonly string[], labels: readonly string[]): readonly string[] | null {
  const [first = ''] = labels;
  const place = last.findLastIndex(label => isBehind(label, first) || (labels.length > 1 && label === first));
  return place < 0 ? null : [...last.slice(0, place), ...labels];
}

function isBehind(label: string, next: string): boolean {
  const [roman, nextRoman] = [romanOf(label), romanOf(next)];
  if (roman !== null && nextRoman !== null && nextRoman > roman) return true;
  if (kindOf(label) !== kindOf(next)) return false;
  if (kindOf(label) === 'number') return Number.parseInt(next, 10) > Number.parseInt(label, 10);
  // `(ff)` is behind (t), but (ii) is behind (i) alone.
  if (next.length > label.length) return nextRoman === null && /^(.)\1+$/.test(next);
  return next.length === label.length && next > label;
}
