import { treeFilePolicy } from '../tree-files.ts';
import { preferredMediaType } from './accept.ts';
import { decodedPairs, givenValue, listFile, type Pair, type SmallSource } from './small-list.ts';
import { smallSiteFile } from './small-site.ts';

/**
 * The routing rule in small, for a CloudFront function of at most 10 kB: the file alone, without the errors, and without what a
 * request means that no file answers. Where it says null, the whole rule has to be asked, which the origin does. It runs in
 * ECMAScript 5.1 with arrow functions, templates, `let` and `const`: without classes, destructuring, spreading, default
 * arguments, `for … of`, Map, Set, and what only Node or a browser has. `test/contract/routing/small.test.ts` holds the
 * language, the size, and that it names the files that `route.ts` names.
 */

const ENDINGS = ['.json', '.md', '.txt'];
const FORMATS = ['json', 'markdown', 'text'];
const OVERVIEW = /^\/(api\/(sources|stats|bulk|openapi(\.json)?)|openapi\.json)$/;
const CHANGES = /^\/api\/changes(\/[1-9]\d{0,8})?$/;
/** Names that no document has; the list pages' own is among them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const NO_IDENTIFIER = /[\u0000-\u001f\u007f-\u009f\\:]|(^|\/)([. ]*|_q)(\/|$)|\.(json|md|txt)\//;
const MAX_URL_LENGTH = 8192;

/**
 * @param sources from `smallTable`
 * @returns the path of the file that may answer a GET or HEAD, relative to the tree; null where none does. A file that is not
 *   there is 404 for documents, titles, years and months; a list has to be computed
 */
export const smallRouter =
  (sources: readonly SmallSource[]) =>
  (target: string, accept: string | undefined): string | null => {
    try {
      return target.length > MAX_URL_LENGTH ? null : fileOf(sources, target, accept);
    } catch {
      // Not valid percent-encoding.
      return null;
    }
  };

function fileOf(sources: readonly SmallSource[], target: string, accept: string | undefined): string | null {
  const mark = target.indexOf('?');
  const path = (mark < 0 ? target : target.slice(0, mark)).replace(/#[\s\S]*/, '');
  const segments = path.split('/');
  const words = segments.map(decodeURIComponent);
  // A slash that is encoded parts nothing.
  const url = words.map(word => word.replace(/\//g, '?')).join('/');
  const file = smallSiteFile(url);
  if (file) return file;
  const pairs = decodedPairs(mark < 0 ? '' : target.slice(mark + 1));
  // More than one key.
  if (givenValue(pairs, 'api_key') === '\n') return null;
  if (OVERVIEW.test(url)) return `api/${url.replace(/^\/(api\/)?|\.json$/g, '')}.json`;
  if (treeFilePolicy(url.slice(1))) return url.slice(1);
  const changes = CHANGES.exec(url);
  if (changes?.[1]) return `changes${changes[1]}.ndjson`;
  if (changes) return givenValue(pairs, 'since') === null ? 'changes/index.json' : null;
  const source = sources.find(candidate => candidate.id === words[2]);
  if (words[0] !== '' || words[1] !== 'api' || !source) return null;
  const base = `api/${source.id}/${words[3]}`;
  const count = words.length;
  if (words[3] === 'documents') {
    if (count === 4) return listFile(source, base, pairs);
    const named = count === 6 ? (words[5] as string) : '';
    if (words[4] === '_q' && /\.json$/.test(named))
      return underItsName(named, listFile(source, base, decodedPairs(named.slice(0, -5))));
    return documentFile(source, base, decodeURIComponent(segments.slice(4).join('/')), pairs, accept);
  }
  if (words[3] !== source.level) return null;
  if (count === 4) return `${base}.json`;
  const number = words[4] as string;
  if (!(source.isDated ? /^\d{4}$/ : /^\d{1,3}$/).test(number)) return null;
  if (count === 5) return `${base}/${Number(number)}.json`;
  if (!source.isDated) return null;
  const year = `${base}/${Number(number)}`;
  const month = words[5] as string;
  if (count === 6) return monthFile(year, month, pairs);
  const name = words[7] as string;
  return count === 8 && words[6] === '_q' && /\.json$/.test(name)
    ? underItsName(name, monthFile(year, month, decodedPairs(name.slice(0, -5))))
    : null;
}

/** Files of list pages have no other names than their own. */
const underItsName = (name: string, path: string | null): string | null =>
  path !== null && path.slice(-name.length - 4) === `/_q/${name}` ? path : null;

function documentFile(
  source: SmallSource,
  base: string,
  name: string,
  pairs: readonly Pair[],
  accept: string | undefined,
): string | null {
  const format = givenValue(pairs, 'format');
  const absolute = `/${name.replace(/^\/+/, '')}`;
  const isCanonical = absolute.indexOf(source.namespace) === 0;
  const shorthand = absolute.slice(isCanonical ? source.namespace.length : 1);
  if (NO_IDENTIFIER.test(shorthand) || `/${shorthand}`.indexOf(source.namespace) === 0) return null;
  const isAny = accept === undefined || accept === '*/*';
  const accepted = isAny ? 0 : Math.max(0, preferredMediaType(accept));
  const choice = format === null ? accepted : FORMATS.indexOf(format);
  const isWhole = pairs.every(pair => pair.name !== 'fields' || !/[^,\s]/.test(pair.value));
  return choice < 0 || (choice === 0 && !isWhole) ? null : `${base}/${shorthand}${ENDINGS[choice]}`;
}

function monthFile(base: string, text: string, pairs: readonly Pair[]): string | null {
  const month = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  const limit = givenValue(pairs, 'limit') ?? '100';
  const offset = givenValue(pairs, 'offset') ?? '0';
  if (month < 1 || month > 12 || !/^0*100$/.test(limit) || !/^\d{1,16}$/.test(offset)) return null;
  const name = `${base}/${String(month).padStart(2, '0')}`;
  if (Number(offset) % 100 !== 0) return null;
  return Number(offset) === 0 ? `${name}.json` : `${name}/_q/limit=100&offset=${Number(offset)}.json`;
}
