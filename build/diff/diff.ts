import type { Metadata } from '../contract/sources.ts';
import { alignedParagraphs, type Pair } from './alignment.ts';
import { likeness, type Paragraph, paragraphsOf } from './paragraphs.ts';
import { type Budget, joined, type Piece, wordPieces } from './words.ts';

/** Differences of two versions of a document (build/contract/README.md, Differences). */

export interface DiffedVersion {
  metadata: Metadata;
  body: string;
}

export interface MovedParagraph {
  /** The labels of the paragraph in both versions, such as `(c)`; empty for none. */
  from_label: string;
  to_label: string;
  /** Where it begins in both bodies, in code points. */
  from_start: number;
  to_start: number;
}

export interface Diff {
  /** The texts of `=` and `-` are the old body, those of `=` and `+` the new one. */
  body: Piece[];
  moved: MovedParagraph[];
  /** Fields of the metadata that differ; null where a field is absent. */
  metadata: { field: string; from: unknown; to: unknown }[];
}

/** Comparisons of words for all paragraphs together. */
const WORK = 40_000_000;
/** From this likeness on a deleted paragraph and an inserted one are the same, moved. */
const MOVED = 0.8;
/** Shorter paragraphs are alike by chance. */
const FEWEST_WORDS = 4;
/** Where the credit and the notes begin. They quote what was struck out, which is no move. */
const BEHIND_LAW =
  /^(?:\*\*Source Credit\*\*:|##? (?:(?:Statutory |Editorial )?Notes|Executive Documents)\b)/m;
/** Most pairs of deleted and inserted paragraphs that are compared. */
const MOST_PAIRS = 40_000;

export function diffOf(old: DiffedVersion, next: DiffedVersion): Diff {
  const pairs = alignedParagraphs(paragraphsOf(old.body), paragraphsOf(next.body));
  const budget: Budget = { left: WORK };
  const body = joined(pairs.flatMap(pair => piecesOf(pair, budget)));
  return {
    body,
    moved: movedIn(pairs, old.body, next.body),
    metadata: metadataDiff(old.metadata, next.metadata),
  };
}

function piecesOf({ old, next }: Pair, budget: Budget): Piece[] {
  if (!old) return [['+', next?.text ?? '']];
  if (!next) return [['-', old.text]];
  return old.text === next.text ? [['=', old.text]] : wordPieces(old.text, next.text, budget);
}

/** Paragraphs that stand elsewhere, or have another label. */
function movedIn(pairs: readonly Pair[], old: string, next: string): MovedParagraph[] {
  const [oldEnd, nextEnd] = [endOfLaw(old), endOfLaw(next)];
  const areBeside = (a: Paragraph, b: Paragraph): boolean => a.start < oldEnd === b.start < nextEnd;
  const renumbered = pairs.filter(
    ({ old: a, next: b }) =>
      a && b && a.text !== b.text && a.label !== b.label && areBeside(a, b) && likeness(a, b) >= MOVED,
  ) as { old: Paragraph; next: Paragraph }[];
  const removed = pairs.flatMap(pair => (pair.old && !pair.next ? pair.old : []));
  const added = pairs.flatMap(pair => (pair.next && !pair.old ? pair.next : []));
  const elsewhere: { old: Paragraph; next: Paragraph }[] = [];
  if (removed.length * added.length <= MOST_PAIRS)
    for (const paragraph of removed) {
      if (paragraph.length < FEWEST_WORDS) continue;
      const likest = added.reduce<{ at: number; value: number }>(
        (best, other, at) => {
          const value = areBeside(paragraph, other) ? likeness(paragraph, other) : 0;
          return value > best.value ? { at, value } : best;
        },
        { at: -1, value: 0 },
      );
      if (likest.value >= MOVED)
        elsewhere.push({ old: paragraph, next: added.splice(likest.at, 1)[0] as Paragraph });
    }
  return [...renumbered, ...elsewhere]
    .sort((a, b) => a.next.start - b.next.start)
    .map(({ old: a, next: b }) => ({
      ...{ from_label: a.label, to_label: b.label },
      from_start: codePointsIn(old, a.start),
      to_start: codePointsIn(next, b.start),
    }));
}

function endOfLaw(body: string): number {
  const at = body.search(BEHIND_LAW);
  return at < 0 ? body.length : at;
}

/** The number of code points before an offset in code units. */
function codePointsIn(text: string, end: number): number {
  let count = 0;
  for (let i = 0; i < end; i++) {
    const unit = text.charCodeAt(i);
    // The second half of a pair is no code point of its own.
    if (unit < 0xdc00 || unit > 0xdfff) count += 1;
  }
  return count;
}

function metadataDiff(old: Metadata, next: Metadata): Diff['metadata'] {
  const fields = [...new Set([...Object.keys(old), ...Object.keys(next)])];
  return fields
    .map(field => ({ field, from: old[field] ?? null, to: next[field] ?? null }))
    .filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to));
}
