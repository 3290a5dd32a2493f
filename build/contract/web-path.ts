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
import { unitOfWords, unitWords } from './unit-paths.ts';

/**
 * Addresses of the site's pages, both ways (build/contract/README.md, Site). A document's path is made of its identifier, so
 * every edge finds the file by a rule, without a catalog. Levels that the identifier lacks are in the path for readers,
 * unchecked.
 */

export interface WebPlace {
  /**
   * `source`: the list of its outermost levels. `level`: the documents of a title, a chapter, a year, a month. `structure`: what is
   * in a level of any depth.
   */
  view: 'home' | 'search' | 'source' | 'level' | 'structure' | 'document';
  source?: SourceId;
  /** By names of levels, outermost first. Titles are as in identifiers, `17` or `18a`; a month has two digits. */
  numbers?: Readonly<Record<string, string>>;
  /** The canonical identifier of a level, with `structure` alone. It may not exist. */
  level?: string;
  /** The canonical identifier of a document, which may not exist. */
  identifier?: string;
}

export type WebSource = Pick<SourceEntry<SourceId>, 'id' | 'namespace' | 'levels' | 'unitPaths'>;

const HOME = '/';
const SEARCH = '/search';
/** Precedes the whole shorthand of identifiers that no other rule covers. */
const ANY = 'document-';
/** Precedes the shorthand of a level, as in the API. */
const STRUCTURE = 'structure';

/** Levels with pages that are in paths for readers. */
const middleLevels = (source: Pick<WebSource, 'levels'>): readonly Level[] =>
  innerLevels(source).filter(({ prefix }) => prefix === null);

/** Returns the levels that may precede a word of a path; none before a word that is no level. */
export function levelsBefore(source: Pick<WebSource, 'levels'>, word: string): readonly Level[] {
  const names = source.levels.map(({ name }) => name);
  return middleLevels(source).filter(({ name }) => names.indexOf(name) < names.indexOf(word));
}

const SURROGATE = /\p{Surrogate}/gu;
const escaped = (text: string): string => encodeURIComponent(text.replace(SURROGATE, '\ufffd'));

/** The path relative to the site, without levels that the document lacks. No two documents of a source share one. */
export function webPathOf(
  { source: id, identifier, metadata }: Pick<Document, 'source' | 'identifier' | 'metadata'>,
  source: WebSource = sourceOf(id),
): string {
  const shorthand = shorthandOf(source, identifier);
  const path = usualPath(source, shorthand, metadata);
  if (path !== null && readWebPath(path, [source])?.identifier === identifier) return path;
  return `/${id}/${ANY}${encodeURIComponent(shorthand)}`;
}

/** Returns null, or a path that leads elsewhere, for identifiers of unusual shape. */
function usualPath(source: WebSource, shorthand: string, metadata: Metadata): string | null {
  if (isDated(source)) return `/${source.id}/${encodeURIComponent(shorthand)}`;
  const named: string[] = [];
  let rest = shorthand;
  for (const { name, prefix } of identifyingLevels(source)) {
    const [segment = ''] = rest.split('/', 1);
    if (segment.length === rest.length) return null;
    named.push(segmentOf(name, segment.slice((prefix ?? '').length)));
    rest = rest.slice(segment.length + 1);
  }
  const levels = (before: string): string[] =>
    levelsBefore(source, before).flatMap(level => {
      const number = levelNumber(level, metadata[level.field]);
      return number === null ? [] : [segmentOf(level.name, number)];
    });
  const words = unitWords(source.unitPaths, rest, levels) ?? sectionWords(source, rest, levels);
  return words && ['', source.id, ...named, ...words].join('/');
}

function sectionWords(
  source: WebSource,
  rest: string,
  levelsBefore: (word: string) => string[],
): string[] | null {
  const { name, prefix } = documentLevel(source);
  const letter = prefix ?? '';
  // A small letter behind the first one is of another level: `t2/stA/chI/schC`.
  const start = rest.search(new RegExp(`(?:^|/)${letter}(?![a-z])`));
  if (start < 0) return null;
  // Sections of an appendix are numbered within their law: `t5a/pl/95/521/tIV/s407`. Other laws there may have a section 407.
  const law = rest.slice(0, start);
  // A document may cover several sections: `t24/s32 /us/usc/t24/s33`. Its own name begins with the first.
  const own = rest.slice(start).replace(/^\//, '').slice(letter.length);
  return [
    ...(law === '' ? [] : [encodeURIComponent(law.replaceAll('/', '-'))]),
    ...levelsBefore(name),
    `${name}-${encodeURIComponent(own)}`,
  ];
}

const segmentOf = (word: string, number: string): string => `${word}-${escaped(number)}`;

export function webPathOfPlace(place: Omit<WebPlace, 'identifier'>): string {
  const { view, source, numbers = {}, level: identifier } = place;
  if (view === 'home') return HOME;
  if (view === 'search') return SEARCH;
  if (identifier !== undefined) {
    const segments = shorthandOf(sourceOf(source as SourceId), identifier).split('/');
    return ['', source, STRUCTURE, ...segments.map(encodeURIComponent)].join('/');
  }
  const levels = levelsAbove(sourceOf(source as SourceId));
  const words = Object.keys(numbers).map(name => {
    const level = levels.find(each => each.name === name) as Level;
    const number = numbers[name] as string;
    if (!isDateLevel(level)) return segmentOf(name, number);
    return number.padStart(level.numbering === 'year' ? 4 : 2, '0');
  });
  return ['', source, ...words].join('/');
}

/** Returns null for other addresses; the content may not exist. @param path percent-encoded, without query */
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
  if (isDated(source)) return ofDates(source, rest);
  if (first === STRUCTURE && rest.length > 1) {
    const level = source.namespace + rest.slice(1).join('/');
    return { view: 'structure', source: source.id, level };
  }
  return ofNumbers(source, rest);
}

/** Returns the canonical identifier of a document's web path, else null. */
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
  const named = readLevels(identifying, words);
  const outer = named.numbers[outerLevel(source).name];
  if (outer === undefined || !/^\d+[a-z]*$/i.test(outer)) return null;
  const isWhole = Object.keys(named.numbers).length === identifying.length;
  const segments = identifying.map(({ name, prefix }) => `${prefix}${named.numbers[name]}`);
  const inSegments = (rest: string): WebPlace =>
    document(source, source.namespace + segments.concat(rest).join('/'));
  const unit = unitOfWords(
    source.unitPaths,
    named.rest,
    (some, before) => readLevels(levelsBefore(source, before), some).rest.length === 0,
  );
  if (unit !== null) return isWhole ? inSegments(unit) : null;
  const { name, prefix } = documentLevel(source);
  const last = named.rest[named.rest.length - 1] ?? '';
  const own = last.indexOf(`${name}-`) === 0 ? last.slice(name.length + 1) : '';
  const above = own === '' ? named.rest : named.rest.slice(0, -1);
  const middle = middleLevels(source);
  const isLevel = (word: string): boolean => middle.some(level => word.indexOf(`${level.name}-`) === 0);
  const law = own !== '' && above[0] !== undefined && !isLevel(above[0]) ? above[0] : null;
  const { numbers, rest } = readLevels(middle, law === null ? above : above.slice(1));
  if (rest.length > 0) return null;
  if (own === '') return ofLevel(source, { ...named.numbers, ...numbers });
  if (!isWhole) return null;
  const lawPath = law === null ? '' : `${law.replaceAll('-', '/')}/`;
  return inSegments(`${lawPath}${prefix}${own}`);
}

/** Reads `chapter-I`, `part-1`, any levels from outer to inner, and the words behind them. */
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
