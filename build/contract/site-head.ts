import { currencyText } from './currency.ts';
import { levelsOf, officialName, outerWords } from './document-levels.ts';
import { idOf } from './identifier.ts';
import { isDated, isDateLevel, levelLabel, levelsAbove, outerLevel } from './levels.ts';
import { documentUrl } from './paths.ts';
import type { PageLoads } from './site-loads.ts';
import { type Metadata, type Source, sourceOf } from './sources.ts';
import { type WebPlace, webPathOf, webPathOfPlace } from './web-path.ts';

/**
 * The head of the site's one page, filled for those who share an address, and for search engines (build/contract/README.md, Site): the
 * shim and the Worker put it in the place of the home page's. The app does the same in any case.
 */

/** What stands between these is of the home page. */
export const HEAD_MARKS = ['<!--head-->', '<!--/head-->'] as const;

const SITE_NAME = 'Pandect';

/** What a page says of itself. */
export interface PageHead {
  title: string;
  description: string | null;
  /** The web path under which it is to be known; null where it is not to be found. */
  canonical: string | null;
  /** Address and media type of the same in other forms. */
  alternates: readonly { href: string; type: string }[];
}

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`);

/** So much of a subject is enough: a document's metadata comes first. */
export const SUBJECT_BYTES = 64 * 1024;

/** The public address of the site as its shell tells it, without the slash at its end; empty where it tells none. */
const PUBLIC = /<meta name="pandect-site" content="([^"<>]*)">/;

/** For the head of the shell. @param url absolute, with a slash at its end */
export const publicAddressTag = (url: string): string =>
  `<meta name="pandect-site" content="${escapeHtml(url)}">`;

/** The shell tells the scripts of each part of the app, `<!--part read site/assets/a.js site/assets/b.js-->`, a line each. */
const PART = /<!--part ([a-z]+)((?: [^ <>"]+)*)-->\n/g;

/** @param paths relative to the tree */
export const partMark = (part: string, paths: readonly string[]): string =>
  `<!--part ${[part, ...paths].join(' ')}-->\n`;

/** @returns the scripts of a part as the shell tells them, relative to the tree */
export const scriptsOf = (shell: string, part: string): string[] =>
  Array.from(shell.matchAll(PART)).flatMap(([, name, paths = '']) =>
    name === part ? paths.split(' ').slice(1) : [],
  );

export const scriptTag = (path: string): string => `<link rel="modulepreload" href="${path}">`;

/**
 * @param head null leaves that of the home page
 * @param loads null where nothing is to be loaded before the app asks for it
 * @returns the shell with another head; as it is where it has no marks
 */
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

/** An answer that is loaded before is the one that a script asks for only where both are asked for in one mode (Fetch Standard, section 2.2.5): hence `crossorigin`. */
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

/** Of a page that is not there. */
export const MISSING_HEAD: PageHead = {
  title: 'Not found',
  description: null,
  canonical: null,
  alternates: [],
};

/**
 * @param subject the JSON of the file that the page is about, or its beginning; null where it is about none
 * @returns null for the home page, whose head the shell has
 */
export const headOf = (place: WebPlace, subject: string | null): PageHead | null =>
  pageHead(place, subject === null ? null : dataOf(subject));

type Data = Readonly<Record<string, unknown>> | null;

/** The same for whoever has read the subject. @param data of the answer; of a document its metadata is enough */
export function pageHead(place: WebPlace, data: Data): PageHead | null {
  if (place.view === 'home') return null;
  if (place.source === undefined)
    return { title: 'Search', description: null, canonical: webPathOfPlace(place), alternates: [] };
  const source = sourceOf(place.source);
  // The path may have been made of an alias; the document tells which its own is.
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

/** Of a document only what comes before its text: no string in JSON can hold these characters. */
function dataOf(json: string): Data {
  const end = json.indexOf(BODY);
  try {
    return (JSON.parse(end < 0 ? json : `${json.slice(0, end)}}}`) as { data: Data }).data;
  } catch {
    // Its beginning was not enough.
    return null;
  }
}

/** Of a document by the beginning of its JSON; empty where that was not enough. */
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

/** `United States Code, title 17 (Copyrights), chapter 1 (…). Status: in force. Current through Pub. L. 119-36 (2025-09-05).` */
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
  // What tells of the text itself is short, and stays whole.
  const state = [
    ...(status ? [`Status: ${status}`] : []),
    ...(currency === null ? [] : [currency.charAt(0).toUpperCase() + currency.slice(1)]),
  ].join('. ');
  const place = [source.name, ...levels, ...rest].join(', ');
  const room = Math.max(0, MAX_DESCRIPTION - state.length - 3);
  return `${[place.slice(0, room), ...(state ? [state] : [])].join('. ').slice(0, MAX_DESCRIPTION - 1)}.`;
}

/** Nobody shows more. */
const MAX_DESCRIPTION = 300;

/** `U.S. Code, Title 17 – Copyrights`, `Chapter 1, U.S. Code, Title 17 – Copyrights`, `Federal Register, May 2018`. */
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
