/**
 * What two texts have in common that people take for the same: case, white space at the ends and the amount of it within do
 * not count. Agencies, docket numbers and the like are compared by it.
 */
export const looseKey = (text: string): string =>
  text
    .normalize('NFC')
    // Up and down again, so that letters with two lower-case forms (ς, σ) become one.
    .toUpperCase()
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();

/** One kind of dash, where dashes join numbers: 41 CFR 60–1 is 41 CFR 60-1. */
export const plainDashes = (text: string): string => text.replace(/[\u2010-\u2015\u2212]/g, '-');
