import { keysOfIdentifier } from '../../contract/citations/document-keys.ts';
import {
  appendixKeys,
  docketKeys,
  docketTextKey,
  identifierKey,
  normalCitation,
  numberKey,
  pageKey,
  partKeys,
  rinKeys,
  withinKey,
} from '../../contract/citations/keys.ts';
import type { Reading, WrittenCitation } from '../../contract/citations/readings.ts';
import { writtenCitations } from '../../contract/citations/written.ts';
import { isShorthandForm } from '../../contract/levels.ts';
import { SOURCES, sourceOfIdentifier } from '../../contract/sources.ts';

/** Keys (`keys.ts`) of the citations in a query. */

/** Returns citation keys in order of appearance. Not every key belongs to a document. */
export function citationsIn(text: string): string[] {
  const whole = identifiersIn(text).map(identifierKey);
  if (whole.length > 0) return [...new Set([...whole, ...proceedingsIn(text, whole)])];
  const citations = lawCitations(text);
  const keys = citations.flatMap(keysOfCitation);
  // A document's number may be a docket's, too.
  const others = citations.filter(citation => !isOfNumber(citation));
  const rest = others.length === 0 ? text : without(text, others);
  return [...new Set([...keys, ...proceedingsIn(rest, keys)])];
}

/** Returns the citations in a text but executive orders and popular names of acts, which are found by their words. */
export const lawCitations = (text: string): WrittenCitation[] =>
  writtenCitations(text).filter(({ readings }) => !/^(?:act|order)$/.test(readings[0]?.kind ?? ''));

export const keysOfCitation = ({ readings }: WrittenCitation): string[] => [
  ...new Set(readings.flatMap(keysOf)),
];

/** Tells whether the citation is a number of a journal's document. Numbers of other things look the same. */
export const isOfNumber = ({ readings }: WrittenCitation): boolean => readings[0]?.kind === 'document';

/** Blanks the citations out. */
export function without(text: string, citations: readonly WrittenCitation[]): string {
  const points = [...text];
  for (const { start, end } of citations) points.fill(' ', start, end);
  return points.join('');
}

function keysOf({ kind, identifiers, identifierEnd, page }: Reading): string[] {
  if (page) {
    const { journal, volume, page: first } = page;
    return [pageKey(journal, volume, first), withinKey(journal, volume, first)];
  }
  // A range is several sections.
  if (identifierEnd !== null) return [];
  if (kind === 'appendix' || kind === 'rule' || kind === 'plan') return identifiers.flatMap(appendixKeys);
  return identifiers.flatMap(identifier => {
    const source = sourceOfIdentifier(identifier);
    const citation = source?.citation;
    if (!source || !citation) return [];
    if (citation.by === 'page') return [numberKey(citation, identifier.slice(source.namespace.length))];
    if (kind !== 'part') return keysOfIdentifier(source.id, identifier).filter(key => !key.startsWith('id:'));
    const [, title = '', part = ''] = /\/t(\d+)\/p([^/]+)/.exec(identifier) ?? [];
    return partKeys(citation, title, part);
  });
}

/** Returns dockets and RINs. A text with digits and no other citation may be an agency's docket (`Notice 1`). */
function proceedingsIn(rest: string, ofLaw: readonly string[]): string[] {
  const keys = [...docketKeys(rest), ...rinKeys(rest)];
  return keys.length + ofLaw.length === 0 && /\p{N}/u.test(rest) ? [docketTextKey(rest)] : keys;
}

/** Reads a query that is one identifier, canonical or shorthand; identifiers may hold spaces. */
export function identifiersIn(query: string): string[] {
  const path = query.trim().replace(/^\/|\/$/g, '');
  const normal = normalCitation(path);
  const isCanonical = SOURCES.some(({ namespace }) => `/${normal}`.startsWith(normalCitation(namespace)));
  if (isCanonical) return [`/${path}`];
  return SOURCES.filter(source => isShorthandForm(source, normal)).map(({ namespace }) => namespace + path);
}
