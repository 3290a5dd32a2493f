import { shorthandOf } from '../contract/identifier.ts';
import { naturalKey } from '../contract/natural-order.ts';
import { type Source, sourceOfIdentifier } from '../contract/sources.ts';
import { type CatalogRecord, columnFields, PAGES_COLUMN } from '../formats/catalog.ts';

/**
 * Scopes divide what is written in documents by what can change its meaning: `t17` for title 17 of any code, the number of a
 * document, `83 FR` for a volume. When documents come and go, only their scopes are looked up again.
 */

/** The scope of a written reference (`WrittenReference`); empty where no document can change its meaning. */
export function scopeOf(written: string): string {
  if (!written.startsWith('/')) return written.slice(0, written.lastIndexOf(' '));
  const [identifier = ''] = written.split('\n', 1);
  const source = sourceOfIdentifier(identifier);
  return source ? scopeOfIdentifier(source, identifier) : '';
}

/** The scopes in which a document, or one that is gone, may be meant. */
export function scopesOf(
  source: Source,
  names: readonly string[],
  values: CatalogRecord['values'],
): string[] {
  const scopes = names.map(name => scopeOfIdentifier(source, name));
  const pages = values[columnFields(source).indexOf(PAGES_COLUMN)];
  if (typeof pages !== 'string' || source.citation?.by !== 'page') return scopes;
  return [...scopes, `${pages.split('/')[0]} ${source.citation.abbreviation}`];
}

/** The scope of a document or level. Identifiers that are found by each other share it: titles 6 and 06, numbers with any dash. */
export const scopeOfIdentifier = (source: Source, identifier: string): string =>
  naturalKey(shorthandOf(source, identifier).split('/', 1)[0] as string);
