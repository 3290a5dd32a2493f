import type { SourceId } from '../../../../contract/sources.ts';
import { readWebPath } from '../../../../contract/web-path.ts';

/** What a preview of a link asks for. */
export type Asked =
  | { kind: 'document'; source: SourceId; identifier: string; labels: readonly string[] }
  | { kind: 'level'; source: SourceId; identifier: string }
  /** A citation that the page has recognised, with the labels behind it. */
  | { kind: 'citation'; query: string }
  /** A footnote of this page. */
  | { kind: 'note'; id: string };

/** An address of the site, below its base. */
interface Address {
  path: string;
  search: string;
  hash: string;
}

const LABEL = /^[A-Za-z\d]{1,8}$/;
/** Labels at the end of a citation: `106(1)(a)`. */
const LABELS_BEHIND = /(?: ?\([A-Za-z\d]{1,6}\))+$/;

/**
 * @param to the address of the link @param words of the link @param here the page's own path
 * @returns null for links that have no preview: to other pages of the site, and within this one
 */
export function askedBy(to: Address, words: string, here: string): Asked | null {
  const hash = decoded(to.hash.slice(1));
  const isHere = to.path === here;
  if (isHere) return /^fn-\d+$/.test(hash) ? { kind: 'note', id: hash } : null;
  const place = readWebPath(to.path);
  if (place?.view === 'search') {
    const query = new URLSearchParams(to.search).get('q');
    return query ? { kind: 'citation', query: query + (LABELS_BEHIND.exec(words.trim())?.[0] ?? '') } : null;
  }
  if (!place?.source) return null;
  if (place.level !== undefined) return { kind: 'level', source: place.source, identifier: place.level };
  if (place.identifier === undefined || place.identifier === readWebPath(here)?.identifier) return null;
  const labels = hash === '' ? [] : hash.split('-');
  return {
    ...{ kind: 'document', source: place.source, identifier: place.identifier },
    labels: labels.every(label => LABEL.test(label)) ? labels : [],
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
