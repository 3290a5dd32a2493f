import { CODES } from '../../contract/citations/grammar.ts';
import { isDated } from '../../contract/levels.ts';
import { sourceOf } from '../../contract/sources.ts';
import type { SearchDocument } from './search-document.ts';

/** The citation before the name in a section's heading: `17 USC § 106 - `. */
const CITATION = new RegExp(`^\\d+ (?:${CODES.map(({ abbreviation }) => abbreviation).join('|')}) .*? - `);

/** Returns the heading without its citation: the words that people remember. */
export const nameOf = ({ heading }: Pick<SearchDocument, 'heading'>): string => heading.replace(CITATION, '');

/** Returns the names above a document: title, chapter and part, or the agencies where the hierarchy holds only dates. */
export const namesOf = ({ source, hierarchy, agencies }: SearchDocument): string =>
  (isDated(sourceOf(source)) ? agencies : hierarchy.slice(1)).join('\n');

/** The heading of the first editors' note: the law ends there. */
const NOTES = /\n(?:Source Credit:|Editorial Notes|Statutory Notes|Historical and Revision Notes)/;

export function lengthWithoutNotes(text: string): number {
  const notes = text.search(NOTES);
  return notes < 0 ? text.length : notes;
}
