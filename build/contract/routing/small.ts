import { REFERENCES } from '../identifier.ts';
import { FORMATS } from '../representation.ts';
import { preferredMediaType } from './accept.ts';
import {
  canonicalIn,
  DIGITS,
  decodedPairs,
  givenValue,
  listFile,
  type Pair,
  type SmallSource,
} from './small-list.ts';

/**
 * The small routing rule for a CloudFront function of at most 10 kB: it returns the file alone, without errors and without the
 * meaning of other requests. On null the origin applies the whole rule. The language is ECMAScript 5.1 with arrow functions,
 * templates, `let` and `const`: no classes, destructuring, spreading, default arguments, `for … of`, Map, Set, and nothing that
 * only Node or a browser has. `test/contract/routing/small.test.ts` checks language, size, and agreement with `route.ts`.
 */

/** The tables of sources and resources, as `smallTable` makes them. */
export interface SmallTable {
  sources: readonly SmallSource[];
  addresses: readonly SmallAddress[];
}

/**
 * Addresses of a file: a pattern for the path behind its first slash; the file, in which `$1` to `$9` are groups of the
 * pattern; and a parameter with which no file answers. Months have `MONTH` there: the last group is then the query in the name
 * of a page's file.
 */
export type SmallAddress = readonly [pattern: string, file: string, unless?: string];

/** No possible parameter name. */
export const MONTH = '/';
/** Files of the site ignore the query. */
export const SITE = '.';

const ENDINGS = ['.json', '.md', '.txt'];
/** Names that no document has; the list pages' own is among them. */
const NO_IDENTIFIER =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
  /[\u0000-\u001f\u007f-\u009f\\:]|(^|\/)([. ]*|_q|diff|[a-z]{5,}s)(\/|$)|\.(json|md|txt)\//;
const MAX_URL_LENGTH = 8192;

/**
 * @returns the path of the file that may answer a GET or HEAD, relative to the tree, or null. A missing file is 404 for
 * documents, titles, years and months; a missing list has to be computed
 */
export function smallRouter(table: SmallTable) {
  const patterns = table.addresses.map(address => new RegExp(`^/${address[0]}$`));
  return (target: string, accept: string | undefined): string | null => {
    try {
      return target.length > MAX_URL_LENGTH ? null : fileOf(table, patterns, target, accept);
    } catch {
      // Invalid percent-encoding.
      return null;
    }
  };
}

function fileOf(
  table: SmallTable,
  patterns: readonly RegExp[],
  target: string,
  accept: string | undefined,
): string | null {
  const mark = target.indexOf('?');
  const path = (mark < 0 ? target : target.slice(0, mark)).replace(/#[\s\S]*/, '');
  const segments = path.split('/');
  const words = segments.map(decodeURIComponent);
  // An encoded slash separates nothing.
  const url = words.map(word => word.replace(/\//g, '?')).join('/');
  const pattern = patterns.filter(candidate => candidate.test(url))[0];
  const address = pattern && table.addresses[patterns.indexOf(pattern)];
  const file = pattern && address ? url.replace(pattern, address[1]) : '';
  const unless = address?.[2];
  if (unless === SITE) return file;
  const pairs = decodedPairs(mark < 0 ? '' : target.slice(mark + 1));
  // More than one key.
  if (givenValue(pairs, 'api_key') === '\n') return null;
  if (pattern && address) {
    if (unless !== MONTH) return unless && givenValue(pairs, unless) !== null ? null : file;
    const query = (pattern.exec(url) as RegExpExecArray).slice(-1)[0];
    return query === undefined
      ? pageFile(file, '', pairs)
      : underItsName(query, pageFile(file, '', decodedPairs(query)));
  }
  const source = table.sources.find(candidate => candidate.id === words[2]);
  if (words[0] !== '' || words[1] !== 'api' || !source) return null;
  const isLevel = words[3] === 'structure' && source.hasLevels;
  if (!isLevel && words[3] !== 'documents') return null;
  const base = `api/${source.id}/${words[3]}`;
  const isReferences = words[words.length - 1] === REFERENCES;
  if (isReferences) segments.pop();
  const shorthand = shorthandIn(source, decodeURIComponent(segments.slice(4).join('/')));
  if (isReferences) return shorthand && referencesFile(`${base}/${shorthand}/${REFERENCES}.json`, pairs);
  if (isLevel) return givenValue(pairs, 'depth') === null ? shorthand && `${base}/${shorthand}.json` : null;
  if (words.length === 4) return listFile(source, base, pairs);
  const named = words.length === 6 ? (words[5] as string) : '';
  if (words[4] === '_q' && /\.json$/.test(named)) {
    const query = named.slice(0, -5);
    return underItsName(query, listFile(source, base, decodedPairs(query)));
  }
  return shorthand && documentFile(`${base}/${shorthand}`, pairs, accept);
}

/** Files of list pages have one name. */
const underItsName = (query: string, path: string | null): string | null =>
  path !== null && path.slice(-query.length - 9) === `/_q/${query}.json` ? path : null;

/** Returns null for what no identifier can be. */
function shorthandIn(source: SmallSource, name: string): string | null {
  const shorthand = canonicalIn(source, name).slice(source.prefix.length);
  return NO_IDENTIFIER.test(shorthand) || `/${shorthand}`.indexOf(source.prefix) === 0 ? null : shorthand;
}

function documentFile(path: string, pairs: readonly Pair[], accept: string | undefined): string | null {
  const format = givenValue(pairs, 'format');
  const isAny = accept === undefined || accept === '*/*';
  const accepted = isAny ? 0 : Math.max(0, preferredMediaType(accept));
  const choice = format === null ? accepted : (FORMATS as readonly string[]).indexOf(format);
  if (['pinpoint', 'on'].some(name => givenValue(pairs, name) !== null)) return null;
  const isWhole = pairs.every(pair => pair.name !== 'fields' || !/[^,\s]/.test(pair.value));
  return choice < 0 || (choice === 0 && !isWhole) ? null : path + ENDINGS[choice];
}

/** @param first the file of the beginnings of both lists */
function referencesFile(first: string, pairs: readonly Pair[]): string | null {
  const list = givenValue(pairs, 'list');
  const page = list === null || /^cite(s|d_by)$/.test(list) ? pageFile(first, `list=${list}&`, pairs) : first;
  return (list === null) === (page === first) ? page : null;
}

/** @param first the file of the first page @param more what precedes its limit in the query of another */
function pageFile(first: string, more: string, pairs: readonly Pair[]): string | null {
  const limit = givenValue(pairs, 'limit') ?? '100';
  const offset = givenValue(pairs, 'offset') ?? '0';
  if (!/^0*100$/.test(limit) || !DIGITS.test(offset) || Number(offset) % 100 !== 0) return null;
  return Number(offset) === 0
    ? first
    : `${first.slice(0, -5)}/_q/${more}limit=100&offset=${Number(offset)}.json`;
}
