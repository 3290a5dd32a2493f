import { stemmer } from 'stemmer';
import { CODES } from '../../contract/citations/grammar.ts';

/**
 * Words as the embedded engine's tokenizer sees them (SQLite's `porter unicode61 remove_diacritics 2`): runs of
 * letters and digits, without case and diacritics, reduced to their English stem. Highlights follow it too.
 */
export const WORD = /[\p{L}\p{N}\p{M}\p{Co}]+/gu;

/** `Résumés` → `resumes` */
export const fold = (word: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the ASCII range
  /^[\u0000-\u007f]*$/.test(word)
    ? word.toLowerCase()
    : word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

export const stem = (folded: string): string => stemmer(folded);

/** The folded words of a text. */
export const foldedWords = (text: string): string[] =>
  Array.from(text.matchAll(WORD), ([word]) => fold(word));

/** A function of a word that keeps what it gave for the first words that it met: a text repeats its words. @param most of them */
export function remembering<T>(most: number, of: (word: string) => T): (word: string) => T {
  const known = new Map<string, T>();
  return word => {
    const kept = known.get(word);
    if (kept !== undefined) return kept;
    const value = of(word);
    if (known.size < most) known.set(word, value);
    return value;
  };
}

/** Written with and without dots, in the law and in queries. */
const ABBREVIATIONS = new Set(CODES.map(({ abbreviation }) => abbreviation.toLowerCase()));

/** All spellings of a word that mean the same, itself first: `U.S.C` and `USC`, `CFR` and `C.F.R`. */
export function spellingsOf(word: string): string[] {
  const letters = word.replaceAll('.', '');
  if (/^(?:\p{L}\.)+\p{L}$/u.test(word)) return [word, letters];
  return ABBREVIATIONS.has(letters.toLowerCase()) ? [word, [...letters].join('.')] : [word];
}

/** Words that say how others belong together, and nothing of what is asked: in a question they are not looked for. */
const FUNCTION_WORDS = new Set(
  (
    'a an and any are as at be been by can cannot could did do does for from had has have how i if in into is it its may me ' +
    'must my no not of on or our own shall should so such that the their them there these they this those to under us was we ' +
    'were what when where which who whom whose why will with would you your'
  ).split(' '),
);

/** @param folded a word as {@link fold} leaves it */
export const isFunctionWord = (folded: string): boolean => FUNCTION_WORDS.has(folded);

/** What stems of one family differ in: obvious and obviousness, president and presidential, owner and ownership. */
const STEM_ENDINGS = (
  's i e al ial enti ent ant anti anc enc er or ee ship ness ment abl ibl abil ibil ity iti ion ation iv ic ist ism ian ous ' +
  'ful hood ari ori ator iz'
).split(' ');
/** What two stems share at least, so that `state` and `station` stay apart. */
const SHARED = 5;

/** Stems that may belong to the family of this one, without itself. Most of them are no words; an index tells which are. */
export function relatedStems(stemmed: string): string[] {
  const bases = [
    stemmed,
    ...STEM_ENDINGS.filter(end => stemmed.endsWith(end)).map(end => stemmed.slice(0, -end.length)),
  ];
  const family = bases
    .filter(base => base.length >= SHARED && /^\p{L}+$/u.test(base))
    .flatMap(base => ['', ...STEM_ENDINGS].map(ending => base + ending));
  return Array.from(new Set(family)).filter(related => related !== stemmed);
}

/** A word with this stem: the stem of a stem may be another one (`exclus` of `exclusive` would be `exclu`). */
export const wordWithStem = (stemmed: string): string | undefined =>
  ['', 'e', 'ion', 'ing', 'ed', 'ive', 'ness', 's', 'al']
    .map(ending => stemmed + ending)
    .find(word => stem(word) === stemmed);

/** Endings that a stem loses. */
const ENDINGS = 'ing ed ion ation ity ies ly able ive ance ence'.split(' ');

/**
 * What an unfinished word may be going to be, where its stem will be shorter than what is typed already:
 * `reproducin` begins no stem, and `reproducing` has the stem `reproduc`.
 */
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
