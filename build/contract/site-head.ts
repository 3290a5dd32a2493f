import { documentHead } from './document-head.ts';
import { type LevelFacts, levelHead } from './level-head.ts';
import { type PastQuery, pastHead } from './past-page.ts';
import { type PageHead, placeHead } from './place-head.ts';
import type { PageLoads } from './site-loads.ts';
import { type Metadata, sourceOf } from './sources.ts';
import { type WebPlace, webPathOfPlace } from './web-path.ts';

/**
 * The head of the site's one page, filled for link previews and search engines (build/contract/README.md, Site): the shim and
 * the Worker replace the home page's head with it. The app does the same anyway.
 */

/** The home page's head is between these. */
export const HEAD_MARKS = ['<!--head-->', '<!--/head-->'] as const;

const SITE_NAME = 'Pandect';

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`);

/** Bytes of a subject that are read: a document's metadata comes first. */
export const SUBJECT_BYTES = 64 * 1024;

/** The public address of the site in its shell, without the last slash; empty without one. */
const PUBLIC = /<meta name="pandect-site" content="([^"<>]*)">/;

/** Returns the tag for the shell's head. @param url absolute, with a slash at its end */
export const publicAddressTag = (url: string): string =>
  `<meta name="pandect-site" content="${escapeHtml(url)}">`;

/** The tag of a tree that was built with an archive. */
export const ARCHIVE_TAG = '<meta name="pandect-archive" content="yes">';

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
  const base = head === null ? shell.slice(start, to).trim().split('\n') : headLines(shell, head);
  const lines = [...base, ...(loads === null ? [] : loadLines(shell, loads))];
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

function headLines(shell: string, head: PageHead): string[] {
  const { title, description, canonical, alternates, isFormer } = head;
  const site = (PUBLIC.exec(shell)?.[1] ?? '').replace(/\/$/, '');
  return [
    `<title>${escapeHtml(title === SITE_NAME ? title : `${title} – ${SITE_NAME}`)}</title>`,
    ...(description === null ? [] : [tag('meta', { name: 'description', content: description })]),
    ...(canonical === null || isFormer ? [tag('meta', { name: 'robots', content: 'noindex' })] : []),
    // The address of the site is escaped where it stands.
    ...(canonical === null ? [] : [`<link rel="canonical" href="${site}${escapeHtml(canonical)}">`]),
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

/**
 * @param subject the JSON of the file that the page is about, or its beginning; null where it is about none
 * @param past what the query asks for, on the page of a document
 * @returns null for the home page, whose head the shell has
 */
export function headOf(
  place: WebPlace,
  subject: string | null,
  past: PastQuery | null = null,
): PageHead | null {
  const { view, source, identifier, level } = place;
  if (view === 'home') return null;
  if (source === undefined)
    return { title: 'Search', description: null, canonical: webPathOfPlace(place), alternates: [] };
  if (level !== undefined) {
    const unknown = { identifier: level, level: '', number: null, name: null, path: [] };
    return levelHead(sourceOf(source), { ...unknown, ...dataOf<LevelFacts>(subject, LOWER) });
  }
  if (identifier === undefined) return placeHead(place);
  const data = dataOf<DocumentFacts>(subject, BODY);
  // The path may name an alias. The document tells its canonical identifier.
  const head = documentHead({ source, identifier, metadata: {}, ...data });
  return past ? pastHead(head, past) : head;
}

/** Data of a document's answer, as far as its beginning tells. */
type DocumentFacts = { identifier: string; metadata: Metadata };

/** What follows the facts of a document, and of a level: no string in JSON can hold these characters. */
const BODY = ',"body":';
const LOWER = ',"children":';

/** Parses the data at the beginning of an answer. @param end what follows them; all is parsed without it */
function dataOf<T>(json: string | null, end: string): T | null {
  if (json === null) return null;
  const at = json.indexOf(end);
  try {
    return (JSON.parse(at < 0 ? json : `${json.slice(0, at)}}}`) as { data: T }).data;
  } catch {
    // The beginning was too short.
    return null;
  }
}

/** Returns the metadata at the beginning of a document's JSON; empty where the beginning was too short. */
export const documentMetadata = (json: string): Metadata => dataOf<DocumentFacts>(json, BODY)?.metadata ?? {};
