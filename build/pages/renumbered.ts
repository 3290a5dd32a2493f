import { type CountedWords, countedWords, likeness } from '../diff/paragraphs.ts';

/**
 * Which documents of a title only have another number: on one day one is gone, and another is new with nearly the same text. The texts
 * alone decide, so that the same archive always tells the same.
 */

/** A document that is gone, or new, on a day. */
export interface Candidate {
  identifier: string;
  /** The last text of the one, or the first of the other: Markdown that begins with a heading. */
  body: string;
}

/** From this share of common words on two texts are the same. */
const ALIKE = 0.8;
/** Shorter texts, such as those of reserved sections, are alike by chance. */
const FEWEST_WORDS = 20;
/** Most pairs of a day that are compared. Where there are more, only equal texts are the same. */
const MOST_PAIRS = 40_000;

interface Counted extends CountedWords {
  identifier: string;
}

/** @param gone in the order of the law, as `fresh` @returns the former identifiers, by new ones */
export function renumbered(gone: readonly Candidate[], fresh: readonly Candidate[]): Map<string, string> {
  const [old, next] = [gone.map(counted).filter(isLong), fresh.map(counted).filter(isLong)];
  const pairs = old.length * next.length <= MOST_PAIRS ? likePairs(old, next) : equalPairs(old, next);
  const former = new Map<string, string>();
  const taken = new Set<string>();
  // The likest first; of equally like ones those that come first in the law.
  for (const { was, identifier } of pairs.sort((a, b) => b.value - a.value)) {
    if (former.has(identifier) || taken.has(was)) continue;
    former.set(identifier, was);
    taken.add(was);
  }
  return former;
}

/** Where a text was published, and what changed it: the history of the former number is another. */
const HISTORY = /^(?:\*\*Source Credit\*\*:|\[\d+ FR \d).*$/gm;

/** The heading has the number, which is another. */
const counted = ({ identifier, body }: Candidate): Counted => ({
  identifier,
  ...countedWords(
    body
      .replace(/^\s*#[^\n]*\n/, '')
      .replace(HISTORY, '')
      .trim(),
  ),
});

const isLong = ({ length }: Counted): boolean => length >= FEWEST_WORDS;

interface LikePair {
  was: string;
  identifier: string;
  value: number;
}

const likePairs = (old: readonly Counted[], next: readonly Counted[]): LikePair[] =>
  old
    .flatMap(a => next.map(b => ({ was: a.identifier, identifier: b.identifier, value: likeness(a, b) })))
    .filter(({ value }) => value >= ALIKE);

function equalPairs(old: readonly Counted[], next: readonly Counted[]): LikePair[] {
  const byText = new Map<string, string[]>();
  for (const { text, identifier } of next) byText.set(text, [...(byText.get(text) ?? []), identifier]);
  return old.flatMap(({ text, identifier: was }) => {
    const identifier = byText.get(text)?.shift();
    return identifier === undefined ? [] : [{ was, identifier, value: 1 }];
  });
}
