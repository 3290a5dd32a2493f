'use strict';

/**
 * Files that take longest, the longest first: they are begun before all others, so that at the end no processor is idle while
 * another has minutes to go. `npm test` names those that are slowest.
 */
const LONGEST = [
  'search-contract/real-corpora.test.ts',
  'text/plain.test.ts',
  'e2e/edges.test.ts',
  'e2e/real.test.ts',
  'search-contract/typesense.test.ts',
];

/**
 * @param {readonly string[]} files
 * @returns {string[]} the same in the order in which they are begun
 */
function inOrder(files) {
  /** @param {string} file */
  const rank = file => {
    const place = LONGEST.indexOf(file);
    return place < 0 ? LONGEST.length : place;
  };
  return [...files].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

module.exports = { LONGEST, inOrder };
