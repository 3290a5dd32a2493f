/** Invented words: pronounceable, each rank always the same one, and as long as words of that rank are in the corpora. */

const ONSETS = 'b d f g h l m n p r s t v c k br cl cr dr fl gr pl pr st tr'.split(' ');
const VOWELS = 'a e i o u a e i o ea ou'.split(' ');
const CODAS = 'n r l t s m nt st rd ck'.split(' ');
/** The index has to stem words, so every other one that can be is an inflection of the word before it. */
const ENDINGS = 's ed ing er ation ment al ly'.split(' ');

/** Letters, of words from which none is inflected. */
const LENGTHS = [4, 5, 5, 6, 6, 6, 7, 7, 7, 8, 8, 9, 9, 10, 11, 12];
const SHORT_WORDS = 4000;

/** A number that looks like chance, of 32 bits. */
export function scatter(number: number): number {
  let mixed = Math.imul(number ^ (number >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

export function wordForm(rank: number): string {
  if (rank % 2 === 0) return stem(rank);
  const chance = scatter(rank);
  return chance % 2 === 0 ? stem(rank) : stem(rank - 1) + ENDINGS[(chance >>> 8) % ENDINGS.length];
}

function stem(rank: number): string {
  let chance = scatter(rank * 7 + 3);
  // Of short words there are not enough for all.
  const length = LENGTHS[chance % LENGTHS.length]! + (rank < SHORT_WORDS ? 0 : 1);
  let word = '';
  for (let part = 0; word.length < length; part++) {
    chance = scatter(chance + part + rank);
    word += ONSETS[chance % ONSETS.length]! + VOWELS[(chance >>> 8) % VOWELS.length]!;
    if ((chance >>> 16) % 3 === 0) word += CODAS[(chance >>> 20) % CODAS.length]!;
  }
  return word;
}
