const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

const WRITTEN =
  /\b(Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]*\.?\s+(\d{1,2}),?\s+(\d{4})\b/g;

/** All days written in a text, in ISO form. */
export const writtenDays = (text: string): string[] =>
  [...text.matchAll(WRITTEN)].map(([, month = '', day = '', year = '']) => {
    const number = MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1;
    return `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`;
  });

export const lastOf = (days: readonly string[]): string | null => days.toSorted().at(-1) ?? null;
