import { agencyKeys } from '../../../contract/agencies.ts';
import type { EqualFilter } from '../../../contract/search-filters.ts';
import { lengthWithoutNotes, namesOf } from '../../documents/labels.ts';
import { hitOf, type SearchDocument } from '../../documents/search-document.ts';
import { referencesOf } from '../../references/references.ts';
import { nameOf } from '../../text/name.ts';
import { packNumbers, readSignature, wordNumber } from '../../text/signature.ts';
import { baseStems, isFunctionWord, memoized } from '../../text/tokens.ts';
import {
  encodeDate,
  encodeKey,
  encodeValue,
  REMEMBERED,
  textIdOf,
  writeCombined,
  writeStep,
} from '../encoding.ts';
import { readStems, signatureOf, stemsOf } from '../stems.ts';
import { orderOf, placeOf } from './places.ts';

/** Texts of more words have a record of their own. If all had, the server would have a third more to do. */
const LONG = 700;
/** Typesense keeps at most 65,535 positions of a word in one text. */
const CHUNK_WORDS = 30_000;
/** Words that two chunks share, so that a phrase of them is in one. */
const OVERLAP = 30;

const keysOfAgency = memoized(REMEMBERED, agency => agencyKeys(agency).map(encodeKey));

/**
 * Returns the record of a document, and before it that of a long text, in which only phrases are looked for. The former is small, since the
 * server reads the whole of each that it returns or counts.
 * @param listed the key of the part of the manifest that lists it @param isDivided whether two records are there; null: none is
 */
export function recordsOf(
  document: SearchDocument,
  hash: string,
  listed: string,
  isDivided: boolean | null = null,
) {
  const [name, above] = [nameOf(document), namesOf(document)];
  const citation = document.heading.slice(0, document.heading.length - name.length);
  const heading = stemsOf(name);
  const body = readStems(document.body);
  const text = [stemsOf(above), stemsOf(document.heading), ...chunksOf(body)];
  const compared = { id: encodeKey(document.identifier), hash, listed, ...comparedIn(document) };
  const citations = document.citations.map(encodeKey);
  const signature = signatureOf(name, above, document.body, lengthWithoutNotes(document.body));
  const isLong = isDivided ?? body.length > LONG;
  const record = {
    ...compared,
    kind: 'document',
    /** The stems of the heading, without the citation before it. */
    heading,
    /** Stems that words of the heading are made of (`baseStems`), so that `partner` finds partnerships. */
    kin: heading.split(' ').flatMap(baseStems).join(' '),
    /** The stems of that citation and of the names above the document. */
    names: stemsOf(`${citation}\n${above}`),
    /** All stems in order: of the names, of the whole heading, and of the text. Of a long text each stem once. */
    ...(isLong ? { words: Array.from(new Set(body)).join(' ') } : { text, text_citations: citations }),
    ...referencesIn(document),
    citations,
    /** Stored only, as are the numbers of all other words, and the search hit without highlights. */
    signature: signature.toString('base64'),
    numbers: numbersOf(body, readSignature(signature).text),
    hit: JSON.stringify(hitOf(document)),
  };
  const ofText = { ...compared, id: textIdOf(compared.id), kind: 'text', long_text: text };
  return isLong ? [{ ...ofText, text_citations: citations }, record] : [record];
}

type KeyOf<One> = One extends unknown ? keyof One : never;
/** The fields of records. Popular names, each as its stems, are told by other documents, so they are written last (`connect.ts`). */
export type Field = KeyOf<ReturnType<typeof recordsOf>[number]> | 'acts';

/** The server writes numbers of words in a fraction of the time that the words of long texts take it. @param known are left out */
function numbersOf(stems: readonly string[], known: Uint16Array): string {
  const numbers = new Set<number>();
  for (const stem of new Set(stems)) if (!isFunctionWord(stem)) numbers.add(wordNumber(stem));
  for (const number of known) numbers.delete(number);
  return packNumbers(numbers).toString('base64');
}

/**
 * Returns the values that filters, facets and orders read. One that is undefined is left out: Typesense takes absent, not null, for a
 * field without value.
 */
function comparedIn(document: SearchDocument) {
  const { agencies, levels, publication_date: date, filtered, status } = document;
  const { identifier, document_number: number } = document.sortKeys;
  const encode = (value: string | number | null) =>
    typeof value === 'string' ? encodeValue(value) : (value ?? undefined);
  const equal = Object.entries(filtered).map(([name, value]) => [name, encode(value)]);
  const [identifier_place, identifier_place_rest] = placeOf(orderOf(identifier, document.identifier));
  return {
    ...(Object.fromEntries(equal) as Partial<Record<EqualFilter, string | number>>),
    /** For the filter `within`. */
    levels: levels.map(encodeKey),
    /** For the facet; `outermost` for that of most queries. */
    level: levels.map((level, i) => writeStep(levels[i - 1] ?? '', level)),
    outermost: levels[0] === undefined ? undefined : encodeValue(levels[0]),
    /** All agencies for facets, and for filters the keys of the names that find them (`agencies.ts`). */
    agency: agencies.map(encodeValue),
    agency_key: Array.from(new Set(agencies.flatMap(keysOfAgency))),
    publication_date: date === null ? undefined : encodeDate(date),
    publication_year: date === null ? undefined : Number(date.slice(0, 4)),
    combined: writeCombined({ ...filtered, granularity: document.granularity }),
    /** Orders equal matches of words that are weighed: law in force comes first. */
    precedence: (date === null ? 2 : 0) + (status === 'in_force' ? 1 : 0),
    cited_by_count: document.cited_by_count,
    identifier_place,
    identifier_place_rest,
    document_number_place: number === null ? undefined : placeOf(number)[0],
  };
}

/** Returns the texts of about equal length that a text is indexed as. */
export function chunksOf(stems: readonly string[]): string[] {
  const count = Math.max(1, Math.ceil(stems.length / CHUNK_WORDS));
  const size = Math.ceil(stems.length / count);
  return Array.from({ length: count }, (_, i) =>
    stems.slice(Math.max(0, i * size - OVERLAP), (i + 1) * size).join(' '),
  );
}

function referencesIn(document: SearchDocument) {
  const { cites, names, abbreviations } = referencesOf(document);
  const mentions = names.map(({ name, key, weight }) => `${encodeKey(key)} ${weight} ${stemsOf(name)}`);
  return {
    cited_keys: cites.map(encodeKey),
    /** Abbreviations that the document spells out, and these with their long forms: `epa environmental protection agency`. */
    short: Array.from(new Set(abbreviations.map(([short]) => stemsOf(short)))),
    spelled: abbreviations.map(([short, long]) => `${stemsOf(short)} ${long}`),
    /** Names of acts that it mentions: the key of each act, how certain it is, and the name's stems. */
    mentions: Array.from(new Set(mentions)),
  };
}
