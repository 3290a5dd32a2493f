import { isDate } from './dates.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAY = /\b([A-Z][a-z]{2,8})\.?\s+(\d{1,2})(?:,\s*|\s+)(\d{4})/g;

/** Finds the days that a text writes as `Nov. 4, 1972`, and returns them in ISO form. Some lack the comma. */
export function daysIn(text: string): string[] {
  return [...text.matchAll(DAY)].flatMap(([, month = '', day = '', year = '']) => {
    const number = MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1;
    const iso = `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`;
    return number > 0 && isDate(iso) ? [iso] : [];
  });
}
