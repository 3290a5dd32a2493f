import type { SearchAnalysis } from './analyze.ts';
import { type TermMatch, TermMatcher } from './term-matcher.ts';

/** Highlights (build/contract/README.md, Search): HTML-escaped text with `<mark>` around matches, for one page of hits. */

/** Approximate number of visible characters in a body snippet. */
const SNIPPET_LENGTH = 200;
/**
 * Positions that are examined for the passages of one page, and for one prefix in one text; `least` is left even after the
 * page's budget is used up. One takes up to a microsecond, and texts of megabytes hold frequent words a hundred thousand times.
 */
const BUDGET = { page: 100_000, most: 8000, least: 100 } as const;
/** How far a cut may move to fall between two words. */
const SLACK = 30;

export class Highlighter {
  readonly #matcher: TermMatcher;
  #budget: number = BUDGET.page;

  constructor(analysis: SearchAnalysis) {
    this.#matcher = new TermMatcher(analysis);
  }

  heading(text: string): string {
    return this.#mark(text);
  }

  /** Returns about 200 characters around the best passage, or from the beginning if nothing matches. */
  snippet(text: string): string {
    const [from, to] = this.#bestSpan(text);
    const start = cutBefore(text, from - Math.max(0, SNIPPET_LENGTH - (to - from)) / 2);
    const end = cutAfter(text, Math.max(to, start + SNIPPET_LENGTH));
    const passage = text.slice(start, end).replace(/\s+/g, ' ').trim();
    const before = /\S/.test(text.slice(Math.max(0, start - SLACK), start)) ? '…' : '';
    const after = /\S/.test(text.slice(end, end + SLACK)) ? '…' : '';
    return before + this.#mark(passage) + after;
  }

  /** Returns the first span of the weightiest terms that is no longer than a snippet. */
  #bestSpan(text: string): [start: number, end: number] {
    const window = new Window(this.#matcher.weights);
    let best: [number, number] = [0, 0];
    let bestWeight = 0;
    const share = Math.floor(this.#budget / Math.max(1, this.#matcher.beginnings.size));
    const budget = { most: Math.max(BUDGET.least, Math.min(BUDGET.most, share)), taken: 0 };
    for (const match of this.#matcher.weighty(text, budget)) {
      window.add(match);
      if (window.weight <= bestWeight + ROUNDING) continue;
      bestWeight = window.weight;
      best = [window.start, match.end];
      if (window.isComplete) break;
    }
    this.#budget -= budget.taken;
    return best;
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

/** Sums of the same weights in another order differ in their last digits. */
const ROUNDING = 1e-6;

/** The matches within a snippet's length before the last added one. */
class Window {
  readonly #weights: readonly number[];
  readonly #counts: number[];
  readonly #matches: TermMatch[] = [];
  /** Index of the first match in the window. */
  #first = 0;
  /** Number of weighted terms without a match in the window. */
  #missing: number;
  weight = 0;

  constructor(weights: readonly number[]) {
    this.#weights = weights;
    this.#counts = weights.map(() => 0);
    this.#missing = weights.filter(weight => weight > 0).length;
  }

  get start(): number {
    return this.#matches[this.#first]?.start ?? 0;
  }

  get isComplete(): boolean {
    return this.#missing === 0;
  }

  add(match: TermMatch): void {
    this.#matches.push(match);
    this.#count(match.term, 1);
    while (match.end - this.start > SNIPPET_LENGTH && this.#first < this.#matches.length - 1) {
      this.#count(this.#matches[this.#first]?.term ?? 0, -1);
      this.#first++;
    }
  }

  #count(term: number, change: 1 | -1): void {
    const count = (this.#counts[term] ?? 0) + change;
    this.#counts[term] = count;
    if (count !== (change > 0 ? 1 : 0)) return;
    this.weight += change * (this.#weights[term] ?? 0);
    this.#missing -= change;
  }
}

/** Returns the beginning of a word at or shortly after a position, or the position itself inside a very long word. */
function cutBefore(text: string, position: number): number {
  const start = Math.max(0, Math.floor(position));
  if (start === 0) return 0;
  const gap = text.slice(start - 1, start + SLACK).search(/\s/);
  return gap < 0 ? wholeCharacter(text, start) : start + gap;
}

/** Returns the end of a word at or shortly before a position. */
function cutAfter(text: string, position: number): number {
  if (position >= text.length) return text.length;
  const tail = text.slice(position - SLACK, position + 1);
  const gap = tail.search(/\s\S*$/);
  return gap < 0 ? wholeCharacter(text, position) : position - SLACK + gap;
}

const wholeCharacter = (text: string, position: number): number =>
  /[\udc00-\udfff]/.test(text[position] ?? '') ? position - 1 : position;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, character => ENTITIES[character] ?? '');
