/** Which matching documents the embedded engine finds, and how many of them are ranked. */

/** The best documents are ranked; the others follow by matched weight. */
export const RANKED = 60;
/** Least matched weight of a found document, as a share of the best one's. */
const FOUND_SHARE = 0.4;
/** In the order of a field the best are not visible, so weaker ones are not found. */
const SORTED_SHARE = 1;

export const shareOfFound = (isSorted: boolean): number => (isSorted ? SORTED_SHARE : FOUND_SHARE);
