import { plainDashes } from '../../contract/loose.ts';
import type { SearchDocument } from '../documents/search-document.ts';
import { type Abbreviation, abbreviationsIn } from './abbreviations.ts';
import { citesOf, mentionsIn } from './mentions.ts';
import { type Name, namesOf } from './names.ts';

/** What a document says of others: the provisions it cites, names of provisions, abbreviations that it spells out. */
export interface References {
  /** Citation keys (`build/contract/citations/keys.ts`), each once, never the document's own. Not every key belongs to a document. */
  cites: string[];
  names: Name[];
  abbreviations: Abbreviation[];
}

/** The least sum of weights of a name: one that was read once, and not where the law gives it, may be a slip. */
export const CERTAIN = 2;

/** Several times what any real document has. */
export const REFERENCE_LIMITS = { cites: 2_000, names: 500, abbreviations: 1_000 } as const;

/** In time that grows with the text alone, whatever it holds. */
export function referencesOf(document: SearchDocument): References {
  const text = plainDashes(document.body);
  const mentions = mentionsIn(document, text);
  return {
    cites: citesOf(document, mentions, REFERENCE_LIMITS.cites),
    names: namesOf(document, text, mentions, REFERENCE_LIMITS.names),
    abbreviations: abbreviationsIn(text, REFERENCE_LIMITS.abbreviations),
  };
}
