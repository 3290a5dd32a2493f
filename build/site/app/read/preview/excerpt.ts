/** Characters of a preview. */
const MOST = 420;
/** Characters of the words that introduce a cited paragraph. */
const MOST_BEFORE = 160;

/**
 * The first words of a document's plain text, or the words of the cited paragraph with those that introduce it.
 * @param text its blocks are parted by blank lines; it may be cut anywhere
 * @param isHeading whether a block repeats the heading
 * @param labels of the paragraph; empty for the document
 * @returns null where there are no words
 */
export function excerptOf(
  text: string,
  isHeading: (block: string) => boolean,
  labels: readonly string[],
): string | null {
  // A character may be cut, too.
  const blocks = text
    .replace(/\uFFFD+$/, '')
    .split(/\n{2,}/)
    .map(block => block.replace(/\s+/g, ' ').trim());
  const words = blocks.filter((block, i) => block !== '' && !(i === 0 && isHeading(block)));
  const own = labels.length > 0 ? `(${labels.at(-1)})` : null;
  const at = own === null ? -1 : words.findIndex(block => block.includes(own) && block.indexOf(own) < 24);
  const before = at > 0 ? shortened(words.slice(0, at).join(' '), MOST_BEFORE) : '';
  const rest = shortened(words.slice(Math.max(at, 0)).join(' '), MOST - before.length);
  return `${before} ${rest}`.trim() || null;
}

/** The text up to the end of a word. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most);
  const end = cut.lastIndexOf(' ');
  return `${(end > most / 2 ? cut.slice(0, end) : cut).replace(/[\s,;:—–-]+$/, '')} …`;
}
