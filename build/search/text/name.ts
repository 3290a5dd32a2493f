import { CODES } from '../../contract/citations/grammar.ts';

/** The citation before the name in a section's heading: `17 USC § 106 - `. */
const CITATION = new RegExp(`^\\d+ (?:${CODES.map(({ abbreviation }) => abbreviation).join('|')}) .*? - `);

/** Returns a document's heading without its citation: the words that people remember. */
export const nameOf = ({ heading }: { heading: string }): string => heading.replace(CITATION, '');
