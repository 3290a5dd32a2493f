const BLANK_LINES = /\n(?:[ \t]*\n)+/y;

/**
 * Cuts at blank lines: blocks of lines and, between them, the blank lines as they are. Joined, they are the whole.
 * It finds line ends by `indexOf`, many times as fast as a regular expression does.
 */
export function blankLineParts(markdown: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (let at = markdown.indexOf('\n'); at >= 0; at = markdown.indexOf('\n', at + 1)) {
    if (!mayBeBlank(markdown.charCodeAt(at + 1))) continue;
    BLANK_LINES.lastIndex = at;
    if (!BLANK_LINES.test(markdown)) continue;
    const to = BLANK_LINES.lastIndex;
    parts.push(markdown.slice(from, at), markdown.slice(at, to));
    from = to;
    at = to - 1;
  }
  parts.push(markdown.slice(from));
  return parts;
}

/** Whether a blank line may begin with a character: a line end, a blank or a tab. */
const mayBeBlank = (unit: number): boolean => unit === 10 || unit === 32 || unit === 9;
