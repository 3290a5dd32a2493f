import { isDate } from '../../contract/dates.ts';

/** A document in the metadata of federalregister.gov. Missing values, and values of the wrong kind, are null. */
export interface ListedDocument {
  number: string | null;
  title: string | null;
  action: string | null;
  agencies: string[];
  cfrReferences: string[];
  docketIds: string[];
  rins: string[];
  citation: string | null;
  volume: number | null;
  startPage: number | null;
  endPage: number | null;
  publicationDate: string | null;
  effectiveDate: string | null;
  commentsDate: string | null;
}

/** Reads all documents of an issue's list, or the one document of the file. */
export function listedDocuments(metadata: unknown): ListedDocument[] {
  if (!isObject(metadata)) return [];
  const results = Array.isArray(metadata.results) ? metadata.results : [metadata];
  return results
    .filter(isObject)
    .map(listedDocument)
    .filter(({ number }) => number !== null);
}

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textIn = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.replace(/\s+/g, ' ').trim() : null;
const numberIn = (value: unknown): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : null;
const dayIn = (value: unknown): string | null => (typeof value === 'string' && isDate(value) ? value : null);
const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(textIn).filter(text => text !== null) : [];

function listedDocument(json: Json): ListedDocument {
  const listOf = (name: string) => (Array.isArray(json[name]) ? json[name] : []).filter(isObject);
  return {
    number: textIn(json.document_number),
    title: textIn(json.title),
    action: textIn(json.action),
    agencies: listOf('agencies').flatMap(agency => textIn(agency.name) ?? textIn(agency.raw_name) ?? []),
    cfrReferences: listOf('cfr_references').flatMap(({ title, part }) => {
      const number = typeof part === 'number' ? String(part) : textIn(part);
      return numberIn(title) === null || number === null ? [] : [`${title} CFR Part ${number}`];
    }),
    docketIds: textsIn(json.docket_ids),
    rins: textsIn(json.regulation_id_numbers),
    citation: textIn(json.citation),
    volume: numberIn(json.volume),
    startPage: numberIn(json.start_page),
    endPage: numberIn(json.end_page),
    publicationDate: dayIn(json.publication_date),
    effectiveDate: dayIn(json.effective_on),
    commentsDate: dayIn(json.comments_close_on),
  };
}
