import { citesPart } from '../../../contract/citations/keys.ts';
import type { SearchDocument } from '../../documents/search-document.ts';
import { referencesOf } from '../../references/references.ts';
import { encodeKey, type TypesenseRecord } from '../record.ts';

/** Returns a document's references; nothing if it has none. Citations of parts do not count for their sections. */
export function referencesIn(
  document: SearchDocument,
): Pick<TypesenseRecord, 'cites' | 'cites_parts' | 'references'> {
  const { cites, names, abbreviations } = referencesOf(document);
  const keys = new Set(cites.filter(key => !citesPart(key)).map(encodeKey));
  const parts = new Set(cites.filter(citesPart).map(encodeKey));
  const encoded = names.map(({ name, key, weight }): [string, string, number] => [
    name,
    encodeKey(key),
    weight,
  ]);
  return {
    ...(keys.size > 0 && { cites: [...keys] }),
    ...(parts.size > 0 && { cites_parts: [...parts] }),
    ...(names.length + abbreviations.length > 0 && { references: { names: encoded, abbreviations } }),
  };
}
