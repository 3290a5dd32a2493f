import type { SeenDocument, SeenPart } from '../../build/archive/append.ts';
import { textDigest } from '../../build/archive/text-digest.ts';

/** Editions of a title for tests: each document says something else in each edition that its number divides. */

const dayOf = (edition: number): string =>
  new Date(Date.UTC(2000, 0, 1 + edition)).toISOString().slice(0, 10);

/** @param words what it says, instead of what its number tells */
export function documentOf(number: number, edition: number, words?: string): SeenDocument {
  const said = words ?? `said in ${edition - (edition % (number + 1))}`;
  const bytes = Buffer.from(
    `---\nidentifier: "/us/usc/t9/s${number}"\n---\n\n${said} ${'by the sea '.repeat(20)}\n`,
  );
  return {
    identifier: `/us/usc/t9/s${number}`,
    ...{ day: dayOf(edition), edition: dayOf(edition) },
    text: textDigest(bytes),
    read: () => bytes,
  };
}

export const partOf = (seen: readonly SeenDocument[], more: Partial<SeenPart> = {}): SeenPart => ({
  ...{ name: 'usc/t9', seen, isGone: () => true, isWhole: true, edition: null, isCurrent: true },
  ...more,
});
