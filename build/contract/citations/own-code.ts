import type { CodeCitation } from '../sources.ts';
import type { SectionCitation } from './in-text.ts';

/**
 * Tells whether a number in a citation without a title belongs to the document's own code. In a code with parts a section has a
 * dot, and a number without one belongs to another law. In a code without parts a section sign belongs to an act.
 */
export function isOfOwnCode(
  { isPart, isSign, of }: SectionCitation,
  code: CodeCitation,
  number: string,
): boolean {
  if (of === 'other' || (isPart && of !== 'this')) return false;
  if (code.keys.part === null) return !isPart && (!isSign || of === 'this');
  return number.includes('.') !== isPart;
}
