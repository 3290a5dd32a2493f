/** Tells whether a text is a calendar date, YYYY-MM-DD; false for 2018-02-30. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-(?:0[1-9]|1[0-2])-\d{2}$/.test(text)) return false;
  const day = Number(text.slice(8));
  return day >= 1 && day <= daysInMonth(Number(text.slice(0, 4)), Number(text.slice(5, 7)));
}

function daysInMonth(year: number, month: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}

// biome-ignore format: one line
export const MONTH_NAMES: readonly string[] = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];
