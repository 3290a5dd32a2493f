import { currencyText } from './currency.ts';
import { levelsOf } from './document-levels.ts';
import type { Document } from './envelope.ts';
import { idOf } from './identifier.ts';
import { isDated, isDateLevel, outerLevel } from './levels.ts';
import { documentUrl } from './paths.ts';
import type { PageHead } from './place-head.ts';
import { sourceOf } from './sources.ts';
import { webPathOf } from './web-path.ts';

/** Head of a document's page on the site. */

type HeadSubject = Pick<Document, 'source' | 'identifier' | 'metadata'>;

const FORMS = { 'application/json': '', 'text/markdown': '?format=markdown', 'text/plain': '?format=text' };

export function documentHead(document: HeadSubject): PageHead {
  const { identifier, metadata } = document;
  const url = documentUrl(sourceOf(document.source), identifier);
  return {
    title: plain(metadata.display_title) ?? idOf(identifier),
    description: descriptionOf(document),
    canonical: webPathOf(document),
    alternates: Object.entries(FORMS).map(([type, query]) => ({ href: url + query, type })),
  };
}

/** `United States Code, title 17 (Copyrights), chapter 1 (…). Status: in force. Current through Pub. L. 119-36 (2025-09-05).` */
function descriptionOf(document: HeadSubject): string {
  const source = sourceOf(document.source);
  const { metadata } = document;
  const levels = levelsOf(document).flatMap(each => {
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
  // The state of the text is short and is never cut.
  const state = [
    ...(status ? [`Status: ${status}`] : []),
    ...(currency === null ? [] : [currency.charAt(0).toUpperCase() + currency.slice(1)]),
  ].join('. ');
  const path = [source.name, ...levels, ...rest].join(', ');
  const room = Math.max(0, MAX_DESCRIPTION - state.length - 3);
  return `${[path.slice(0, room), ...(state ? [state] : [])].join('. ').slice(0, MAX_DESCRIPTION - 1)}.`;
}

/** Search engines show no more. */
const MAX_DESCRIPTION = 300;

const plain = (value: unknown): string | null => {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  return text.replace(/\s+/g, ' ').trim() || null;
};
