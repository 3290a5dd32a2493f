import { keysOfPages } from '../../contract/citations/document-keys.ts';
import { CODES } from '../../contract/citations/grammar.ts';
import {
  coveredSections,
  docketKeys,
  docketTextKey,
  identifierKey,
  numberKey,
  partAppendixKeys,
  partKeys,
  rinKeys,
  sectionKey,
} from '../../contract/citations/keys.ts';
import { officialName, outerLabel } from '../../contract/document-levels.ts';
import type { Document } from '../../contract/envelope.ts';
import { agenciesOf, references, texts } from '../../contract/keyword-fields.ts';
import { levelKeys } from '../../contract/level-chains.ts';
import { documentLevel } from '../../contract/levels.ts';
import { naturalKey } from '../../contract/natural-order.ts';
import type { SearchHit } from '../../contract/search.ts';
import { EQUAL_FILTERS, type EqualFilter } from '../../contract/search-filters.ts';
import { GRANULARITIES, type Granularity } from '../../contract/sources/entry.ts';
import { type CodeCitation, type JournalCitation, sourceOf } from '../../contract/sources.ts';
import { webPathOf } from '../../contract/web-path.ts';
import { hierarchyOf } from './breadcrumb.ts';

/** A document as search engines index it: the fields of a hit, the keys for sorting and citing, and the text. */
export interface SearchDocument extends Omit<SearchHit, 'highlights'> {
  /** The values that filters compare. */
  filtered: Readonly<Record<EqualFilter, string | number | null>>;
  /** All agencies of the document, `agency` first, each in one spelling. */
  agencies: string[];
  granularity: Granularity;
  /** Keys of the levels above it, from the title down: mostly their identifiers. */
  levels: string[];
  /** Normalised citation keys, see `build/contract/citations/keys.ts`. */
  citations: string[];
  /** Citation keys of the parts of regulations that the metadata names as the subject. */
  about: string[];
  /** Strings whose code-unit order is the natural order (build/contract/README.md, Lists). Nulls sort last. */
  sortKeys: { identifier: string; document_number: string | null };
  body: string;
}

/** Returns the fields of a hit, highlights aside. */
export function hitOf(document: SearchDocument): Omit<SearchHit, 'highlights'> {
  const { agencies, granularity, levels, citations, about, sortKeys, filtered, body, ...hit } = document;
  return hit;
}

/** @param document `data` of the JSON representation @param text the text representation @param citedBy how many cite it */
export function toSearchDocument(document: Document, text: string, citedBy = 0): SearchDocument {
  const { id, identifier, source } = document;
  const documentNumber = textField(document, 'document_number');
  const titleNumber = document.metadata.title_number;
  const title = outerLabel(document);
  const status = textField(document, 'status') ?? 'in_force';
  return {
    id,
    source,
    identifier,
    heading: headingOf(document),
    title_number: typeof titleNumber === 'number' ? titleNumber : null,
    title_name: title === null ? null : officialName(sourceOf(source), title),
    status,
    url: webPathOf(document),
    document_type: textField(document, 'document_type'),
    publication_date: textField(document, 'publication_date'),
    hierarchy: hierarchyOf(document),
    cited_by_count: citedBy,
    filtered: { ...filteredOf(document), source, status },
    agencies: agenciesOf(document.metadata),
    granularity: granularityOf(document),
    levels: levelKeys(document),
    citations: citationsOf(document),
    about: partsOf(document),
    sortKeys: {
      identifier: naturalKey(identifier),
      document_number: documentNumber === null ? null : naturalKey(documentNumber),
    },
    body: text,
  };
}

/** Returns a metadata field as one line of text. */
function textField(document: Document, field: string): string | null {
  const value = document.metadata[field];
  return typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() || null : null;
}

const filteredOf = (document: Document) =>
  Object.fromEntries(
    EQUAL_FILTERS.map(name => {
      const value = document.metadata[name];
      return [name, typeof value === 'number' ? value : textField(document, name)];
    }),
  ) as SearchDocument['filtered'];

const granularityOf = ({ source, metadata }: Document): Granularity =>
  GRANULARITIES.find(each => each === metadata.granularity) ?? sourceOf(source).granularity;

/** The display title holds citation and section, so that a hit is readable by itself. */
const headingOf = (document: Document): string =>
  textField(document, 'display_title') ?? textField(document, 'section_name') ?? document.identifier;

function citationsOf(document: Document): string[] {
  const { citation } = sourceOf(document.source);
  const { docket_ids, rin } = document.metadata;
  const keys = [
    identifierKey(document.identifier),
    ...partAppendixKeys(document.identifier),
    ...(citation?.by === 'section' ? citationsOfSection(document, citation) : []),
    ...(citation?.by === 'page' ? citationsInJournal(document, citation) : []),
    ...texts(docket_ids).flatMap(id => [docketTextKey(id), ...docketKeys(id)]),
    ...texts(rin).flatMap(rinKeys),
  ];
  return Array.from(new Set(keys));
}

/** Matches `40 CFR Part 52` among the references of a Federal Register document. */
const partsOf = ({ metadata }: Document): string[] =>
  references(metadata.cfr_references).flatMap(({ title, parts }) =>
    parts.flatMap(part => CODES.flatMap(code => partKeys(code, String(title), part))),
  );

/** An appendix is cited by its label alone: `18 U.S.C. App. § 6`. */
function citationsOfSection(document: Document, code: CodeCitation): string[] {
  const title = outerLabel(document);
  if (title === null) return [];
  const { field } = documentLevel(sourceOf(document.source));
  // An appendix or a plan has a name in place of a section number.
  const isNumbered = ['section', 'rule'].includes(granularityOf(document));
  const sections = isNumbered ? coveredSections(textField(document, field) ?? '') : [];
  const part = textField(document, 'part_number');
  return [
    ...sections.map(section => sectionKey(code, title, section)),
    ...(part ? partKeys(code, title, part) : []),
  ];
}

function citationsInJournal(document: Document, journal: JournalCitation): string[] {
  const number = textField(document, 'document_number');
  return [...(number ? [numberKey(journal, number)] : []), ...keysOfPages(journal, document.metadata)];
}
