import { highlightSegments } from '../highlight.ts';

/** A highlight of a hit: text with marked matches. */
export const Highlighted = ({ text }: { text: string }) => (
  <>
    {highlightSegments(text).map((piece, i) =>
      piece.isMarked ? <mark key={i}>{piece.text}</mark> : <span key={i}>{piece.text}</span>,
    )}
  </>
);
