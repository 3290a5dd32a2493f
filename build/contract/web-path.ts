import type { Document } from './envelope.ts';
import { shorthandOf } from './identifier.ts';
import {
  documentLevel,
  identifyingLevels,
  innerLevels,
  isDated,
  isDateLevel,
  levelNumber,
  levelsAbove,
  outerLevel,
} from './levels.ts';
import { twoDigits } from './paths.ts';
import type { Level, SourceEntry } from './sources/entry.ts';
import { type Metadata, SOURCES, type SourceId, sourceOf } from './sources.ts';

/**
 * The addresses of the site's pages, both ways (build/contract/README.md, Site). That of a document is made of its identifier, so that
 * every edge leads it back to the document's file by a rule, without a catalog. What stands between the title and the
 * document's own name is for the reader's eyes, and nobody checks it.
 */

/** What a web path shows. */
export interface WebPlace {
  /** `source`: the list of its outermost levels. `level`: a title, a chapter, a year, a month. */
  view: 'home' | 'search' | 'source' | 'level' | 'document';
  /** All views but home and search. */
  source?: SourceId;
  /**
   * Of a level: its number and those of the levels above it, by their names, the level itself last. A title stands as identifiers
   * write it: `17`, and `18a` for an appendix; a month has two digits.
   */
  numbers?: Readonly<Record<string, string>>;
  /** Of a document, canonical: whether there is one, the path does not say. */
  identifier?: string;
}

/** The name of the level that a place shows; undefined where it shows none. */
export const shownLevel = ({ numbers = {} }: Pick<WebPlace, 'numbers'>): string | undefined =>
  Object.keys(numbers).pop();

/** What of a source's entry web paths need. */
export type WebSource = Pick<SourceEntry<SourceId>, 'id' | 'namespace' | 'levels'>;

const HOME = '/';
const SEARCH = '/search';
/** Before the whole shorthand, where an identifier is of a shape that has no path of its own. */
const ANY = 'document-';

/** Levels with pages that stand in a path for the reader's eyes. */
const middleLevels = (source: WebSource): readonly Level[] =>
  innerLevels(source).filter(({ prefix }) => prefix === null);

const SURROGATE = /\p{Surrogate}/gu;
const escaped = (text: string): string => encodeURIComponent(text.replace(SURROGATE, '\ufffd'));

/**
 * The web path of a document, relative to where the site is; levels that it lacks are left out. No two documents of a source have the
 * same.
 */
export function webPathOf(
  { source: id, identifier, metadata }: Pick<Document, 'source' | 'identifier' | 'metadata'>,
  source: WebSource = sourceOf(id),
): string {
  const path = usualPath(source, shorthandOf(source, identifier), metadata);
  if (path !== null && readWebPath(path, [source])?.identifier === identifier) return path;
  return `/${id}/${ANY}${encodeURIComponent(shorthandOf(source, identifier))}`;
}

/** Null, or a path that leads elsewhere, for identifiers of another shape than usual. */
function usualPath(source: WebSource, shorthand: string, metadata: Metadata): string | null {
  if (isDated(source)) return `/${source.id}/${encodeURIComponent(shorthand)}`;
  const { name, prefix } = documentLevel(source);
  const letter = prefix ?? '';
  const words: string[] = [];
  let rest = shorthand;
  for (const { name: word, prefix: before } of identifyingLevels(source)) {
    const [segment = ''] = rest.split('/', 1);
    if (segment.length === rest.length) return null;
    words.push(segmentOf(word, segment.slice((before ?? '').length)));
    rest = rest.slice(segment.length + 1);
  }
  // A document may be of several sections: `t24/s32 /us/usc/t24/s33`. Its own name is all from the first on.
  const isWhole = rest.indexOf(letter) === 0;
  const parted = isWhole ? -1 : rest.indexOf(`/${letter}`);
  if (rest === '' || (parted < 0 && !isWhole)) return null;
  // Sections of an appendix are numbered within their law: `t5a/pl/95/521/tIV/s407`; another law there has a section 407 too.
  if (parted >= 0) words.push(encodeURIComponent(rest.slice(0, parted).replaceAll('/', '-')));
  for (const level of middleLevels(source)) {
    const number = levelNumber(level, metadata[level.field]);
    if (number !== null) words.push(segmentOf(level.name, number));
  }
  const own = `${name}-${encodeURIComponent(rest.slice(parted + 1 + letter.length))}`;
  return ['', source.id, ...words, own].join('/');
}

const segmentOf = (word: string, number: string): string => `${word}-${escaped(number)}`;

