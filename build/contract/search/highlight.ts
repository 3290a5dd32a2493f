import type { SearchAnalysis } from './analyze.ts';
import { type Match, TermMatcher } from './matches.ts';

/** Highlights (specification, section 4.6): HTML-escaped text with `<mark>` around what matches. */

/** Visible characters of a body snippet, about. */
const SNIPPET_LENGTH = 200;
/** How far a cut may move to fall between two words. */
const SLACK = 30;

export class Highlighter {
  readonly #matcher: TermMatcher;

  constructor(analysis: SearchAnalysis) {
    this.#matcher = new TermMatcher(analysis);
  }

  /** The whole text. */
  heading(text: string): string {
    return this.#mark(text);
  }

  /** About 200 characters around the best passage, or from the beginning where nothing matches. */
  snippet(text: string): string {
    const [from, to] = bestWindow(this.#matcher.scan(text), SNIPPET_LENGTH);
    const start = cutBefore(text, from - Math.max(0, SNIPPET_LENGTH - (to - from)) / 2);
    const end = cutAfter(text, Math.max(to, start + SNIPPET_LENGTH));
    const passage = text.slice(start, end).replace(/\s+/g, ' ').trim();
    const before = /\S/.test(text.slice(Math.max(0, start - SLACK), start)) ? '…' : '';
    const after = /\S/.test(text.slice(end, end + SLACK)) ? '…' : '';
    return before + this.#mark(passage) + after;
  }

  #mark(text: string): string {
    let marked = '';
    let at = 0;
    for (const { start, end } of this.#matcher.all(text)) {
      if (start < at) continue;
      marked += `${escapeHtml(text.slice(at, start))}<mark>${escapeHtml(text.slice(start, end))}</mark>`;
      at = end;
    }
    return marked + escapeHtml(text.slice(at));
  }
}

/** The span of matches, no longer than `length`, with the most different terms, those rare in the text first. */
function bestWindow(matches: readonly Match[], length: number): [start: number, end: number] {
  const counts = new Map<number, number>();
  for (const { term } of matches) counts.set(term, (counts.get(term) ?? 0) + 1);
  const weight = (term: number): number => 1 + 1 / (counts.get(term) ?? 1);
  const inside = new Map<number, number>();
  let best: [number, number] = [0, 0];
  let bestScore = 0;
  let score = 0;
  let first = 0;
  for (const { term, end } of matches) {
    inside.set(term, (inside.get(term) ?? 0) + 1);
    if (inside.get(term) === 1) score += weight(term);
    for (
      let match = matches[first];
      match && end - match.start > length && match.end < end;
      match = matches[++first]
    ) {
      const left = (inside.get(match.term) ?? 0) - 1;
      inside.set(match.term, left);
      if (left === 0) score -= weight(match.term);
    }
    if (score > bestScore + 1e-9) {
      bestScore = score;
      best = [matches[first]?.start ?? 0, end];
    }
  }
  return best;
}

/** The beginning of a word at or shortly after a place, or the place itself inside a very long word. */
function cutBefore(text: string, place: number): number {
  const start = Math.max(0, Math.floor(place));
  if (start === 0) return 0;
  const gap = text.slice(start - 1, start + SLACK).search(/\s/);
  return gap < 0 ? wholeCharacter(text, start) : start + gap;
}

/** The end of a word at or shortly before a place. */
function cutAfter(text: string, place: number): number {
  if (place >= text.length) return text.length;
  const tail = text.slice(place - SLACK, place + 1);
  const gap = tail.search(/\s\S*$/);
  return gap < 0 ? wholeCharacter(text, place) : place - SLACK + gap;
}

/** Never between the halves of a surrogate pair. */
const wholeCharacter = (text: string, place: number): number =>
  /[\udc00-\udfff]/.test(text[place] ?? '') ? place - 1 : place;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, character => ENTITIES[character] ?? '');
