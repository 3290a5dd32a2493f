import { documentHead } from './document-head.ts';
import { type PageHead, placeHead } from './place-head.ts';
import type { PageLoads } from './site-loads.ts';
import type { Metadata } from './sources.ts';
import { type WebPlace, webPathOfPlace } from './web-path.ts';

/**
 * The head of the site's one page, filled for those who share an address, and for search engines (build/contract/README.md, Site): the
 * shim and the Worker put it in the place of the home page's. The app does the same in any case.
 */

/** What stands between these is of the home page. */
export const HEAD_MARKS = ['<!--head-->', '<!--/head-->'] as const;

const SITE_NAME = 'Pandect';

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
export function headOf(place: WebPlace, subject: string | null): PageHead | null {
  const { view, source, identifier } = place;
  if (view === 'home') return null;
  if (source === undefined)
    return { title: 'Search', description: null, canonical: webPathOfPlace(place), alternates: [] };
  if (identifier === undefined) return placeHead(place);
  const data = subject === null ? null : dataOf(subject);
  // The path may name an alias. The document tells its canonical identifier.
  return documentHead({ source, identifier, metadata: {}, ...data });
}

/** Data of a document's answer, as far as its beginning tells. */
type Data = { identifier: string; metadata: Metadata };

const BODY = ',"body":';

/** Of a document only what comes before its text: no string in JSON can hold these characters. */
function dataOf(json: string): Data | null {
  const end = json.indexOf(BODY);
  try {
    return (JSON.parse(end < 0 ? json : `${json.slice(0, end)}}}`) as { data: Data }).data;
  } catch {
    // Its beginning was not enough.
    return null;
  }
}

/** Of a document by the beginning of its JSON; empty where that was not enough. */
export const documentMetadata = (json: string): Metadata => dataOf(json)?.metadata ?? {};
