import type { Metadata } from '../contract/sources.ts';
import { CREDIT, NOTES } from '../text/notes.ts';
import { alignedParagraphs, type Pair } from './alignment.ts';
import { codePointsBefore } from './code-points.ts';
import { commonWords } from './common-words.ts';
import { likeness, likenessOf, type Paragraph, paragraphsOf } from './paragraphs.ts';
import { joined, type Piece, wordPieces } from './words.ts';
import { Work } from './work.ts';

/** Differences of two versions of a document (build/contract/README.md, Differences). */

export interface DiffedVersion {
  metadata: Metadata;
  body: string;
}

export interface MovedParagraph {
  /** The labels of the paragraph in both versions, such as `(c)` or `iv.`; empty for none. */
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

/** From this likeness on two paragraphs that belong together are the same, with another label. */
const RENUMBERED = 0.6;
/** From this likeness on a deleted paragraph and an inserted one are the same, moved. */
const MOVED = 0.8;
/** Shorter paragraphs are alike by chance. */
const FEWEST_WORDS = 4;
/** The credit and the notes quote what was struck out, which is no move. */
const BEHIND_LAW = new RegExp(`${CREDIT.source}|${NOTES.source}`, 'im');
/** Most pairs of deleted and inserted paragraphs that are compared. */
const MOST_PAIRS = 40_000;

/** @param work that it may take; where that is used up, fewer paragraphs are set beside each other, and fewer words compared */
export function diffOf(old: DiffedVersion, next: DiffedVersion, work = new Work()): Diff {
  const pairs = alignedParagraphs(paragraphsOf(old.body), paragraphsOf(next.body), work);
  const body = joined(pairs.flatMap(pair => piecesOf(pair, work)));
  return {
    body,
    moved: movedIn(pairs, old.body, next.body, work),
    metadata: metadataDiff(old.metadata, next.metadata),
  };
}

function piecesOf({ old, next }: Pair, work: Work): Piece[] {
  if (!old) return [['+', next?.text ?? '']];
  if (!next) return [['-', old.text]];
  return old.text === next.text ? [['=', old.text]] : wordPieces(old.text, next.text, work);
}

/** Paragraphs that stand elsewhere, or have another label. */
function movedIn(pairs: readonly Pair[], old: string, next: string, work: Work): MovedParagraph[] {
  const [oldEnd, nextEnd] = [endOfLaw(old), endOfLaw(next)];
  const areBeside = (a: Paragraph, b: Paragraph): boolean => a.start < oldEnd === b.start < nextEnd;
  const renumbered = pairs.filter(
    ({ old: a, next: b }) =>
      a && b && a.text !== b.text && a.label !== b.label && areBeside(a, b) && likeness(a, b) >= RENUMBERED,
  ) as { old: Paragraph; next: Paragraph }[];
  const removed = pairs.flatMap(pair => (pair.old && !pair.next ? pair.old : []));
  const added = pairs.flatMap(pair => (pair.next && !pair.old ? pair.next : []));
  const elsewhere: { old: Paragraph; next: Paragraph }[] = [];
  const isTried = removed.length * added.length <= MOST_PAIRS;
  const common = isTried ? commonWords(removed, added, work) : null;
  const taken = new Set<Paragraph>();
  for (const [i, row] of common?.entries() ?? []) {
    const paragraph = removed[i] as Paragraph;
    if (paragraph.length < FEWEST_WORDS) continue;
    const likest = added.reduce<{ other: Paragraph | null; value: number }>(
      (best, other, j) => {
        const value =
          areBeside(paragraph, other) && !taken.has(other)
            ? likenessOf(paragraph, other, row[j] as number)
            : 0;
        return value > best.value ? { other, value } : best;
      },
      { other: null, value: 0 },
    );
    if (!likest.other || likest.value < MOVED) continue;
    taken.add(likest.other);
    elsewhere.push({ old: paragraph, next: likest.other });
  }
  const all = [...renumbered, ...elsewhere].sort((a, b) => a.next.start - b.next.start);
  const placesOf = (side: 'old' | 'next', text: string) =>
    codePointsBefore(
      text,
      all.map(pair => pair[side].start),
    );
  const [oldPlaces, nextPlaces] = [placesOf('old', old), placesOf('next', next)];
  return all.map(({ old: a, next: b }) => ({
    ...{ from_label: a.label, to_label: b.label },
    from_start: oldPlaces.get(a.start) as number,
    to_start: nextPlaces.get(b.start) as number,
  }));
}

function endOfLaw(body: string): number {
  const at = body.search(BEHIND_LAW);
  return at < 0 ? body.length : at;
}

function metadataDiff(old: Metadata, next: Metadata): Diff['metadata'] {
  const fields = [...new Set([...Object.keys(old), ...Object.keys(next)])];
  return fields
    .map(field => ({ field, from: old[field] ?? null, to: next[field] ?? null }))
    .filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to));
}
