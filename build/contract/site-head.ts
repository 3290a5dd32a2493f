import { currencyText } from './currency.ts';
import { levelsOf, officialName, outerWords } from './document-levels.ts';
import { idOf } from './identifier.ts';
import { isDated, isDateLevel, levelLabel, levelsAbove, outerLevel } from './levels.ts';
import { documentUrl } from './paths.ts';
import type { PageLoads } from './site-loads.ts';
import { type Metadata, type Source, sourceOf } from './sources.ts';
import { type WebPlace, webPathOf, webPathOfPlace } from './web-path.ts';

/**
 * The head of the site's one page, filled for link previews and search engines (build/contract/README.md, Site): the shim and
 * the Worker replace the home page's head with it. The app does the same anyway.
 */

/** The home page's head is between these. */
export const HEAD_MARKS = ['<!--head-->', '<!--/head-->'] as const;

const SITE_NAME = 'Pandect';

/** The facts about a page in its head. */
export interface PageHead {
  title: string;
  description: string | null;
  /** The web path for search engines; null for pages that they must not list. */
  canonical: string | null;
  /** Address and media type of other forms. */
  alternates: readonly { href: string; type: string }[];
}

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`);

/** Bytes of a subject that are read: a document's metadata comes first. */
export const SUBJECT_BYTES = 64 * 1024;

/** The public address of the site in its shell, without the last slash; empty without one. */
const PUBLIC = /<meta name="pandect-site" content="([^"<>]*)">/;

/** Returns the tag for the shell's head. @param url absolute, with a slash at its end */
export const publicAddressTag = (url: string): string =>
  `<meta name="pandect-site" content="${escapeHtml(url)}">`;

/** A line of the shell for each part of the app: `<!--part read site/assets/a.js site/assets/b.js-->`. */
const PART = /<!--part ([a-z]+)((?: [^ <>"]+)*)-->\n/g;

/** @param paths relative to the tree */
export const partMark = (part: string, paths: readonly string[]): string =>
  `<!--part ${[part, ...paths].join(' ')}-->\n`;

/** Returns the shell's scripts for a part, relative to the tree. */
export const scriptsOf = (shell: string, part: string): string[] =>
  Array.from(shell.matchAll(PART)).flatMap(([, name, paths = '']) =>
    name === part ? paths.split(' ').slice(1) : [],
  );

export const scriptTag = (path: string): string => `<link rel="modulepreload" href="${path}">`;

/** Returns the shell with another head (null keeps the home page's) and preloads; unchanged without marks. */
export function filledShell(shell: string, head: PageHead | null, loads: PageLoads | null): string {
  const [from, to] = HEAD_MARKS.map(mark => shell.indexOf(mark)) as [number, number];
  if (from < 0 || to < from) return shell;
  const start = from + HEAD_MARKS[0].length;
  const told = head === null ? shell.slice(start, to).trim().split('\n') : headLines(shell, head);
  const lines = [...told, ...(loads === null ? [] : loadLines(shell, loads))];
  return `${shell.slice(0, start)}\n${lines.join('\n')}\n${shell.slice(to).replace(PART, '')}`;
}

const tag = (name: string, attributes: Readonly<Record<string, string>>): string =>
  `<${name} ${Object.entries(attributes)
    .map(([key, value]) => `${key}="${escapeHtml(value)}"`)
    .join(' ')}>`;

/** `crossorigin` is needed because a preload and the script's request must have one mode (Fetch Standard, section 2.2.5). */
const loadLines = (shell: string, { part, target }: PageLoads): string[] => [
  ...scriptsOf(shell, part).map(scriptTag),
  ...(target === null ? [] : [tag('link', { rel: 'preload', href: target, as: 'fetch', crossorigin: '' })]),
];

function headLines(shell: string, { title, description, canonical, alternates }: PageHead): string[] {
  const site = (PUBLIC.exec(shell)?.[1] ?? '').replace(/\/$/, '');
  return [
    `<title>${escapeHtml(title === SITE_NAME ? title : `${title} – ${SITE_NAME}`)}</title>`,
    ...(description === null ? [] : [tag('meta', { name: 'description', content: description })]),
    ...(canonical === null
      ? [tag('meta', { name: 'robots', content: 'noindex' })]
      : // The address of the site is escaped where it stands.
        [`<link rel="canonical" href="${site}${escapeHtml(canonical)}">`]),
    tag('meta', { property: 'og:title', content: title }),
    ...(description === null ? [] : [tag('meta', { property: 'og:description', content: description })]),
    tag('meta', { property: 'og:site_name', content: SITE_NAME }),
    ...alternates.map(({ href, type }) => tag('link', { rel: 'alternate', type, href })),
  ];
}

export const MISSING_HEAD: PageHead = {
  title: 'Not found',
  description: null,
  canonical: null,
  alternates: [],
};

/** @param subject the JSON of the page's subject, or its beginning @returns null for the home page */
export const headOf = (place: WebPlace, subject: string | null): PageHead | null =>
  pageHead(place, subject === null ? null : dataOf(subject));

type Data = Readonly<Record<string, unknown>> | null;

/** The same for a parsed subject. @param data of the answer; of a document its metadata is enough */
export function pageHead(place: WebPlace, data: Data): PageHead | null {
  if (place.view === 'home') return null;
  if (place.source === undefined)
    return { title: 'Search', description: null, canonical: webPathOfPlace(place), alternates: [] };
  const source = sourceOf(place.source);
  // The path may be an alias's; the document has the canonical identifier.
  if (place.identifier !== undefined)
    return documentHead(source, plain(data?.identifier) ?? place.identifier, data);
  return {
    title: titleOf(source, place),
    description: `${titleOf(source, place)}: to browse, to search and to read.`,
    canonical: webPathOfPlace(canonicalPlace(place, source)),
    alternates: [],
  };
}

/** The appendix of a title is listed with the title. */
function canonicalPlace(place: WebPlace, source: Source): WebPlace {
  const { name } = outerLevel(source);
  const number = place.numbers?.[name];
  if (number === undefined || isDated(source)) return place;
  return { ...place, numbers: { ...place.numbers, [name]: number.replace(/^0+(?=\d)|[a-z]+$/gi, '') } };
}

const BODY = ',"body":';

/** Parses a document up to its text: JSON strings cannot hold these characters. */
function dataOf(json: string): Data {
  const end = json.indexOf(BODY);
  try {
    return (JSON.parse(end < 0 ? json : `${json.slice(0, end)}}}`) as { data: Data }).data;
  } catch {
    // The beginning was too short.
    return null;
  }
}

/** Returns the metadata in the beginning of a document's JSON; empty where the beginning is too short. */
export const documentMetadata = (json: string): Metadata => (dataOf(json)?.metadata ?? {}) as Metadata;

const plain = (value: unknown): string | null => {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  return text.replace(/\s+/g, ' ').trim() || null;
};

const FORMS = { 'application/json': '', 'text/markdown': '?format=markdown', 'text/plain': '?format=text' };

function documentHead(source: Source, identifier: string, data: Data): PageHead {
  const metadata = (data?.metadata ?? {}) as Metadata;
  const url = documentUrl(source, identifier);
  return {
    title: plain(metadata.display_title) ?? idOf(identifier),
    description: descriptionOf(source, identifier, metadata),
    canonical: webPathOf({ source: source.id, identifier, metadata }),
    alternates: Object.entries(FORMS).map(([type, query]) => ({ href: url + query, type })),
  };
}

/** `United States Code, title 17 (Copyrights), chapter 1 (…). Status: in force. Current through Pub. L. 119-36.` */
function descriptionOf(source: Source, identifier: string, metadata: Metadata): string {
  const levels = levelsOf({ source: source.id, identifier, metadata }).flatMap(each => {
    const { level, number, label, name } = each;
    if (level.shown === 'fact' || isDateLevel(level)) return [];
    if (number === null || label === null) return name === null ? [] : [name];
    const words = level === outerLevel(source) ? label.toLowerCase() : `${level.name} ${number}`;
    return [`${words}${name === null ? '' : ` (${name})`}`];
  });
  const rest = ['agency', 'publication_date', 'fr_citation'].flatMap(field => {
    const value = isDated(source) ? plain(metadata[field]) : null;
    return value === null ? [] : [value];
  });
  const status = plain(metadata.status)?.replaceAll('_', ' ');
  const currency = currencyText(metadata);
  // Facts about the text itself are short, and are never cut.
  const state = [
    ...(status ? [`Status: ${status}`] : []),
    ...(currency === null ? [] : [currency.charAt(0).toUpperCase() + currency.slice(1)]),
  ].join('. ');
  const place = [source.name, ...levels, ...rest].join(', ');
  const room = Math.max(0, MAX_DESCRIPTION - state.length - 3);
  return `${[place.slice(0, room), ...(state ? [state] : [])].join('. ').slice(0, MAX_DESCRIPTION - 1)}.`;
}

const MAX_DESCRIPTION = 300;

/** Returns `U.S. Code, Title 17 – Copyrights`, `Chapter 1, U.S. Code, Title 17 – Copyrights`, `Federal Register, May 2018`. */
function titleOf(source: Source, { numbers = {} }: WebPlace): string {
  const shown = levelsAbove(source).filter(({ name }) => name in numbers);
  const [outer, ...inner] = shown.map(level => levelLabel(level, numbers[level.name] as string));
  if (outer === undefined) return source.name;
  if (isDated(source)) return `${source.shortName}, ${[...inner, outer].join(' ')}`;
  const label = numbers[outerLevel(source).name] as string;
  const name = officialName(source, label);
  const number = outerWords(source, String(Number.parseInt(label, 10)));
  const whole = `${source.shortName}, ${number}${name === null ? '' : ` – ${name}`}`;
  return [...inner.reverse(), whole].join(', ');
}
