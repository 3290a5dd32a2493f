/**
 * Yields the lines of a text that comes in pieces. A last line without an end counts, too.
 * @throws where a line has more than so many characters
 */
export async function* linesOf(
  pieces: AsyncIterable<string>,
  longest = Number.POSITIVE_INFINITY,
): AsyncGenerator<string> {
  let begun = '';
  for await (const piece of pieces) {
    const lines = `${begun}${piece}`.split('\n');
    begun = lines.pop()!;
    if (begun.length > longest) throw new Error(`A line has more than ${longest} characters.`);
    yield* lines;
  }
  if (begun !== '') yield begun;
}