/** The web path of a place that is no document. */
export function webPathOfPlace(place: Omit<WebPlace, 'identifier'>): string {
  const { view, source, numbers = {} } = place;
  if (view === 'home') return HOME;
  if (view === 'search') return SEARCH;
  const levels = levelsAbove(sourceOf(source as SourceId));
  const words = Object.keys(numbers).map(name => {
    const level = levels.find(each => each.name === name) as Level;
    const number = numbers[name] as string;
    if (!isDateLevel(level)) return segmentOf(name, number);
    return number.padStart(level.numbering === 'year' ? 4 : 2, '0');
  });
  return ['', source, ...words].join('/');
}

/**
 * What a web path shows, whether it is there or not.
 *
 * @param path as it stands in a URL, percent-encoded, without query and fragment; one slash at its end says nothing
 * @returns null where it is no page of the site
 */
export function readWebPath(path: string, sources: readonly WebSource[] = SOURCES): WebPlace | null {
  if (path === HOME || path === '') return { view: 'home' };
  const words = decodedWords(path.replace(/\/$/, ''));
  if (words === null || words[0] !== '') return null;
  if (words.length === 2 && words[1] === SEARCH.slice(1)) return { view: 'search' };
  const source = sources.find(({ id }) => id === words[1]);
  if (!source) return null;
  const rest = words.slice(2);
  const first = rest[0];
  if (first === undefined) return { view: 'source', source: source.id };
  if (rest.length === 1 && first.indexOf(ANY) === 0)
    return document(source, source.namespace + first.slice(ANY.length));
  return isDated(source) ? ofDates(source, rest) : ofNumbers(source, rest);
}

/** @returns the canonical identifier of the document that a web path is of; null where it is of none */
export const identifierOfWebPath = (path: string, sources?: readonly WebSource[]): string | null =>
  readWebPath(path, sources)?.identifier ?? null;

function decodedWords(path: string): string[] | null {
  try {
    return path.split('/').map(decodeURIComponent);
  } catch {
    return null;
  }
}

const document = ({ id }: WebSource, identifier: string): WebPlace => ({
  view: 'document',
  source: id,
  identifier,
});

const ofLevel = ({ id }: WebSource, numbers: Readonly<Record<string, string>>): WebPlace => ({
  view: 'level',
  source: id,
  numbers,
});

function ofDates(source: WebSource, words: readonly string[]): WebPlace | null {
  const [year = '', second] = words;
  if (words.length === 1 && year !== '' && !/^\d{4}$/.test(year))
    return document(source, source.namespace + year);
  if (words.length > 2 || !/^\d{4}$/.test(year)) return null;
  if (second === undefined) return ofLevel(source, { year });
  const month = /^\d{1,2}$/.test(second) ? Number(second) : 0;
  return month >= 1 && month <= 12 ? ofLevel(source, { year, month: twoDigits(month) }) : null;
}

function ofNumbers(source: WebSource, words: readonly string[]): WebPlace | null {
  const identifying = identifyingLevels(source);
  const { name, prefix } = documentLevel(source);
  const last = words[words.length - 1] ?? '';
  const own = last.indexOf(`${name}-`) === 0 ? last.slice(name.length + 1) : '';
  const above = own === '' ? words : words.slice(0, -1);
  const named = readLevels(identifying, above);
  const outer = named.numbers[outerLevel(source).name];
  if (outer === undefined || !/^\d+[a-z]*$/i.test(outer)) return null;
  const middle = middleLevels(source);
  const isLevel = (word: string): boolean => middle.some(level => word.indexOf(`${level.name}-`) === 0);
  const law = own !== '' && named.rest[0] !== undefined && !isLevel(named.rest[0]) ? named.rest[0] : null;
  const { numbers, rest } = readLevels(middle, law === null ? named.rest : named.rest.slice(1));
  if (rest.length > 0) return null;
  if (own === '') return ofLevel(source, { ...named.numbers, ...numbers });
  if (Object.keys(named.numbers).length < identifying.length) return null;
  const segments = identifying.map(level => `${level.prefix}${named.numbers[level.name]}`);
  if (law !== null) segments.push(law.replaceAll('-', '/'));
  return document(source, source.namespace + segments.concat(`${prefix}${own}`).join('/'));
}

/** `chapter-I`, `part-1`: from the outer to the inner, any of them; and the words behind them. */
function readLevels(levels: readonly Level[], words: readonly string[]) {
  const numbers: Record<string, string> = {};
  let next = 0;
  for (const { name } of levels) {
    const word = words[next] ?? '';
    if (word.indexOf(`${name}-`) !== 0 || word.length === name.length + 1) continue;
    numbers[name] = word.slice(name.length + 1);
    next++;
  }
  return { numbers, rest: words.slice(next) };
}
