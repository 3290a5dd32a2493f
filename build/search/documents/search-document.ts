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
import { documentLevel } from '../../contract/levels.ts';
import { naturalKey } from '../../contract/natural-order.ts';
import type { SearchHit } from '../../contract/search.ts';
import { GRANULARITIES, type Granularity } from '../../contract/sources/entry.ts';
import { type CodeCitation, type JournalCitation, sourceOf } from '../../contract/sources.ts';
import { webPathOf } from '../../contract/web-path.ts';
import { hierarchyOf } from './breadcrumb.ts';

/** A document as search engines index it: the fields of a hit, what it is sorted and cited by, and its text. */
export interface SearchDocument extends Omit<SearchHit, 'highlights'> {
  /** All that it names, `agency` first, each in one spelling. */
  agencies: string[];
  granularity: Granularity;
  /** Normalised citation keys, see `build/contract/citations/keys.ts`. */
  citations: string[];
  /** Citation keys of what its metadata says that it is about: parts of regulations. */
  about: string[];
  /** Strings whose code-unit order is the natural order (build/contract/README.md, Lists). Nulls sort last. */
  sortKeys: { identifier: string; document_number: string | null };
  /** Plain text, the whole of it. */
  body: string;
}

/**
 * @param document the `data` of a document's JSON representation
 * @param text its text representation
 */
export function toSearchDocument(document: Document, text: string): SearchDocument {
  const { id, identifier, source } = document;
  const documentNumber = textField(document, 'document_number');
  const titleNumber = document.metadata.title_number;
  const title = outerLabel(document);
  return {
    id,
    source,
    identifier,
    heading: headingOf(document),
    title_number: typeof titleNumber === 'number' ? titleNumber : null,
    title_name: title === null ? null : officialName(sourceOf(source), title),
    status: textField(document, 'status') ?? 'in_force',
    url: webPathOf(document),
    document_type: textField(document, 'document_type'),
    publication_date: textField(document, 'publication_date'),
    hierarchy: hierarchyOf(document),
    agencies: agenciesOf(document.metadata),
    granularity: granularityOf(document),
    citations: citationsOf(document),
    about: partsOf(document),
    sortKeys: {
      identifier: naturalKey(identifier),
      document_number: documentNumber === null ? null : naturalKey(documentNumber),
    },
    body: text,
  };
}

/** A metadata field as a line of text; null where it is absent, empty or not a text. */
function textField(document: Document, field: string): string | null {
  const value = document.metadata[field];
  return typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() || null : null;
}

const granularityOf = ({ source, metadata }: Document): Granularity =>
  GRANULARITIES.find(each => each === metadata.granularity) ?? sourceOf(source).granularity;

/** The display title names citation and section, so that a hit reads well on its own. */
const headingOf = (document: Document): string =>
  textField(document, 'display_title') ?? textField(document, 'section_name') ?? document.identifier;

/** What the document may be cited by. */
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

/** `40 CFR Part 52` among the references of a document of the Federal Register. */
const partsOf = ({ metadata }: Document): string[] =>
  references(metadata.cfr_references).flatMap(({ title, parts }) =>
    parts.flatMap(part => CODES.flatMap(code => partKeys(code, String(title), part))),
  );

/** An appendix is cited by its own label alone: `18 U.S.C. App. § 6`. */
function citationsOfSection(document: Document, code: CodeCitation): string[] {
  const title = outerLabel(document);
  if (title === null) return [];
  const { field } = documentLevel(sourceOf(document.source));
  // An appendix or a plan has no number of a section, but a name in its place.
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
