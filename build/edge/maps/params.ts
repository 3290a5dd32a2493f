import { BEYOND, type PatternRow, row, type VariableMap } from './map.ts';

/** Query parameters, from `{query}`. */

const START = '(?:^|&)';
const END = '(?:&|$)';

/** A parameter that is given twice. */
export const twice = (name: string): PatternRow =>
  row(`${START}${name}(?:=[^&]*)?&(?:.*&)?${name}(?:[=&]|$)`, BEYOND);

/**
 * @param name also of the variable
 * @param values what the parameter may be: a pattern, and what becomes of it. Any other value, and a parameter that is given
 *   twice, is `BEYOND`; one that is empty or not given is empty
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

/** A value that is not empty, in its one spelling. */
export const TEXT = "=((?:[A-Za-z0-9!'()*._~-]|%[0-9A-F]{2})+)";
/** Sixteen digits at most, zeros in front included. A larger one is the origin's. */
export const INTEGER = '=0{0,4}(0|[1-9][0-9]{0,11})';

/** The page size that pages have; it may be written out. */
export const limitMap = (name: string, size: number): VariableMap =>
  paramMap('limit', [[`=0{0,${16 - String(size).length}}${size}`, '']], name);

/** Nothing for the first page, `@` and the number for a further one, `~` for what is no page's start. */
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

/** `fields` that choose something; spaces and commas choose nothing. */
export const fieldsMap: VariableMap = {
  name: 'fields',
  source: '{query}',
  rows: [row(`^${BEYOND}$`, BEYOND), row(`${START}fields=(?:%2C|%20)*(?:[^%&]|%[^2]|%2[^C0])`, BEYOND)],
};
