import { stemmer } from 'stemmer';
import { CODES } from '../../contract/citations/grammar.ts';

/**
 * Words like those of the embedded engine's tokenizer (SQLite's `porter unicode61 remove_diacritics 2`): runs of letters and
 * digits, without case and diacritics, reduced to their English stem. Highlights use them too.
 */
export const WORD = /[\p{L}\p{N}\p{M}\p{Co}]+/gu;

export const fold = (word: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the ASCII range
  /^[\u0000-\u007f]*$/.test(word)
    ? word.toLowerCase()
    : word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

export const stem = (folded: string): string => stemmer(folded);

export const foldedWords = (text: string): string[] =>
  Array.from(text.matchAll(WORD), ([word]) => fold(word));

/** Memoizes a function for the first words that it gets: texts repeat words. @param most number of kept words */
export function memoized<T>(most: number, of: (word: string) => T): (word: string) => T {
  const known = new Map<string, T>();
  return word => {
    const kept = known.get(word);
    if (kept !== undefined) return kept;
    if (known.size >= most) return of(word);
    const own = copyOf(word);
    const value = of(own);
    known.set(own, value);
    return value;
  };
}

/** A word that was cut out of a text keeps the whole text in memory. */
const copyOf = (word: string): string => Buffer.from(word, 'utf16le').toString('utf16le');

const ABBREVIATIONS = new Set(CODES.map(({ abbreviation }) => abbreviation.toLowerCase()));

/** Returns all equivalent spellings of a word, itself first: `U.S.C` and `USC`, `CFR` and `C.F.R`. */
export function spellingsOf(word: string): string[] {
  const letters = word.replaceAll('.', '');
  if (/^(?:\p{L}\.)+\p{L}$/u.test(word)) return [word, letters];
  return ABBREVIATIONS.has(letters.toLowerCase()) ? [word, [...letters].join('.')] : [word];
}

const FUNCTION_WORDS = new Set(
  (
    'a an and any are as at be been by can cannot could did do does for from had has have how i if in into is it its may me ' +
    'must my no not of on or our own shall should so such that the their them there these they this those to under us was we ' +
    'were what when where which who whom whose why will with would you your'
  ).split(' '),
);

export const isFunctionWord = (folded: string): boolean => FUNCTION_WORDS.has(folded);

/** Endings that distinguish stems of one family: obvious and obviousness, president and presidential, owner and ownership. */
const STEM_ENDINGS = (
  's i e al ial enti ent ant anti anc enc er or ee ship ness ment abl ibl abil ibil ity iti ion ation iv ic ist ism ian ous ' +
  'ful hood ari ori ator iz'
).split(' ');
/** Least common beginning of two related stems, so that `state` and `station` stay apart. */
const SHARED = 5;

/** Returns the stems that this one may be made of by an ending: `owner` for `ownership`. Some are no words. */
export const baseStems = (stemmed: string): string[] =>
  STEM_ENDINGS.filter(end => stemmed.endsWith(end))
    .map(end => stemmed.slice(0, -end.length))
    .filter(base => base.length >= SHARED && /^\p{L}+$/u.test(base));

/** Returns possible stems of the same family, without this one. Most of them are no words; an index tells which are. */
export function relatedStems(stemmed: string): string[] {
  const own = stemmed.length >= SHARED && /^\p{L}+$/u.test(stemmed) ? [stemmed] : [];
  const family = [...own, ...baseStems(stemmed)].flatMap(base =>
    ['', ...STEM_ENDINGS].map(ending => base + ending),
  );
  return Array.from(new Set(family)).filter(related => related !== stemmed);
}

/** Returns a word with this stem: stemming a stem may change it (`exclus` of `exclusive` would become `exclu`). */
export const wordWithStem = (stemmed: string): string | undefined =>
  ['', 'e', 'ion', 'ing', 'ed', 'ive', 'ness', 's', 'al']
    .map(ending => stemmed + ending)
    .find(word => stem(word) === stemmed);

const ENDINGS = 'ing ed ion ation ity ies ly able ive ance ence'.split(' ');

/** Returns completions with a shorter stem: no stem begins with `reproducin`, but `reproducing` has `reproduc`. */
export function completionsOf(beginning: string): string[] {
  const typed = fold(beginning);
  const complete = ENDINGS.flatMap(ending => {
    const lengths = Array.from(ending, (_, i) => i)
      .slice(1)
      .reverse();
    const length = lengths.find(length => typed.endsWith(ending.slice(0, length)));
    return length === undefined ? [] : [typed.slice(0, -length) + ending];
  });
  return complete.filter(word => !stem(word).startsWith(stem(typed)));
}
