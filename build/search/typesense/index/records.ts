import { agencyKeys } from '../../../contract/agencies.ts';
import { citesPart } from '../../../contract/citations/keys.ts';
import { lengthWithoutNotes, nameOf, namesOf } from '../../documents/labels.ts';
import { hitOf, type SearchDocument } from '../../documents/search-document.ts';
import { referencesOf } from '../../references/references.ts';
import { nameNumber } from '../../text/signature.ts';
import { baseStems } from '../../text/tokens.ts';
import {
  type ComparedFields,
  type DocumentRecord,
  type EqualFields,
  encodeDate,
  encodeKey,
  encodeOrder,
  encodeValue,
  type TextRecord,
  textIdOf,
  writeMention,
  writeStep,
} from '../record.ts';
import { readStems, signatureOf, stemsOf } from '../stems.ts';

/** Typesense keeps at most 65,535 positions of a word in one text. */
const CHUNK_WORDS = 30_000;
/** Words that two chunks share, so that a phrase of them is in one. */
const OVERLAP = 30;

/** @param hash of the document's content @param listed the key of the part of the manifest that lists it */
export function recordsOf(
  document: SearchDocument,
  hash: string,
  listed: string,
): [text: TextRecord, document: DocumentRecord] {
  const key = encodeKey(document.identifier);
  const name = nameOf(document);
  const above = namesOf(document);
  const heading = stemsOf(name);
  const citation = document.heading.slice(0, document.heading.length - name.length);
  const names = stemsOf(`${citation}\n${above}`);
  const text = readStems(document.body);
  const compared = comparedIn(document);
  const citations = document.citations.map(encodeKey);
  return [
    {
      id: textIdOf(key),
      kind: 'text',
      of: key,
      text: [stemsOf(above), stemsOf(document.heading), ...chunksOf(text.all)],
      text_citations: citations,
      ...compared,
    },
    {
      id: key,
      key,
      kind: 'document',
      hash,
      listed,
      heading,
      kin: heading.split(' ').flatMap(baseStems).join(' '),
      names,
      words: text.distinct,
      ...referencesIn(document),
      citations,
      ...compared,
      name: nameNumber(name),
      signature: signatureOf(name, above, document.body, lengthWithoutNotes(document.body)).toString(
        'base64',
      ),
      hit: JSON.stringify(hitOf(document)),
    },
  ];
}

function comparedIn(document: SearchDocument): ComparedFields {
  const { agencies, levels, sortKeys, publication_date: date, filtered, status } = document;
  return {
    ...equalFields(filtered),
    source: encodeValue(document.source),
    status: encodeValue(status),
    granularity: encodeValue(document.granularity),
    ...given('levels', levels.map(encodeKey)),
    ...given(
      'level',
      levels.map((level, i) => writeStep(levels[i - 1] ?? '', level)),
    ),
    // Typesense takes absent, not null, for a field without value.
    ...given('agency', agencies.map(encodeValue)),
    ...given('agency_key', Array.from(new Set(agencies.flatMap(agencyKeys)), encodeKey)),
    ...(date !== null && { publication_date: encodeDate(date), publication_year: Number(date.slice(0, 4)) }),
    precedence: (date === null ? 2 : 0) + (status === 'in_force' ? 1 : 0),
    cited_by_count: document.cited_by_count,
    // The identifier orders documents with equal keys.
    identifier_order: encodeOrder(`${sortKeys.identifier}\0${document.identifier}`),
    ...(sortKeys.document_number !== null && {
      document_number_order: encodeOrder(sortKeys.document_number),
    }),
  };
}

const given = <N extends keyof DocumentRecord>(name: N, values: readonly string[]) =>
  values.length === 0 ? {} : ({ [name]: values } as Pick<DocumentRecord, N>);

/** Returns the texts of about equal length that a long text is indexed as. */
export function chunksOf(stems: string): string[] {
  // Most texts are certainly short.
  if (stems.length < 2 * CHUNK_WORDS) return [stems];
  const words = stems.split(' ');
  const count = Math.ceil(words.length / CHUNK_WORDS);
  const size = Math.ceil(words.length / count);
  return Array.from({ length: count }, (_, i) =>
    words.slice(Math.max(0, i * size - OVERLAP), (i + 1) * size).join(' '),
  );
}

/** Citations of parts do not count for their sections. */
function referencesIn(document: SearchDocument) {
  const { cites, names, abbreviations } = referencesOf(document);
  const keysOf = (keys: readonly string[]) => Array.from(new Set(keys), encodeKey);
  const mentions = names.map(({ key, ...name }) => writeMention({ ...name, key: encodeKey(key) }));
  return {
    ...given('cites', keysOf(cites.filter(key => !citesPart(key)))),
    ...given('cites_parts', keysOf(cites.filter(citesPart))),
    ...given('short', Array.from(new Set(abbreviations.map(([short]) => stemsOf(short))))),
    ...given(
      'spelled',
      abbreviations.map(([short, long]) => `${stemsOf(short)} ${long}`),
    ),
    ...given('mentions', mentions),
  };
}

const equalFields = (filtered: SearchDocument['filtered']): EqualFields =>
  Object.fromEntries(
    Object.entries(filtered).flatMap(([name, value]) =>
      value === null ? [] : [[name, typeof value === 'number' ? value : encodeValue(value)]],
    ),
  );
