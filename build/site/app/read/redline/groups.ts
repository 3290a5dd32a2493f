/** The paragraphs of two texts in one order, from the pieces of the API's differences. */

/** `=` is in both texts, `-` in the old one alone, `+` in the new one. */
export type Op = '=' | '-' | '+';
export type Piece = readonly [op: Op, text: string];

export interface Group {
  /** Without the empty lines behind the paragraph. */
  pieces: Piece[];
  /** Where it begins in both texts, in code points. */
  from: number;
  to: number;
}

const BREAK = /(\n[ \t]*\n\s*?(?=[ \t]*\S|$))/;

interface Part {
  op: Op;
  text: string;
  isBreak: boolean;
}

const partsOf = (pieces: readonly Piece[]): Part[] =>
  pieces.flatMap(([op, text]) =>
    text
      .split(BREAK)
      .map((part, i) => ({ op, text: part, isBreak: i % 2 === 1 }))
      .filter(part => part.text !== ''),
  );

/**
 * Cuts between paragraphs. A paragraph that only one text has is a group of its own; empty lines that are deleted within a
 * paragraph of the new text end nothing.
 */
export function groupsOf(pieces: readonly Piece[]): Group[] {
  const parts = partsOf(pieces);
  const groups: Group[] = [];
  let [from, to] = [0, 0];
  let open: Group | null = null;
  for (const [i, { op, text, isBreak }] of parts.entries()) {
    if (!isBreak || (open && op === '-' && !endsHere(parts, i))) {
      open ??= { pieces: [], from, to };
      const last = open.pieces.at(-1);
      const words = isBreak ? ' ' : text;
      if (last?.[0] === op) open.pieces.splice(-1, 1, [op, last[1] + words]);
      else open.pieces.push([op, words]);
    } else if (open) {
      groups.push(open);
      open = null;
    }
    const length = [...text].length;
    if (op !== '+') from += length;
    if (op !== '-') to += length;
  }
  return open ? [...groups, open] : groups;
}

/** Whether a deleted break ends its paragraph: all up to the next break of the new text is deleted, or all before it was. */
function endsHere(parts: readonly Part[], at: number): boolean {
  const isOwn = (step: 1 | -1): boolean => {
    for (let i = at + step; i >= 0 && i < parts.length; i += step) {
      const part = parts[i] as Part;
      if (part.isBreak && part.op !== '-') return true;
      if (!part.isBreak && part.op !== '-') return false;
    }
    return true;
  };
  return isOwn(1) || isOwn(-1);
}

/** Whether a group has words of one text alone. */
export const isOnly = ({ pieces }: Group, op: Op): boolean => pieces.every(([own]) => own === op);
