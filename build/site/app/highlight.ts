/**
 * Highlights of search hits: HTML-escaped text with `<mark>` (build/contract/README.md, Search). They are read without an HTML
 * parser.
 */

export interface Segment {
  text: string;
  isMarked: boolean;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

const unescaped = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (written, name: string) => ENTITIES[name] ?? written);

/** Returns the segments in order. Tags other than `mark` are text. */
export function highlightSegments(highlight: string): Segment[] {
  let isMarked = false;
  const segments: Segment[] = [];
  for (const token of highlight.split(/(<\/?mark>)/)) {
    if (token === '<mark>') isMarked = true;
    else if (token === '</mark>') isMarked = false;
    else if (token !== '') segments.push({ text: unescaped(token), isMarked });
  }
  return segments;
}
