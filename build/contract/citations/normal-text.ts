import { plainDashes } from '../loose.ts';

/** A text in the form that the patterns of citations match, with the way back to its own characters. */
export interface NormalText {
  /** With one kind of dash and single spaces. Case is kept. */
  text: string;
  /** The code points of the text as given. */
  points: readonly string[];
  /** Returns the place of a part of the normal text, in code points of the text as given. */
  placeOf(at: number, end: number): [start: number, end: number];
}

/** Soft hyphens and the like, which show nothing. */
const INVISIBLE = /^\p{Cf}$/u;

export function normalText(given: string): NormalText {
  const points = [...given];
  /** For each code unit of the normal text, the code point that it comes from. */
  const places: number[] = [];
  let text = '';
  for (const [i, point] of points.entries()) {
    if (INVISIBLE.test(point)) continue;
    const isSpace = /^\s$/.test(point);
    if (isSpace && (text === '' || text.endsWith(' '))) continue;
    const normal = isSpace ? ' ' : plainDashes(point);
    for (let unit = 0; unit < normal.length; unit++) places.push(i);
    text += normal;
  }
  return { text, points, placeOf: (at, end) => [places[at] ?? 0, (places[end - 1] ?? -1) + 1] };
}
