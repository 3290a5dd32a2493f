import { commonWords } from './common-words.ts';
import { likenessOf, type Paragraph } from './paragraphs.ts';
import { fewestEdits, type Work } from './work.ts';

/** Which paragraphs of two texts belong together. */

interface Budget {
  /** Pairs of paragraphs that may still be compared. */
  pairs: number;
  work: Work;
}

/** Appends without the stack, which a spread of a million would exceed. */
function append<T>(items: T[], more: readonly T[]): void {
  for (const item of more) items.push(item);
}

/** A paragraph of both texts, or of one of them. */
export interface Pair {
  old: Paragraph | null;
  next: Paragraph | null;
}

/** From this likeness on two paragraphs are versions of one. */
const ALIKE = 0.5;
/** Most pairs of paragraphs that are compared, all together. */
const MOST_PAIRS = 300_000;
/** Most paragraphs, other than those around them, that an edit may insert and delete between two that stay. */
const MOST_EDITS = 300;

/** @returns all paragraphs of both texts, in order */
export function alignedParagraphs(old: readonly Paragraph[], next: readonly Paragraph[], work: Work): Pair[] {
  const budget = { pairs: MOST_PAIRS, work };
  const pairs: Pair[] = [];
  let [i, j] = [0, 0];
  for (const [atOld, atNext] of [...anchors(old, next), [old.length, next.length] as const]) {
    append(pairs, alignedBetween(old.slice(i, atOld), next.slice(j, atNext), budget));
    if (atOld < old.length) pairs.push({ old: old[atOld] as Paragraph, next: next[atNext] as Paragraph });
    [i, j] = [atOld + 1, atNext + 1];
  }
  return pairs;
}

/** Equal paragraphs that stand once in each text, as many as stand in the same order. */
function anchors(
  old: readonly Paragraph[],
  next: readonly Paragraph[],
): (readonly [old: number, next: number])[] {
  const places = new Map<string, { old: number[]; next: number[] }>();
  const placesOf = (text: string) => {
    const known = places.get(text) ?? { old: [], next: [] };
    places.set(text, known);
    return known;
  };
  old.forEach(({ text }, i) => {
    const found = placesOf(text).old;
    if (found.length < 2) found.push(i);
  });
  next.forEach(({ text }, j) => {
    const found = placesOf(text).next;
    if (found.length < 2) found.push(j);
  });
  const unique = Array.from(places.values()).flatMap(({ old: a, next: b }) =>
    a.length === 1 && b.length === 1 ? [[a[0] as number, b[0] as number] as const] : [],
  );
  return increasing(unique);
}

/** The longest part of these pairs, which ascend by the first number, that ascends by the second, too. */
function increasing(pairs: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  // ends[k]: the index of the smallest last pair of an ascending part of k + 1 pairs.
  const ends: number[] = [];
  const before = new Int32Array(pairs.length);
  pairs.forEach(([, value], i) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[ends[middle] as number] as readonly [number, number])[1] < value) low = middle + 1;
      else high = middle;
    }
    before[i] = low > 0 ? (ends[low - 1] as number) : -1;
    ends[low] = i;
  });
  const result: (readonly [number, number])[] = [];
  for (let i = ends.at(-1) ?? -1; i >= 0; i = before[i] as number)
    result.push(pairs[i] as readonly [number, number]);
  return result.reverse();
}

/** Between anchors equal paragraphs may repeat: the fewest edits decide, as far as there are few. */
function alignedBetween(old: readonly Paragraph[], next: readonly Paragraph[], budget: Budget): Pair[] {
  let start = 0;
  const least = Math.min(old.length, next.length);
  while (start < least && old[start]?.text === next[start]?.text) start += 1;
  let end = 0;
  while (end < least - start && old.at(-1 - end)?.text === next.at(-1 - end)?.text) end += 1;
  const same = (from: number, count: number, shift: number): Pair[] =>
    old
      .slice(from, from + count)
      .map((paragraph, k) => ({ old: paragraph, next: next[from + shift + k] as Paragraph }));
  const inner = [old.slice(start, old.length - end), next.slice(start, next.length - end)] as const;
  const pairs = same(0, start, 0);
  append(pairs, alignedByEdits(...inner, budget));
  append(pairs, same(old.length - end, end, next.length - old.length));
  return pairs;
}

function alignedByEdits(old: readonly Paragraph[], next: readonly Paragraph[], budget: Budget): Pair[] {
  const texts = (of: readonly Paragraph[]): string[] => of.map(({ text }) => text);
  const isSmall = old.length * next.length <= MOST_PAIRS;
  const runs = isSmall ? fewestEdits(texts(old), texts(next), MOST_EDITS, budget.work) : null;
  if (!runs) return pairedInOrder(old, next, budget);
  const pairs: Pair[] = [];
  let [i, j] = [0, 0];
  let [removed, added]: [Paragraph[], Paragraph[]] = [[], []];
  const flush = (): void => {
    append(pairs, pairedInOrder(removed, added, budget));
    [removed, added] = [[], []];
  };
  for (const { value, added: isAdded, removed: isRemoved } of runs)
    for (let k = 0; k < value.length; k++) {
      if (isRemoved) removed.push(old[i++] as Paragraph);
      else if (isAdded) added.push(next[j++] as Paragraph);
      else {
        flush();
        pairs.push({ old: old[i++] as Paragraph, next: next[j++] as Paragraph });
      }
    }
  flush();
  return pairs;
}

/** Pairs the likest paragraphs of two lists, without crossing. */
function pairedInOrder(old: readonly Paragraph[], next: readonly Paragraph[], budget: Budget): Pair[] {
  const [m, n] = [old.length, next.length];
  const isTried = m > 0 && n > 0 && m * n <= budget.pairs;
  const common = isTried ? commonWords(old, next, budget.work) : null;
  if (!common)
    return [
      ...old.map(each => ({ old: each, next: null })),
      ...next.map(each => ({ old: null, next: each })),
    ];
  budget.pairs -= m * n;
  // best[i][j]: the greatest sum of likenesses of the paragraphs from i and j on.
  const best = Array.from({ length: m + 1 }, () => new Float64Array(n + 1));
  const alike = old.map((a, i) => Float64Array.from(next, (b, j) => scored(a, b, common[i]![j]!)));
  for (let i = m - 1; i >= 0; i--)
    for (let j = n - 1; j >= 0; j--)
      best[i]![j] = Math.max(best[i + 1]![j]!, best[i]![j + 1]!, alike[i]![j]! + best[i + 1]![j + 1]!);
  const pairs: Pair[] = [];
  let [i, j] = [0, 0];
  while (i < m || j < n) {
    const isPair =
      i < m && j < n && alike[i]![j]! > 0 && best[i]![j] === alike[i]![j]! + best[i + 1]![j + 1]!;
    if (isPair) pairs.push({ old: old[i++] as Paragraph, next: next[j++] as Paragraph });
    else if (j === n || (i < m && best[i]![j] === best[i + 1]![j]))
      pairs.push({ old: old[i++] as Paragraph, next: null });
    else pairs.push({ old: null, next: next[j++] as Paragraph });
  }
  return pairs;
}

/** The same label counts a little: of two alike paragraphs the one with the label is the same. */
function scored(a: Paragraph, b: Paragraph, common: number): number {
  const value = likenessOf(a, b, common);
  if (value >= ALIKE) return value + (a.label === b.label ? 0.1 : 0);
  return a.label !== '' && a.label === b.label && value >= ALIKE / 2 ? value : 0;
}
