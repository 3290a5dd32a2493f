import { isDated } from '../../contract/levels.ts';
import { sourceOf } from '../../contract/sources.ts';
import type { SearchDocument } from './search-document.ts';

/** Returns the names above a document: title, chapter and part, or the agencies where the hierarchy holds only dates. */
export const namesOf = ({ source, hierarchy, agencies }: SearchDocument): string =>
  (isDated(sourceOf(source)) ? agencies : hierarchy.slice(1)).join('\n');

/** The heading of the first editors' note: the law ends there. */
const NOTES = /\n(?:Source Credit:|Editorial Notes|Statutory Notes|Historical and Revision Notes)/;

export function lengthWithoutNotes(text: string): number {
  const notes = text.search(NOTES);
  return notes < 0 ? text.length : notes;
}
