import type { Document } from './envelope.ts';
import { shorthandOf, titleLabelOf } from './identifier.ts';
import { twoDigits } from './paths.ts';
import type { SourceEntry } from './sources/entry.ts';
import { SOURCES, type SourceId, sourceOf } from './sources.ts';

/**
 * The addresses of the site's pages, both ways (build/contract/README.md, Site). That of a document is made of its identifier, so that
 * every edge leads it back to the document's file by a rule, without a catalog. What stands between the title and the
 * document's own name is for the reader's eyes, and nobody checks it.
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
  /** Of a document, canonical: whether there is one, the path does not say. */
  identifier?: string;
}

/** What of a source's entry web paths need. */
export type WebSource = Pick<SourceEntry<SourceId>, 'id' | 'namespace' | 'hasTitles' | 'hierarchy'>;

/** Levels between a title and its documents that have pages. */
const MIDDLE_LEVELS = ['chapter', 'part'] as const;
type MiddleLevel = (typeof MIDDLE_LEVELS)[number];

const HOME = '/';
const SEARCH = '/search';
const TITLE = 'title-';
/** Before the whole shorthand, where an identifier is of a shape that has no path of its own. */
const ANY = 'document-';

const middleLevels = ({ hierarchy }: Pick<WebSource, 'hierarchy'>): readonly MiddleLevel[] =>
  MIDDLE_LEVELS.filter(level => hierarchy.indexOf(level) >= 0);

/** `section-` in a path is the `s` of `t17/s106`: each source has a word for its documents, and identifiers its first letter. */
const ownName = ({ hierarchy }: WebSource): string => hierarchy[hierarchy.length - 1] as string;

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
  const middle = middleLevels(source).map((level): [MiddleLevel, unknown] => [
    level,
    metadata[`${level}_number`],
  ]);
  const path = usualPath(source, shorthandOf(source, identifier), middle);
  if (path !== null && readWebPath(path, [source])?.identifier === identifier) return path;
  return `/${id}/${ANY}${encodeURIComponent(shorthandOf(source, identifier))}`;
}

/** Null, or a path that leads elsewhere, for identifiers of another shape than usual. */
function usualPath(
  source: WebSource,
  shorthand: string,
  middle: readonly [level: MiddleLevel, number: unknown][],
): string | null {
  if (!source.hasTitles) return `/${source.id}/${encodeURIComponent(shorthand)}`;
  const title = titleLabelOf(shorthand);
  const name = ownName(source);
  const letter = name[0] as string;
  // A document may be of several sections: `t24/s32 /us/usc/t24/s33`. Its own name is all from the first on.
  const rest = title === null ? '' : shorthand.slice(title.length + 2);
  const parted = rest[0] === letter ? -1 : rest.indexOf(`/${letter}`);
  if (rest === '' || (parted < 0 && rest[0] !== letter)) return null;
  // Sections of an appendix are numbered within their law: `t5a/pl/95/521/tIV/s407`; another law there has a section 407 too.
  const law = parted < 0 ? [] : [encodeURIComponent(rest.slice(0, parted).replaceAll('/', '-'))];
  const levels = middle.flatMap(([level, number]) =>
    (typeof number === 'string' || typeof number === 'number') && number !== ''
      ? [escaped(`${level}-${number}`)]
      : [],
  );
  const own = `${name}-${encodeURIComponent(rest.slice(parted < 0 ? 1 : parted + 2))}`;
  return ['', source.id, TITLE + title, ...law, ...levels, own].join('/');
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
  if (first === undefined) return { view: source.hasTitles ? 'titles' : 'years', source: source.id };
  if (rest.length === 1 && first.indexOf(ANY) === 0)
    return document(source, source.namespace + first.slice(ANY.length));
  return source.hasTitles ? ofTitles(source, rest) : ofYears(source, rest);
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
  const ownPrefix = `${ownName(source)}-`;
  const last = words[words.length - 1] ?? '';
  const own = last.indexOf(ownPrefix) === 0 ? last.slice(ownPrefix.length) : '';
  const above = own === '' ? words : words.slice(0, -1);
  const prefixes = middleLevels(source).map(level => `${level}-`);
  const isLevel = (word: string): boolean => prefixes.some(prefix => word.indexOf(prefix) === 0);
  const law = own !== '' && above[0] !== undefined && !isLevel(above[0]) ? above[0] : null;
  const levels = readLevels(source, law === null ? above : above.slice(1));
  if (levels === null) return null;
  const { view, ...numbers } = levels;
  if (own === '') return { view, source: source.id, title, ...numbers };
  const lawPath = law === null ? '' : `${law.replaceAll('-', '/')}/`;
  return document(source, `${source.namespace}t${title}/${lawPath}${ownPrefix[0]}${own}`);
}

/** `chapter-I`, `part-1`: from the outer to the inner, any of them. */
function readLevels(
  source: WebSource,
  words: readonly string[],
): { view: 'title' | MiddleLevel; chapter?: string; part?: string } | null {
  const numbers: { chapter?: string; part?: string } = {};
  let view: 'title' | MiddleLevel = 'title';
  let next = 0;
  for (const level of middleLevels(source)) {
    const word = words[next] ?? '';
    if (word.indexOf(`${level}-`) !== 0 || word.length === level.length + 1) continue;
    numbers[level] = word.slice(level.length + 1);
    view = level;
    next++;
  }
  return next === words.length ? { view, ...numbers } : null;
}
