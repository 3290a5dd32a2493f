import { isDate } from '../../contract/dates.ts';

/**
 * What a field of a form can show of a value: browsers complain of what is no date, or no number, in a field of that kind. An address may hold anything; what is wrong with
 * it, the API says.
 */
export function showable(kind: string, value: string): string {
  if (kind === 'date') return isDate(value) ? value : '';
  return kind !== 'number' || /^\d+$/.test(value) ? value : '';
}
