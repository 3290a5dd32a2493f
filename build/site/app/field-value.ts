import { isDate } from '../../contract/dates.ts';

/**
 * Returns the value if a form field of this kind can show it, else an empty text. Browsers complain of a wrong date or number
 * in such a field, and an address may contain anything. The API says what is wrong with it.
 */
export function fieldValue(kind: string, value: string): string {
  if (kind === 'date') return isDate(value) ? value : '';
  return kind !== 'number' || /^\d+$/.test(value) ? value : '';
}
