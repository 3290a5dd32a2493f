import { COMMON_WORDS } from './common-words.ts';
import { wordForm } from './word-forms.ts';

/**
 * The words of invented law by their ranks, as they are distributed in the real corpora (`npm run bench -- generator` compares):
 * the commonest by a table, all others by the law of Zipf and Mandelbrot. Of these so many are at the rank r or behind it,
 * as a share of them: ((r + SHIFT) / (common + SHIFT)) ^ -EXPONENT. There is no last word, so new ones keep appearing, as
 * the law of Heaps has it.
 */
const SHIFT = 1600;
const EXPONENT = 1.8;
/** How many of the words drawn are not in the table. */
const RARE_SHARE = 0.257;
/** Beyond it draws are so rare that a word of its own for each makes no difference. */
const LAST_RANK = 2 ** 26;

const COMMON = COMMON_WORDS.trim().split(/\s+/);
const commonWords = COMMON.filter((_, i) => i % 2 === 0);
const commonCounts = COMMON.filter((_, i) => i % 2 === 1).map(Number);

/** Steps of the tables that draws are looked up in. */
const STEPS = 2 ** 15;
const COMMON_STEPS = STEPS / (1 - RARE_SHARE);
const RARE_STEPS = 2 ** 12;

/** The rank of the common word at each step of the draw. */
const commonRanks = (() => {
  const ranks = new Uint16Array(STEPS);
  const sum = commonCounts.reduce((a, b) => a + b);
  let seen = 0;
  let from = 0;
  commonCounts.forEach((count, rank) => {
    seen += count;
    const to = Math.round((seen / sum) * STEPS);
    ranks.fill(rank, from, to);
    from = to;
  });
  return ranks;
})();

const rareRank = (share: number): number =>
  Math.min(LAST_RANK, (commonWords.length + SHIFT) * share ** (-1 / EXPONENT) - SHIFT);

/** The same for rare words; between two steps, ranks are found by a straight line, but for the rarest. */
const rareRanks = Float64Array.from({ length: RARE_STEPS + 1 }, (_, step) => rareRank(step / RARE_STEPS));

/** @param place from 0 up to, but not including, 1: every place is as likely. @returns the rank of a word, from 0 on */
export function rankAt(place: number): number {
  if (place >= RARE_SHARE) return commonRanks[((place - RARE_SHARE) * COMMON_STEPS) | 0] as number;
  const rareStep = place * (RARE_STEPS / RARE_SHARE);
  const step = rareStep | 0;
  if (step === 0) return rareRank(place / RARE_SHARE) | 0;
  const before = rareRanks[step] as number;
  return (before + (rareStep - step) * ((rareRanks[step + 1] as number) - before)) | 0;
}

export const wordOf = (rank: number): string => commonWords[rank] ?? wordForm(rank);

/** Words that are written often are kept as bytes, each in an entry of as many bytes: its length, then its letters. */
const KEPT = 2 ** 14;
const ENTRY_BYTES = 24;
const LETTERS = 4;

/** The last entry is of the rare word that was written last. */
const kept = Buffer.alloc((KEPT + 1) * ENTRY_BYTES);
const keptView = new DataView(kept.buffer, kept.byteOffset, kept.length);

/**
 * Writes a word, of ASCII letters.
 * @param target with some bytes behind the word, which are written over
 * @returns where it ends
 */
export function writeWord(rank: number, target: DataView, at: number): number {
  const entry = rank < KEPT ? rank * ENTRY_BYTES : keep(rank, KEPT * ENTRY_BYTES);
  const length = kept[entry] || kept[keep(rank, entry)]!;
  // Four letters at once, since this is most of what a generator does.
  for (let i = 0; i < length; i += 4) target.setInt32(at + i, keptView.getInt32(entry + LETTERS + i));
  return at + length;
}

function keep(rank: number, entry: number): number {
  kept[entry] = kept.write(wordOf(rank), entry + LETTERS, ENTRY_BYTES - LETTERS, 'latin1');
  return entry;
}
