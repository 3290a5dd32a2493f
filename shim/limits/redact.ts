import { API_KEY_HEADER, API_KEY_PARAMETER } from '../../build/contract/presented-key.ts';
import { KEY_PREFIX } from '../keys/secret.ts';

/**
 * Makes request lines safe to log: a key in a URL never reaches a log (build/contract/README.md, Rate limits).
 */

const REPLACEMENT = '[redacted]';

/** A pattern for any spelling of a parameter name: each character in either case, plain or percent-encoded. */
const anySpelling = (name: string): string =>
  [...name].map(char => `(?:${[char, ...encodings(char)].join('|')})`).join('');

const encodings = (char: string): string[] =>
  [char, char.toUpperCase()].map(variant => `%${variant.charCodeAt(0).toString(16)}`);

/**
 * Finds a parameter's name with what is before it, and its value. `;` and `#` also count as separators before the name: some clients
 * write them, and a log line must be safe however a server reads them. The value ends at `&`, as in the URL Standard.
 */
const valuesOf = (parameter: string): RegExp => new RegExp(`([?&;#]${anySpelling(parameter)}=)[^&]*`, 'gi');

const KEY = valuesOf(API_KEY_PARAMETER);
const WORDS = valuesOf('q');

/** A key in the wrong place (a misspelled parameter, the path) is recognised by its shape. */
const STRAY_KEY = new RegExp(`${KEY_PREFIX}[\\w-]+`, 'g');

/**
 * @param url a request target, as received
 * @param hasQueries whether words of searches stay
 * @returns the target, in which the values of `api_key` and all texts that look like a key are replaced
 */
export function redactUrl(url: string, hasQueries: boolean): string {
  // Most URLs have nothing to hide.
  const shown = SEPARATOR.test(url) ? withoutValues(url, hasQueries) : url;
  return shown.includes(KEY_PREFIX) ? shown.replace(STRAY_KEY, REPLACEMENT) : shown;
}

const SEPARATOR = /[?&;#]/;

const withoutValues = (url: string, hasQueries: boolean): string =>
  (hasQueries ? url : url.replace(WORDS, `$1${REPLACEMENT}`)).replace(KEY, `$1${REPLACEMENT}`);

export const REDACTED_LOG_PATHS: readonly string[] = ['authorization', API_KEY_HEADER].flatMap(header => [
  `req.headers["${header}"]`,
  `headers["${header}"]`,
]);
