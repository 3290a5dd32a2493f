import { markedPieces } from '../marked.ts';

/** A highlight of a hit: text with marked matches. */
export const Highlighted = ({ text }: { text: string }) => (
  <>
    {markedPieces(text).map((piece, i) =>
      piece.isMarked ? <mark key={i}>{piece.text}</mark> : <span key={i}>{piece.text}</span>,
    )}
  </>
);
