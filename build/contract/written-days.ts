import { isDate } from './dates.ts';

const MONTHS = [
  ...['january', 'february', 'march', 'april', 'may', 'june'],
  ...['july', 'august', 'september', 'october', 'november', 'december'],
];
const DAY = /\b([a-z]{3,9})\.?\s+(\d{1,2})(?:,\s*|\s+)(\d{4})/gi;
const CAPITALIZED = /^[A-Z][a-z]/;

/** Finds the days that a text writes as `Nov. 4, 1972`, `MAY 1, 2020`, and returns them in ISO form. Some lack the comma. */
export function daysIn(text: string): string[] {
  return [...text.matchAll(DAY)].flatMap(([, month = '', day = '', year = '']) => {
    const number = monthOf(month);
    const iso = `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`;
    return number > 0 && isDate(iso) ? [iso] : [];
  });
}

/** From 1; 0 where a word is none. A capital begins one even where its end is misspelt; `decided` is none. */
function monthOf(word: string): number {
  const written = CAPITALIZED.test(word) ? word.slice(0, 3) : word;
  return MONTHS.findIndex(month => month.startsWith(written.toLowerCase())) + 1;
}
