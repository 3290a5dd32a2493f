import { keysOfIdentifier } from '../../contract/citations/document-keys.ts';
import { CODES, codeOfNumber } from '../../contract/citations/grammar.ts';
import {
  citesPart,
  docketKeys,
  identifierKey,
  isPartAppendixKey,
  partKeys,
  rinKeys,
} from '../../contract/citations/keys.ts';
import type { Reading, WrittenCitation } from '../../contract/citations/readings.ts';
import { shorthandOf } from '../../contract/identifier.ts';
import type { CitationKind, SearchCitation } from '../../contract/search.ts';
import { sourceOfIdentifier } from '../../contract/sources.ts';
import { identifiersIn, isOfNumber, keysOfCitation, lawCitations, without } from './query-citations.ts';

/** A query that is one citation. No other law may replace a missing document (build/contract/README.md, Search). */
export interface WholeCitation {
  /** As written, with single spaces. */
  text: string;
  kind: CitationKind;
  /** The identifier of the cited document, existing or not; null where the citation does not tell it. */
  identifier: string | null;
  /** Documents with one of these keys (`keys.ts`) are cited. */
  keys: readonly string[];
  /** Less exact keys, used where no document has one of `keys`. */
  otherwise: readonly string[];
  /** Keys of possible parts of a code: a part exists if it has sections. */
  parts: readonly string[];
  /** Keys that referring documents cite; empty where they are found by the words of the citation alone. */
  referring: readonly string[];
  /** Keys of proceedings: a docket's number cites no document. */
  proceedings: readonly string[];
  /** Only documents are written so. Otherwise the text is a citation only where the document exists. */
  isCertain: boolean;
}

/** The documents of an index that match a citation. */
export interface CitationMatches {
  /** Documents with one of its `keys`, at most two. */
  documents: readonly { identifier: string; heading: string }[];
  hasPart: boolean;
  isProceeding: boolean;
}

const QUOTED = /["“”„‟«»]/u;
const EXCLUDING = /(?:^|\s)-+\S/u;
/** Subsections, following sections, and the year or day of an edition (`West 2015`, `May 10, 2018`) belong to a citation. */
const BELONGING = /\([^ )]*\)|\([\w.]{2,12} (?:\d{1,2}, )?\d{4}\)|\bet\.? seq\b\.?/gi;

/** Returns null for a text that is not one citation of a document. */
export function wholeCitation(query: string): WholeCitation | null {
  const text = query.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  if (QUOTED.test(text) || EXCLUDING.test(text)) return null;
  const identifiers = identifiersIn(text);
  if (identifiers.length > 0) return ofIdentifier(text, identifiers);
  const citations = lawCitations(text);
  const [citation] = citations;
  if (!citation || citations.length > 1) return null;
  const others = without(text, citations).replace(BELONGING, ' ');
  if (/[\p{L}\p{N}]/u.test(others)) return null;
  return isOfNumber(citation) ? ofNumber(text, citation) : ofLaw(text, citation);
}

const NOTHING = {
  identifier: null,
  keys: [],
  otherwise: [],
  parts: [],
  referring: [],
  proceedings: [],
  isCertain: true,
} as const;

/** @param identifiers one for each source that a shorthand may be of */
function ofIdentifier(text: string, identifiers: readonly string[]): WholeCitation {
  const sourceFor = (identifier: string) => sourceOfIdentifier(identifier.toLowerCase());
  const likely = codeOfNumber(false, text.replace(/^.*\/s/i, '').includes('.'));
  const identifier = identifiers.find(one => sourceFor(one)?.citation === likely) ?? identifiers[0]!;
  const source = sourceFor(identifier)!;
  const isOfCode = source.citation?.by === 'section';
  const ofSection = isOfCode
    ? keysOfIdentifier(source.id, identifier.toLowerCase()).filter(key => !key.startsWith('id:'))
    : [];
  return {
    ...NOTHING,
    text,
    kind: isOfCode ? 'section' : 'document',
    identifier,
    keys: identifiers.map(identifierKey),
    referring: withParts(ofSection),
  };
}

/** Reads a document's number. Agencies number other things in the same form. */
function ofNumber(text: string, citation: WrittenCitation): WholeCitation {
  return {
    ...NOTHING,
    text,
    kind: 'document',
    identifier: citation.readings[0]?.identifiers[0] ?? null,
    keys: keysOfCitation(citation),
    proceedings: [...docketKeys(text), ...rinKeys(text)],
    isCertain: citation.isCertain,
  };
}

function ofLaw(text: string, citation: WrittenCitation): WholeCitation | null {
  const { readings } = citation;
  // `17 U.S.C. 106-108` is several sections.
  if (readings.some(({ identifierEnd }) => identifierEnd !== null)) return null;
  const { kind, identifiers, page } = readings[0]!;
  // Chapters and subparts are found by their words.
  if (
    kind === 'act' ||
    kind === 'order' ||
    (kind === 'part' && /\/(?:ch|sp)[^/]+$/.test(identifiers[0] ?? ''))
  )
    return null;
  const all = keysOfCitation({ ...citation, readings: readings.map(ofLikeliestCode) });
  const parts = page ? [] : all.filter(citesPart);
  const isLessExact = (key: string) => isPartAppendixKey(key) || (page !== null && citesPart(key));
  const keys = all.filter(key => !parts.includes(key) && !isLessExact(key));
  const isOfSection = kind === 'section' || kind === 'part';
  return {
    ...NOTHING,
    text,
    kind: parts.length > 0 ? 'part' : kind,
    // No source has laws, and no document is a part.
    identifier: all.length === 0 || parts.length > 0 ? null : (identifiers[0] ?? null),
    keys,
    otherwise: all.filter(isLessExact),
    parts,
    referring: page ? keys : isOfSection ? withParts(all) : [],
  };
}

/** Without the name of a code the number decides. */
const ofLikeliestCode = (reading: Reading): Reading =>
  reading.kind === 'section' ? { ...reading, identifiers: reading.identifiers.slice(0, 1) } : reading;

/** Adds the keys of sections to those of parts. */
const withParts = (keys: readonly string[]): string[] =>
  Array.from(
    new Set([
      ...keys,
      ...keys.flatMap(key => {
        const [kind = '', title = '', ...section] = key.split(':');
        const part = /^[^.]+(?=\.)/.exec(section.join(':'))?.[0];
        const code = CODES.find(({ keys }) => keys.section === kind);
        return code && part ? partKeys(code, title, part) : [];
      }),
    ]),
  );

/** Returns the answer's facts; null where the index shows that the text is no citation. */
export function citationAnswer(citation: WholeCitation, matches: CitationMatches): SearchCitation | null {
  const { text, kind, identifier } = citation;
  const [first, second] = matches.documents;
  if (first) {
    // A range may hold the number of an existing section.
    const own = matches.documents.find(document => document.identifier === identifier);
    const only = own ?? (second ? null : first);
    return {
      text,
      kind: kind === 'part' ? 'section' : kind,
      identifier: only?.identifier ?? null,
      exists: true,
      display_title: only?.heading ?? null,
    };
  }
  if (matches.hasPart) return { text, kind: 'part', identifier: null, exists: true, display_title: null };
  if (matches.isProceeding || !citation.isCertain) return null;
  return { text, kind, identifier, exists: false, display_title: null };
}

/** Returns the phrase to search texts for; documents call each other without the namespace. */
export const phraseOf = ({ text, kind, identifier }: WholeCitation): string => {
  const source = sourceOfIdentifier(identifier ?? '');
  return kind === 'document' && source && identifier ? shorthandOf(source, identifier) : text;
};
