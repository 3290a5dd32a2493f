/** Which of the documents that hold something of a query are found, and how many of them are ranked: the same for both engines. */

/** The best documents are ranked; all others follow in the order of what they hold of the query. */
export const RANKED = 60;
/** The least worth of a document that is found, as a share of what the best one holds. */
const FOUND_SHARE = 0.4;
/** In the order of a field nobody sees which are the best, so no others are found. */
const SORTED_SHARE = 1;

export const shareOfFound = (isSorted: boolean): number => (isSorted ? SORTED_SHARE : FOUND_SHARE);
