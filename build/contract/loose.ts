/** Returns a key without case, outer and repeated white space, for comparing agencies, docket numbers and the like. */
export const looseKey = (text: string): string =>
  text
    .normalize('NFC')
    // Upper then lower case: letters with two lower-case forms (ς, σ) become one.
    .toUpperCase()
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();

/** Unifies dashes that join numbers: 41 CFR 60–1 is 41 CFR 60-1. */
export const plainDashes = (text: string): string => text.replace(/[\u2010-\u2015\u2212]/g, '-');
