/** Letters and digits alone, in lower case: what two texts are compared by. */
const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether a text says nothing that another one does not say: each of its words is there. */
export function isCovered(text: string, by: string): boolean {
  const said = new Set(wordsIn(by));
  return wordsIn(text).every(word => said.has(word));
}
