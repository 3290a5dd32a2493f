import { isDate } from './dates.ts';
import { invalidParameter, malformedUrl, repeatedParameter } from './errors.ts';

/** Decoded query parameters in the order of the request, and the checks that all endpoints share. */
export type Params = readonly Param[];

interface Param {
  name: string;
  value: string;
}

/** @param search without its `?` @throws ApiError for names or values that are not percent-encoded UTF-8 */
export function readParams(search: string): Params {
  const params: Param[] = [];
  if (search === '') return params;
  const pairs = search.split('&');
  for (let i = 0; i < pairs.length; i++) {
    const pair = pairs[i] as string;
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    params.push({
      name: decode(equals < 0 ? pair : pair.slice(0, equals)),
      value: equals < 0 ? '' : decode(pair.slice(equals + 1)),
    });
  }
  return params;
}

/** Returns the value; null for an empty or missing parameter, which mean the same. @throws ApiError for a repeated one */
export const textParam = (params: Params, name: string): string | null => rawParam(params, name) || null;

/** The same for a parameter whose empty value has a meaning. */
export function rawParam(params: Params, name: string): string | null {
  let value: string | null = null;
  for (let i = 0; i < params.length; i++) {
    const param = params[i] as Param;
    if (param.name !== name) continue;
    if (value !== null) throw repeatedParameter(name);
    value = param.value;
  }
  return value;
}

/** Returns a comma-separated list without repeats; null for an empty or missing parameter, while `,` is an empty list. */
export function listParam(params: Params, name: string): string[] | null {
  const given = params.filter(param => param.name === name);
  if (given.every(param => param.value === '')) return null;
  const seen: Record<string, boolean> = Object.create(null);
  return given
    .map(param => param.value)
    .join(',')
    .split(',')
    .map(item => item.trim())
    .filter(item => {
      const isNew = item !== '' && !seen[item];
      seen[item] = true;
      return isNew;
    });
}

/** Returns a text of `min` (1) to `max` (500) characters, counted as code points. */
export function stringParam(params: Params, name: string, min?: number, max?: number): string | null {
  const value = textParam(params, name);
  if (value === null) return null;
  const length = characters(value);
  if (length >= (min ?? 1) && length <= (max ?? 500)) return value;
  throw invalidParameter(name, value, `a text of ${min ?? 1} to ${max ?? 500} characters`);
}

export function integerParam(params: Params, name: string, min: number, max?: number): number | null {
  const value = textParam(params, name);
  const most = max ?? Number.MAX_SAFE_INTEGER;
  if (value === null) return null;
  const number = /^\d{1,16}$/.test(value) ? Number(value) : Number.NaN;
  if (number >= min && number <= most) return number;
  throw invalidParameter(name, value, `an integer from ${min} to ${most}`);
}

export function booleanParam(params: Params, name: string): boolean | null {
  const value = textParam(params, name);
  if (value === null) return null;
  if (value === 'true' || value === '1') return true;
  if (value === 'false' || value === '0') return false;
  throw invalidParameter(name, value, 'true, false, 1 or 0');
}

export function dateParam(params: Params, name: string): string | null {
  const value = textParam(params, name);
  if (value === null || isDate(value)) return value;
  throw invalidParameter(name, value, 'a date of the form YYYY-MM-DD');
}

export function choiceParam<T extends string>(params: Params, name: string, allowed: readonly T[]): T | null {
  const value = textParam(params, name);
  if (value === null) return null;
  const found = allowed.find(candidate => candidate === value);
  if (found !== undefined) return found;
  throw invalidParameter(name, value, `one of ${allowed.join(', ')}`);
}

/** Counts code points: second halves of pairs do not count. */
function characters(text: string): number {
  let count = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0xdc00 || unit > 0xdfff) count++;
  }
  return count;
}

function decode(text: string): string {
  const plain = text.indexOf('+') < 0 ? text : text.replace(/\+/g, ' ');
  if (plain.indexOf('%') < 0) return plain;
  try {
    return decodeURIComponent(plain);
  } catch {
    throw malformedUrl();
  }
}
