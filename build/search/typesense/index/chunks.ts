/**
 * Characters of a part of a long text. Typesense finds the best passage of a record only if its positions fit 16 bits, and
 * returns better snippets from shorter records; 40,000 characters are one record for 99% of documents.
 */
const CHUNK_LENGTH = 40_000;
const OVERLAP = 200;
/** Characters before its ideal position in which a cut looks for white space. */
const SLACK = 1_000;

/** Returns parts of about equal length, each beginning slightly before the end of the previous one. */
export function chunksOf(text: string): string[] {
  const count = Math.max(1, Math.ceil(text.length / CHUNK_LENGTH));
  const cuts = Array.from({ length: count + 1 }, (_, i) =>
    i === 0 ? 0 : i === count ? text.length : wordBoundary(text, Math.floor((i * text.length) / count)),
  );
  return cuts.slice(1).map((end, i) => text.slice(i === 0 ? 0 : wordBoundary(text, cuts[i]! - OVERLAP), end));
}

/** Returns the last end of a line, or else of a word, at or before a position. */
function wordBoundary(text: string, position: number): number {
  const before = text.slice(position - SLACK, position);
  const line = before.lastIndexOf('\n');
  const space = line < 0 ? before.search(/\s\S*$/) : line;
  if (space >= 0) return position - before.length + space + 1;
  // Without white space nearby, it at least cuts no character in two.
  return /[\uDC00-\uDFFF]/.test(text[position] ?? '') ? position - 1 : position;
}
