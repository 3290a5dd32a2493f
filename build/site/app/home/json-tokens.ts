/** JSON text in tokens, for colors. */

export interface Token {
  kind: 'key' | 'string' | 'number' | 'word' | null;
  text: string;
}

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)|\b(true|false|null)\b/gi;

/** @param json valid JSON @returns tokens that together hold the whole text */
export function jsonTokens(json: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const plain = (end: number) => end > at && tokens.push({ kind: null, text: json.slice(at, end) });
  for (const match of json.matchAll(TOKEN)) {
    const [whole, string, colon, number] = match;
    plain(match.index);
    at = match.index + whole.length;
    if (string !== undefined) {
      tokens.push({ kind: colon === undefined ? 'string' : 'key', text: string });
      if (colon !== undefined) tokens.push({ kind: null, text: colon });
    } else tokens.push({ kind: number === undefined ? 'word' : 'number', text: whole });
  }
  plain(json.length);
  return tokens;
}
