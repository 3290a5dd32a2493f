import type { Document } from './envelope.ts';
import { shorthandOf, titleLabelOf } from './identifier.ts';
import { twoDigits } from './paths.ts';
import type { SourceEntry } from './sources/entry.ts';
import { SOURCES, type SourceId, sourceOf } from './sources.ts';
import { unitOfWords, unitWords } from './unit-paths.ts';

/**
 * The addresses of the site's pages, both ways (build/contract/README.md, Site). The path of a document is made of its identifier. So
 * every edge finds the document's file by a rule, without a catalog. Levels that the identifier does not name are in the path for
 * the reader's eyes, and nobody checks them.
 */

const WEB_VIEWS = [
  'home',
  'search',
  'titles',
  'title',
  'chapter',
  'part',
  'years',
  'year',
  'month',
  'document',
] as const;

/** What a web path shows. */
export interface WebPlace {
  view: (typeof WEB_VIEWS)[number];
  /** All views but home and search. */
  source?: SourceId;
  /** As identifiers write it: `17`, and `18a` for an appendix. */
  title?: string;
  chapter?: string;
  part?: string;
  year?: number;
  /** 1 to 12. */
  month?: number;
  /** Of a document, canonical. The path does not say whether there is one. */
  identifier?: string;
}

/** What web paths need of a source's entry. */
export type WebSource = Pick<
  SourceEntry<SourceId>,
  'id' | 'namespace' | 'hasTitles' | 'hierarchy' | 'unitPaths'
>;

/** Levels between a title and its documents that have pages of their own. */
const MIDDLE_LEVELS = ['chapter', 'part'] as const;
type MiddleLevel = (typeof MIDDLE_LEVELS)[number];

const HOME = '/';
const SEARCH = '/search';
const TITLE = 'title-';
/** Stands before the whole shorthand of an identifier that no other rule covers. */
const ANY = 'document-';

const middleLevels = ({ hierarchy }: Pick<WebSource, 'hierarchy'>): readonly MiddleLevel[] =>
  MIDDLE_LEVELS.filter(level => hierarchy.indexOf(level) >= 0);

/** The levels that may stand before a word of a path, for the eyes; none before a word that is no level. */
export const levelsBefore = (source: Pick<WebSource, 'hierarchy'>, word: string): readonly MiddleLevel[] =>
  middleLevels(source).filter(level => source.hierarchy.indexOf(level) < source.hierarchy.indexOf(word));

/** The source's word for its documents. `section-` in a path is the `s` of `t17/s106`. */
const ownName = ({ hierarchy }: WebSource): string => hierarchy[hierarchy.length - 1] as string;

const SURROGATE = /\p{Surrogate}/gu;
const escaped = (text: string): string => encodeURIComponent(text.replace(SURROGATE, '\ufffd'));

/**
 * The web path of a document, relative to where the site is. Levels that the document lacks are left out. No two documents of a
 * source have the same path.
 */
export function webPathOf(
  { source: id, identifier, metadata }: Pick<Document, 'source' | 'identifier' | 'metadata'>,
  source: WebSource = sourceOf(id),
): string {
  const shorthand = shorthandOf(source, identifier);
  const path = usualPath(source, shorthand, metadata);
  if (path !== null && readWebPath(path, [source])?.identifier === identifier) return path;
  return `/${id}/${ANY}${encodeURIComponent(shorthand)}`;
}

/** Null, or a path that leads elsewhere, for identifiers of another shape than usual. */
function usualPath(source: WebSource, shorthand: string, metadata: Document['metadata']): string | null {
  if (!source.hasTitles) return `/${source.id}/${encodeURIComponent(shorthand)}`;
  const title = titleLabelOf(shorthand);
  if (title === null) return null;
  const levels = (before: string): string[] =>
    levelsBefore(source, before).flatMap(level => {
      const number = metadata[`${level}_number`];
      return (typeof number === 'string' || typeof number === 'number') && number !== ''
        ? [escaped(`${level}-${number}`)]
        : [];
    });
  const rest = shorthand.slice(title.length + 2);
  const words = unitWords(source.unitPaths, rest, levels) ?? sectionWords(source, rest, levels);
  return words && ['', source.id, TITLE + title, ...words].join('/');
}

