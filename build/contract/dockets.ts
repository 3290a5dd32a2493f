import { looseKey, plainDashes } from './loose.ts';

/** The numbers under which agencies keep their proceedings: dockets, and regulation identifier numbers (RIN). */

export interface DocketNumber {
  /** In lower case, `epa-hq-oar-2018-0279` or `17-84`. */
  number: string;
  /**
   * Tells the number apart from all others. One without letters belongs to the word before it: `docket 17-84` and
   * `fcc 17-84` are two; where there is no word, it is a docket's.
   */
  name: string;
}

const WORD = /(?<![\w./-])[a-z0-9]+(?:-[a-z0-9]+)*(?!\w)/g;
/** They stand between the word that tells what is numbered and the number. */
const FILLERS = new Set('and doc document id ids identifier identifiers no nos number numbers'.split(' '));
/** Numbers with fewer digits are names of other things: `covid-19`. */
const LEAST_DIGITS = 3;

/**
 * The docket numbers in a text such as `Docket Nos. 52-025 and 52-026`, `File No. SR-CBOE-2018-037`, `DA 18-398`: words
 * of at least three digits that hold a dash. RINs are none.
 */
export function docketNumbersIn(text: string): DocketNumber[] {
  const found: DocketNumber[] = [];
  let before = 'docket';
  for (const [word] of withoutRins(plainDashes(looseKey(text))).matchAll(WORD)) {
    if (word.includes('-') && word.replace(/\D/g, '').length >= LEAST_DIGITS) {
      found.push({ number: word, name: /[a-z]/.test(word) ? word : `${before} ${word}` });
    } else if (/^[a-z]+$/.test(word) && !FILLERS.has(word)) {
      before = word.replace(/s$/, '');
    }
  }
  return found;
}

const RIN = /(?<![\w./-])(\d{4})[-\u2010-\u2015\u2212 ]([a-z]{2})[-\u2010-\u2015\u2212]?(\d{2,3})(?![\w-])/gi;

/** The RINs in a text, each as it is written there: `2060-AU24`, or `0648–XF326`, or `7100 ZA-08`. */
export const writtenRinsIn = (text: string): string[] => text.match(RIN) ?? [];

/** The RINs in a text, all spelled as `2060-AU24`. */
export const rinsIn = (text: string): string[] =>
  Array.from(text.matchAll(RIN), ([, agency, letters, digits]) =>
    `${agency}-${letters}${digits}`.toUpperCase(),
  );

const withoutRins = (text: string): string => text.replace(RIN, ' ');
