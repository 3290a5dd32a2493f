/**
 * Constructs of GitHub's Markdown that only decorate, and cost words or the independence of blocks where prose is
 * not escaped: bare addresses (`*http://a.gov/x*See` would lose its emphasis to the address), check boxes, and calls
 * of footnotes (the same `[^1]` would read differently with and without its definition).
 */
export const UNWANTED: readonly string[] = [
  'wwwAutolink',
  'protocolAutolink',
  'emailAutolink',
  'tasklistCheck',
  'gfmFootnoteCall',
  'gfmPotentialFootnoteCall',
];