function sectionWords(
  source: WebSource,
  rest: string,
  levelsBefore: (word: string) => string[],
): string[] | null {
  const name = ownName(source);
  // A small letter behind the first one is of another level: `t2/stA/chI/schC`.
  const start = rest.search(new RegExp(`(?:^|/)${name[0]}(?![a-z])`));
  if (start < 0) return null;
  // Sections of an appendix are numbered within their law: `t5a/pl/95/521/tIV/s407`. Another law there has a section 407, too.
  const law = rest.slice(0, start);
  // A document may be of several sections: `t24/s32 /us/usc/t24/s33`. Its own name is all from the first on.
  const own = rest.slice(start).replace(/^\//, '').slice(1);
  return [
    ...(law === '' ? [] : [encodeURIComponent(law.replaceAll('/', '-'))]),
    ...levelsBefore(name),
    `${name}-${encodeURIComponent(own)}`,
  ];
}

/** The web path of a place that is no document. */
export function webPathOfPlace(place: Omit<WebPlace, 'identifier'>): string {
  const { view, source, title, year, month } = place;
  if (view === 'home') return HOME;
  if (view === 'search') return SEARCH;
  const segments: string[] = [source as string];
  if (title !== undefined) segments.push(TITLE + escaped(title));
  for (const level of MIDDLE_LEVELS)
    if (place[level] !== undefined) segments.push(`${level}-${escaped(place[level])}`);
  if (year !== undefined) segments.push(String(year).padStart(4, '0'));
  if (month !== undefined) segments.push(twoDigits(month));
  return `/${segments.join('/')}`;
}

/**
 * What a web path shows, whether it is there or not.
 *
 * @param path as it stands in a URL, percent-encoded, without query and fragment; one slash at its end says nothing
 * @returns null for what is no page of the site
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
  if (first === undefined) return { view: source.hasTitles ? 'titles' : 'years', source: source.id };
  if (rest.length === 1 && first.indexOf(ANY) === 0)
    return document(source, source.namespace + first.slice(ANY.length));
  return source.hasTitles ? ofTitles(source, rest) : ofYears(source, rest);
}

/** @returns the canonical identifier of the document that a web path shows; null where it shows none */
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

function ofYears(source: WebSource, words: readonly string[]): WebPlace | null {
  const [first = '', second] = words;
  if (words.length === 1 && first !== '' && !/^\d{4}$/.test(first))
    return document(source, source.namespace + first);
  if (words.length > 2 || !/^\d{4}$/.test(first)) return null;
  const year = { source: source.id, year: Number(first) };
  if (second === undefined) return { view: 'year', ...year };
  const month = /^\d{1,2}$/.test(second) ? Number(second) : 0;
  return month >= 1 && month <= 12 ? { view: 'month', ...year, month } : null;
}

function ofTitles(source: WebSource, [first = '', ...words]: readonly string[]): WebPlace | null {
  const title = first.slice(TITLE.length);
  if (first.indexOf(TITLE) !== 0 || !/^\d+[a-z]*$/i.test(title)) return null;
  const unit = unitOfWords(
    source.unitPaths,
    words,
    (some, before) => readLevels(levelsBefore(source, before), some) !== null,
  );
  if (unit !== null) return document(source, `${source.namespace}t${title}/${unit}`);
  const ownPrefix = `${ownName(source)}-`;
  const last = words[words.length - 1] ?? '';
  const own = last.indexOf(ownPrefix) === 0 ? last.slice(ownPrefix.length) : '';
  const above = own === '' ? words : words.slice(0, -1);
  const middle = middleLevels(source);
  const prefixes = middle.map(level => `${level}-`);
  const isLevel = (word: string): boolean => prefixes.some(prefix => word.indexOf(prefix) === 0);
  const law = own !== '' && above[0] !== undefined && !isLevel(above[0]) ? above[0] : null;
  const levels = readLevels(middle, law === null ? above : above.slice(1));
  if (levels === null) return null;
  const { view, ...numbers } = levels;
  if (own === '') return { view, source: source.id, title, ...numbers };
  const lawPath = law === null ? '' : `${law.replaceAll('-', '/')}/`;
  return document(source, `${source.namespace}t${title}/${lawPath}${ownPrefix[0]}${own}`);
}

/** `chapter-I`, `part-1`: from the outer to the inner, any of them. */
function readLevels(
  middle: readonly MiddleLevel[],
  words: readonly string[],
): { view: 'title' | MiddleLevel; chapter?: string; part?: string } | null {
  const numbers: { chapter?: string; part?: string } = {};
  let view: 'title' | MiddleLevel = 'title';
  let next = 0;
  for (const level of middle) {
    const word = words[next] ?? '';
    if (word.indexOf(`${level}-`) !== 0 || word.length === level.length + 1) continue;
    numbers[level] = word.slice(level.length + 1);
    view = level;
    next++;
  }
  return next === words.length ? { view, ...numbers } : null;
}
