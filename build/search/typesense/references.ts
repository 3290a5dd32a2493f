import { citesPart } from '../../contract/search/citation.ts';
import { encodeKey, type TypesenseRecord } from '../../contract/search/typesense.ts';
import type { SearchDocument } from '../document.ts';
import { referencesOf } from '../references/references.ts';

/** What a document says of others; nothing where it says nothing. Citations of parts count for none of their sections. */
export function referencesIn(document: SearchDocument): Pick<TypesenseRecord, 'references'> {
  const { cites, names, abbreviations } = referencesOf(document);
  if (cites.length + names.length + abbreviations.length === 0) return {};
  return {
    references: {
      cites: cites.filter(key => !citesPart(key)).map(encodeKey),
      names: names.map(({ name, key, weight }) => [name, encodeKey(key), weight]),
      abbreviations,
    },
  };
}
