import { shorthandOf } from '../identifier.ts';
import { plainDashes } from '../loose.ts';
import type { CitationKind, SearchCitation } from '../search.ts';
import { type CodeCitation, SOURCES, type Source } from '../sources.ts';
import { keysOfIdentifier } from './document-keys.ts';
import { CODES, codeOfNumber, JOURNALS } from './grammar.ts';
import { citesPart, docketKeys, isPartAppendixKey, normalCitation, partKeys, rinKeys } from './keys.ts';
import { identifiersIn, matchesOfCitations, unitIn } from './recognize.ts';

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

/** 94-553, as `Pub. L. 94-553` and `Public Law No. 94-553`; 90 Stat. 2541. No source has these documents. */
const LAWS: readonly [CitationKind, RegExp][] = [
  ['public_law', /^(?:pub(?:lic|\.)? ?l(?:aw|\.)?|p\. ?l\.?) ?,?(?:nos?\.?|numbers?)? ?\d{1,3} ?- ?\d{1,4}$/],
  ['statute', /^\d{1,3} ?stat\.? ?\d{1,4}$/],
];
const QUOTED = /["“”„‟«»]/u;
const EXCLUDING = /(?:^|\s)-+\S/u;
/** Subsections and following sections belong to a citation. */
const BELONGING = /\([^ )]*\)|\bet\.? seq\b\.?/g;
/** The words before a document's number. */
const DOCUMENT = /\b(?:fr|federal register)? ?doc(?:ument)?s?\b\.?(?: ?n(?:o|umber)\b\.?)?/g;
/** Numbers of this form with so many digits are always documents'. */
const NUMBER_OF_DOCUMENT = /-\d{4,}$/;

/** Returns null for a text that is not one citation of a document. */
export function wholeCitation(query: string): WholeCitation | null {
  const text = query.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  if (QUOTED.test(text) || EXCLUDING.test(text)) return null;
  const normal = normalCitation(text);
  const identifiers = identifiersIn(normal);
  if (identifiers.length > 0) return ofIdentifier(text, identifiers);
  const law = LAWS.find(([, pattern]) => pattern.test(normal.replace(/[,;.]+$/, '')));
  if (law) return { ...NOTHING, text, kind: law[0], isCertain: true };
  const { matches, rest } = matchesOfCitations(text);
  const [keys] = matches;
  if (!keys || matches.length > 1) return null;
  const isNumber = JOURNALS.some(journal => keys[0]?.startsWith(`${journal.keys.number}:`));
  const left = rest.replace(BELONGING, ' ');
  const others = isNumber ? left.replace(DOCUMENT, ' ') : left;
  if (/[\p{L}\p{N}]/u.test(others)) return null;
  const unit = unitIn(text);
  if (unit) {
    const { kind, identifiers } = unit;
    const [otherwise, exact] = [keys.filter(isPartAppendixKey), keys.filter(key => !isPartAppendixKey(key))];
    return {
      ...NOTHING,
      text,
      kind,
      identifier: identifiers[0] ?? null,
      keys: exact,
      otherwise,
      isCertain: true,
    };
  }
  return isNumber ? ofNumber(text, keys, others !== left) : (ofPage(text, keys) ?? ofSection(text, keys));
}

const NOTHING = {
  identifier: null,
  keys: [],
  otherwise: [],
  parts: [],
  referring: [],
  proceedings: [],
} as const;

/** Reads an identifier, canonical or shorthand; a shorthand gives one for each code. */
function ofIdentifier(text: string, keys: readonly string[]): WholeCitation {
  const path = text.replace(/^\/|\/$/g, '');
  const named = SOURCES.filter(({ namespace }) =>
    keys.some(key => key.startsWith(`id:${normalCitation(namespace)}`)),
  );
  const isShorthand = !named.some(({ namespace }) => `/${path}`.toLowerCase().startsWith(namespace));
  const code = isShorthand ? codeOfNumber(false, path.replace(/^.*\/s/i, '').includes('.')) : null;
  const source = named.find(({ citation }) => code === null || citation === code) ?? (named[0] as Source);
  const identifier = isShorthand ? source.namespace + path : `/${path}`;
  const ofSection = keysOfIdentifier(source.id, identifier.toLowerCase()).filter(
    key => !key.startsWith('id:') && source.citation?.by === 'section',
  );
  return {
    ...NOTHING,
    text,
    kind: source.citation?.by === 'section' ? 'section' : 'document',
    identifier,
    keys,
    referring: withParts(ofSection),
    isCertain: true,
  };
}

/** Reads a document's number. Agencies number other things in the same form. */
function ofNumber(text: string, keys: readonly string[], isCalledSo: boolean): WholeCitation | null {
  const number = keys[0]?.replace(/^[^:]*:/, '') ?? '';
  const source = SOURCES.find(
    ({ citation }) => citation?.by === 'page' && keys[0]?.startsWith(`${citation.keys.number}:`),
  );
  if (!source) return null;
  return {
    ...NOTHING,
    text,
    kind: 'document',
    identifier: source.namespace + asWritten(text, number),
    keys,
    proceedings: [...docketKeys(text), ...rinKeys(text)],
    isCertain: isCalledSo || NUMBER_OF_DOCUMENT.test(number),
  };
}

function ofPage(text: string, keys: readonly string[]): WholeCitation | null {
  if (!JOURNALS.some(journal => keys[0]?.startsWith(`${journal.keys.page}:`))) return null;
  const [first, otherwise] = [keys.slice(0, 1), keys.slice(1)];
  return { ...NOTHING, text, kind: 'page', keys: first, otherwise, referring: first, isCertain: true };
}

/** Without the name of a code the number decides: regulations have dots and parts. */
function ofSection(text: string, all: readonly string[]): WholeCitation | null {
  const isOf = (code: CodeCitation) => (key: string) =>
    Object.values(code.keys).some(kind => kind !== null && key.startsWith(`${kind}:`));
  const named = CODES.filter(code => all.some(isOf(code)));
  const [, title = '', number = ''] = /^[^:]*:([^:]*):(.*)$/.exec(all[0] ?? '') ?? [];
  const code = named.length > 1 ? codeOfNumber(all.every(citesPart), number.includes('.')) : named[0];
  if (!code) return null;
  const keys = all.filter(isOf(code));
  const parts = keys.filter(citesPart);
  const sections = keys.filter(key => !citesPart(key));
  // `17 U.S.C. 106-108` is several sections.
  if (isRange(number)) return null;
  const source = SOURCES.find(({ citation }) => citation === code) as Source;
  return {
    ...NOTHING,
    text,
    kind: parts.length > 0 ? 'part' : 'section',
    identifier: parts.length > 0 ? null : `${source.namespace}t${title}/s${asWritten(text, number)}`,
    keys: sections,
    parts,
    referring: withParts(keys),
    isCertain: true,
  };
}

/** Tells whether a number is two ascending whole numbers; `300aa-1` and `1395w-4` are one section each. */
function isRange(number: string): boolean {
  const [, from, to] = /^(\d+)-(\d+)$/.exec(number) ?? [];
  return from !== undefined && Number(to) > Number(from);
}

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

/** Restores the text's upper and lower case: identifiers are as the law writes them. */
function asWritten(text: string, number: string): string {
  const at = plainDashes(text).toLowerCase().lastIndexOf(number);
  return at < 0 ? number : plainDashes(text).slice(at, at + number.length);
}

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
  const source = SOURCES.find(({ namespace }) => identifier?.startsWith(namespace));
  return kind === 'document' && source && identifier ? shorthandOf(source, identifier) : text;
};
