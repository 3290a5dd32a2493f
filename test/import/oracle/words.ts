import type { XmlBlock } from './blocks.ts';
import { longestRun } from './longest-run.ts';
import { TextIndex } from './text-index.ts';

/** Differences in words. Shares of them refer to the words in. */
export interface Losses {
  words: number;
  out: number;
  /** Words in no document, counted once for each missing occurrence. */
  lost: number;
  /** Words in blocks that are nowhere whole. */
  broken: number;
  /** Words in blocks that precede a block which they follow in the XML, or are in another document. */
  moved: number;
  added: number;
  examples: { kind: 'lost' | 'broken' | 'moved' | 'added'; text: string; line: number | null }[];
}

const MOST_EXAMPLES = 20;
/**
 * Compares the blocks of a file with the plain text of all its documents.
 * @param texts of documents and levels, and names of levels that are nowhere else
 */
export function compare(blocks: readonly XmlBlock[], texts: readonly string[]): Losses {
  const text = new TextIndex(texts);
  const losses: Losses = {
    words: 0,
    out: text.length,
    lost: 0,
    broken: 0,
    moved: 0,
    added: 0,
    examples: [],
  };
  const tell = (kind: Losses['examples'][number]['kind'], words: string[], line: number | null): void => {
    if (losses.examples.filter(example => example.kind === kind).length < MOST_EXAMPLES)
      losses.examples.push({ kind, text: words.slice(0, 30).join(' '), line });
  };
  const counts = text.counts();
  for (const { words, line } of blocks) {
    losses.words += words.length;
    for (const word of words) {
      const left = (counts.get(word) ?? 0) - 1;
      counts.set(word, left);
      if (left < 0) {
        losses.lost++;
        tell('lost', [word, '…', ...words], line);
      }
    }
  }
  for (const [word, left] of counts) {
    if (left <= 0) continue;
    losses.added += left;
    tell('added', [word, String(left)], null);
  }
  for (const unit of byUnit(blocks)) {
    const places = unit.map(block => text.find(block.words));
    unit.forEach((block, i) => {
      if (places[i]?.length !== 0) return;
      losses.broken += block.words.length;
      tell('broken', block.words, block.line);
    });
    for (const block of movedBlocks(unit, places, text)) {
      losses.moved += block.words.length;
      tell('moved', block.words, block.line);
    }
  }
  return losses;
}

/** Groups blocks by unit; those above units are one group. */
function byUnit(blocks: readonly XmlBlock[]): XmlBlock[][] {
  const units = new Map<XmlBlock['unit'], XmlBlock[]>();
  for (const block of blocks) {
    const known = units.get(block.unit);
    if (known) known.push(block);
    else units.set(block.unit, [block]);
  }
  return [...units.values()];
}

/** Footnotes are at the end, as they should be; the order of levels is unknown here. */
function movedBlocks(unit: readonly XmlBlock[], places: readonly number[][], text: TextIndex): XmlBlock[] {
  if (unit[0]?.unit === null) return [];
  const own = text.documentOfMost(places);
  const found = unit.flatMap((block, i) => {
    const at = (places[i] ?? []).filter(place => text.documentAt(place) === own);
    return block.isFootnote || at.length === 0 ? [] : [{ block, at }];
  });
  const elsewhere = unit.filter(
    (_, i) => places[i]!.length > 0 && !places[i]!.some(place => text.documentAt(place) === own),
  );
  const inOrder = longestRun(found.map(({ block, at }) => ({ weight: block.words.length, at })));
  return [...elsewhere, ...found.filter((_, i) => !inOrder.has(i)).map(({ block }) => block)];
}
