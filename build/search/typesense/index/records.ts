import { agencyKeys } from '../../../contract/agencies.ts';
import { hitOf, type SearchDocument } from '../../documents/search-document.ts';
import {
  type EqualFields,
  encodeDate,
  encodeKey,
  encodeOrder,
  encodeValue,
  recordIds,
  separate,
  type TypesenseRecord,
} from '../record.ts';
import { referencesIn } from './record-references.ts';
import { type Texts, textsOf } from './record-texts.ts';
import { signedWords } from './signed-words.ts';

/** Returns a document's records, one for each part of its text. @param key of the document's content */
export function recordsOf(document: SearchDocument, key: string): TypesenseRecord[] {
  const texts = textsOf(document.body);
  const ids = recordIds(key, texts.length);
  const common = commonFields(document);
  const references = referencesIn(document);
  return texts.map((text, i) => ({ id: ids[i]!, part: i, ...common, ...text, ...(i === 0 && references) }));
}

function commonFields(document: SearchDocument): Omit<TypesenseRecord, 'id' | 'part' | keyof Texts> {
  const { agencies, granularity, citations, sortKeys, publication_date, filtered } = document;
  return {
    document: encodeKey(document.identifier),
    heading: separate(document.heading),
    ...signedWords(document),
    citations: citations.map(encodeKey),
    ...equalFields(filtered),
    status: encodeValue(document.status),
    granularity: encodeValue(granularity),
    // The identifier orders documents with equal keys.
    identifier_order: encodeOrder(`${sortKeys.identifier}\0${document.identifier}`),
    // Typesense wants missing values absent, not null.
    ...(agencies.length === 0
      ? {}
      : {
          agency: agencies.map(encodeValue),
          agency_key: Array.from(new Set(agencies.flatMap(agencyKeys)), encodeKey),
        }),
    ...(publication_date === null ? {} : { publication_date: encodeDate(publication_date) }),
    ...(sortKeys.document_number === null
      ? {}
      : { document_number_order: encodeOrder(sortKeys.document_number) }),
    hit: JSON.stringify(hitOf(document)),
  };
}

/** Typesense takes absent, not null, for a field without value. */
const equalFields = (filtered: SearchDocument['filtered']): EqualFields =>
  Object.fromEntries(
    Object.entries(filtered).flatMap(([name, value]) =>
      value === null ? [] : [[name, typeof value === 'number' ? value : encodeValue(value)]],
    ),
  );
