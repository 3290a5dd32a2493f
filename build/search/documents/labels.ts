import { CODES } from '../../contract/citations/grammar.ts';
import { isDated } from '../../contract/levels.ts';
import { sourceOf } from '../../contract/sources.ts';
import type { SearchDocument } from './search-document.ts';

/** What stands before the name of a section in its heading: `17 USC § 106 - `. */
const CITATION = new RegExp(`^\\d+ (?:${CODES.map(({ abbreviation }) => abbreviation).join('|')}) .*? - `);

/** The heading without the citation before it, which is what people remember. */
export const nameOf = ({ heading }: Pick<SearchDocument, 'heading'>): string => heading.replace(CITATION, '');

/** The names that a document stands under: of title, chapter, part; of agencies, where there is no hierarchy but that of dates. */
export const namesOf = ({ source, hierarchy, agencies }: SearchDocument): string =>
  (isDated(sourceOf(source)) ? agencies : hierarchy.slice(1)).join('\n');

/** Where the law ends and what editors tell of it begins. */
const NOTES = /\n(?:Source Credit:|Editorial Notes|Statutory Notes|Historical and Revision Notes)/;

/** The text up to its editors' notes. */
export const withoutNotes = (text: string): string => text.slice(0, lengthWithoutNotes(text));

/** In UTF-16 code units. */
export function lengthWithoutNotes(text: string): number {
  const notes = text.search(NOTES);
  return notes < 0 ? text.length : notes;
}
