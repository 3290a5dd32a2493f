import { invalidParameter, malformedUrl, repeatedParameter } from './errors.ts';

/** URL query parameters, decoded, and the checks that every endpoint shares. */
export class Params {
  readonly #values = new Map<string, string[]>();

  /**
   * @param search the query string as received, without its `?`
   * @throws ApiError where a name or value is not valid percent-encoded UTF-8
   */
  constructor(search: string) {
    for (const pair of search.split('&')) {
      if (pair === '') continue;
      const equals = pair.indexOf('=');
      const name = decode(equals < 0 ? pair : pair.slice(0, equals));
      const value = equals < 0 ? '' : decode(pair.slice(equals + 1));
      const values = this.#values.get(name);
      if (values) values.push(value);
      else this.#values.set(name, [value]);
    }
  }

  /** The raw value, or null where the parameter is not given. @throws ApiError where it is given twice */
  text(name: string): string | null {
    const values = this.#values.get(name);
    if (!values) return null;
    if (values.length > 1) throw repeatedParameter(name);
    return values[0] ?? null;
  }

  /** A comma-separated list, without repeats; a parameter that is given again adds to it. Null where it is not given. */
  list(name: string): string[] | null {
    const values = this.#values.get(name);
    if (!values) return null;
    const names = new Set(values.flatMap(value => value.split(',').map(item => item.trim())));
    names.delete('');
    return [...names];
  }

  /** A text of `min` to `max` characters, counted as code points. */
  string(name: string, min = 1, max = 500): string | null {
    const value = this.text(name);
    if (value === null) return null;
    const length = [...value].length;
    if (length < min || length > max)
      throw invalidParameter(name, value, `a text of ${min} to ${max} characters`);
    return value;
  }

  integer(name: string, min: number, max = Number.MAX_SAFE_INTEGER): number | null {
    const value = this.text(name);
    if (value === null) return null;
    const number = /^\d{1,16}$/.test(value) ? Number(value) : Number.NaN;
    if (number >= min && number <= max) return number;
    throw invalidParameter(name, value, `an integer from ${min} to ${max}`);
  }

  boolean(name: string): boolean | null {
    const value = this.text(name);
    if (value === null) return null;
    if (value === 'true' || value === '1') return true;
    if (value === 'false' || value === '0') return false;
    throw invalidParameter(name, value, 'true, false, 1 or 0');
  }

  date(name: string): string | null {
    const value = this.text(name);
    if (value === null || isDate(value)) return value;
    throw invalidParameter(name, value, 'a date of the form YYYY-MM-DD');
  }

  oneOf<T extends string>(name: string, allowed: readonly T[]): T | null {
    const value = this.text(name);
    if (value === null) return null;
    const found = allowed.find(candidate => candidate === value);
    if (found !== undefined) return found;
    throw invalidParameter(name, value, `one of ${allowed.join(', ')}`);
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw malformedUrl();
  }
}

/** True for a calendar date written YYYY-MM-DD (2018-02-30 is none). */
export function isDate(text: string): boolean {
  if (!/^\d{4}-(?:0[1-9]|1[0-2])-\d{2}$/.test(text)) return false;
  const day = Number(text.slice(8));
  return day >= 1 && day <= daysInMonth(Number(text.slice(0, 4)), Number(text.slice(5, 7)));
}

function daysInMonth(year: number, month: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}
