import { looseKey, plainDashes } from './loose.ts';

export interface DocketNumber {
  /** In lower case, `epa-hq-oar-2018-0279` or `17-84`. */
  number: string;
  /** Unique: a number without letters has the word before it, `docket 17-84` or `fcc 17-84`; by default `docket`. */
  name: string;
}

const WORD = /(?<![\w./-])[a-z0-9]+(?:-[a-z0-9]+)*(?!\w)/g;
/** Words that name no kind of numbers: in `Docket No. 52-025` the kind is `docket`. */
const FILLERS = new Set('and doc document id ids identifier identifiers no nos number numbers'.split(' '));
/** Numbers with fewer digits are other names: `covid-19`. */
const LEAST_DIGITS = 3;

/** Words with a dash and at least three digits: `Nos. 52-025 and 52-026`, `SR-CBOE-2018-037`, `DA 18-398`. No RINs. */
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

/** Returns the RINs in a text as written: `2060-AU24`, `0648–XF326`, `7100 ZA-08`. */
export const writtenRinsIn = (text: string): string[] => text.match(RIN) ?? [];

/** Returns the RINs in a text, all spelled as `2060-AU24`. */
export const rinsIn = (text: string): string[] =>
  Array.from(text.matchAll(RIN), ([, agency, letters, digits]) =>
    `${agency}-${letters}${digits}`.toUpperCase(),
  );

const withoutRins = (text: string): string => text.replace(RIN, ' ');
