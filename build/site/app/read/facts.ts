import { levelsOf } from '../../../contract/document-levels.ts';
import { isDateLevel, levelWord } from '../../../contract/levels.ts';
import { type CfrReference, sourceOf } from '../../../contract/sources.ts';
import { webPathOfPlace } from '../../../contract/web-path.ts';
import { label, longDate } from '../format.ts';
import { fieldOf, type ReadDocument } from './document.ts';

/** A term of the document's metadata with its values, shown beside the text. */
export interface Fact {
  term: string;
  values: readonly FactValue[];
}

export interface FactValue {
  text: string;
  to?: string;
}

/** @param hasSearch whether the site can search: if so, dockets and the like link to it */
export function factsOf(document: ReadDocument, hasSearch: boolean): Fact[] {
  const facts = [...levelFacts(document), ...TABLE.map(row => row(document, hasSearch))];
  return facts.filter((fact): fact is Fact => fact !== null && fact.values.length > 0);
}

function levelFacts(document: ReadDocument): (Fact | null)[] {
  const source = sourceOf(document.source);
  const numbers: Record<string, string> = {};
  return levelsOf(document).map(({ level, number, label, name }) => {
    if (isDateLevel(level)) return null;
    const term = levelWord(level);
    const ownNumber = label === null ? null : label.slice(term.length + 1);
    const text = [ownNumber, name].filter(each => each !== null).join('. ');
    if (number === null || level.shown !== 'page') return text === '' ? null : { term, values: [{ text }] };
    numbers[level.name] = number;
    const to = webPathOfPlace({ view: 'level', source: source.id, numbers: { ...numbers } });
    return { term, values: [{ text, to }] };
  });
}

type Row = (document: ReadDocument, hasSearch: boolean) => Fact | null;

const textRow =
  (term: string, field: string, words: (value: string) => string = value => value): Row =>
  document => {
    const value = fieldOf(document, field);
    return value === null ? null : { term, values: [{ text: words(value) }] };
  };

const listRow =
  (term: string, field: string, other: string | null, isSearched: boolean): Row =>
  (document, hasSearch) => {
    const list = document.metadata[field];
    const values = (Array.isArray(list) ? list : []).filter(value => typeof value === 'string');
    const one = other === null ? null : fieldOf(document, other);
    if (values.length === 0 && one !== null) values.push(one);
    return {
      term: values.length > 1 ? `${term}s`.replace(/ys$/, 'ies') : term,
      values: values.map(text => searched(text, isSearched && hasSearch)),
    };
  };

/** Links to the search, since nothing here knows whether the site holds the document. */
const searched = (text: string, hasSearch: boolean): FactValue =>
  hasSearch ? { text, to: searchPath(text) } : { text };

export const searchPath = (query: string): string => `/search?q=${encodeURIComponent(query)}`;

const CFR: Row = ({ metadata }, hasSearch) => {
  const list = (metadata.cfr_references ?? []) as CfrReference[];
  const names = list.flatMap(({ title, parts }) =>
    parts.length === 0 ? [`${title} CFR`] : parts.map(part => `${title} CFR part ${part}`),
  );
  return { term: 'Code', values: names.map(text => searched(text, hasSearch)) };
};

const POSITIVE_LAW: Row = ({ metadata: { positive_law } }) =>
  typeof positive_law === 'boolean'
    ? { term: 'Positive law', values: [{ text: positive_law ? 'Yes' : 'No' }] }
    : null;

/** A section of regulations has its agency in its chapter's name. */
const AGENCY: Row = (document, hasSearch) =>
  document.metadata.agency === document.metadata.chapter_name
    ? null
    : listRow('Agency', 'agencies', 'agency', false)(document, hasSearch);

/** Left out where the text itself has a source credit. */
const CREDIT: Row = document =>
  /source credit/i.test(document.body) ? null : textRow('Source credit', 'source_credit')(document, false);

const TABLE: readonly Row[] = [
  textRow('Type', 'document_type', label),
  AGENCY,
  textRow('Action', 'fr_action'),
  textRow('Published', 'publication_date', longDate),
  textRow('Effective', 'effective_date', longDate),
  textRow('Comments close', 'comments_close_date', longDate),
  textRow('Citation', 'fr_citation'),
  textRow('Document number', 'document_number'),
  listRow('Docket', 'docket_ids', null, true),
  listRow('RIN', '', 'rin', true),
  CFR,
  textRow('Authority', 'authority'),
  textRow('Source', 'regulatory_source'),
  CREDIT,
  POSITIVE_LAW,
  textRow('Status', 'status', label),
  textRow('Legal standing', 'legal_status', label),
  textRow('Release point', 'release_point', point => `Public Law ${point}`),
  textRow('Current as of', 'currency', longDate),
  textRow('Last updated', 'last_updated', longDate),
];
