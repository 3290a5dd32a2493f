import { BEYOND, type PatternRow, row, type VariableMap } from './map.ts';

/** Query parameters, from `{query}`. */

const START = '(?:^|&)';
const END = '(?:&|$)';

/** Matches a repeated parameter. */
export const twice = (name: string): PatternRow =>
  row(`${START}${name}(?:=[^&]*)?&(?:.*&)?${name}(?:[=&]|$)`, BEYOND);

/**
 * Maps a parameter: empty if missing, `BEYOND` if repeated or not among `values` (pattern, result). @param name also the
 * variable
 */
export const paramMap = (
  name: string,
  values: readonly (readonly [pattern: string, value: string])[],
  variable = name,
): VariableMap => ({
  name: variable,
  source: '{query}',
  rows: [
    row(`^${BEYOND}$`, BEYOND),
    twice(name),
    ...values.map(([pattern, value]) => row(`${START}${name}${pattern}${END}`, value)),
    // Caddy refuses two rows for one pattern.
    ...(values.some(([pattern]) => pattern === '=?') ? [] : [row(`${START}${name}=?${END}`, '')]),
    row(`${START}${name}(?:[=&]|$)`, BEYOND),
  ],
});

/** A character of a value in its normal spelling. */
export const VALUE = "(?:[A-Za-z0-9!'()*._~-]|%[0-9A-F]{2})";
/** A value, not empty. */
export const TEXT = `=(${VALUE}+)`;
/** Sixteen digits at most, leading zeros included. Larger ones are left to the origin. */
export const INTEGER = '=0{0,4}(0|[1-9][0-9]{0,11})';

/** The page size of precomputed pages, which may be given explicitly. */
export const limitMap = (name: string, size: number): VariableMap =>
  paramMap('limit', [[`=0{0,${16 - String(size).length}}${size}`, '']], name);

/** Empty for the first page, `@` and the number for another, `~` for an offset between pages. */
export function offsetMap(name: string, size: 20 | 100): VariableMap {
  const multiple = size === 20 ? '(?:[1-9][0-9]{0,9})?[02468]0' : '[1-9][0-9]{0,9}00';
  return paramMap(
    'offset',
    [
      ['=0{1,16}', ''],
      [`=0{0,4}(${multiple})`, `@$1`],
      ['=[0-9]{1,15}', '~'],
    ],
    name,
  );
}

/** `fields` with at least one name; spaces and commas choose nothing. */
export const fieldsMap: VariableMap = {
  name: 'fields',
  source: '{query}',
  rows: [row(`^${BEYOND}$`, BEYOND), row(`${START}fields=(?:%2C|%20)*(?:[^%&]|%[^2]|%2[^C0])`, BEYOND)],
};
