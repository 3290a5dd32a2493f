import { plainDashes } from '../../contract/loose.ts';
import type { SearchDocument } from '../documents/search-document.ts';
import { type Abbreviation, abbreviationsIn } from './abbreviations.ts';
import { citesOf, mentionsIn } from './mentions.ts';
import { type Name, namesOf } from './names.ts';

/** The references of a document: provisions it cites, names of provisions, abbreviations that it spells out. */
export interface References {
  /** Distinct citation keys (`build/contract/citations/keys.ts`), never the document's own. Some keys belong to no document. */
  cites: string[];
  names: Name[];
  abbreviations: Abbreviation[];
}

/** Least sum of weights of a name: a single reading outside the law itself may be a slip. */
export const CERTAIN = 2;

export const REFERENCE_LIMITS = { cites: 2_000, names: 500, abbreviations: 1_000 } as const;

/** Takes time linear in the length of the text. */
export function referencesOf(document: SearchDocument): References {
  const text = plainDashes(document.body);
  const mentions = mentionsIn(document, text);
  return {
    cites: citesOf(document, mentions, REFERENCE_LIMITS.cites),
    names: namesOf(document, text, mentions, REFERENCE_LIMITS.names),
    abbreviations: abbreviationsIn(text, REFERENCE_LIMITS.abbreviations),
  };
}
