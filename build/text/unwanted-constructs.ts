/**
 * Constructs of GitHub's Markdown that only decorate. In prose that is not escaped they cost words or make blocks depend on
 * each other: bare addresses (`*http://a.gov/x*See` would lose its emphasis to the address), check boxes, and calls of
 * footnotes (`[^1]` would read differently with and without its definition).
 */
export const UNWANTED: readonly string[] = [
  'wwwAutolink',
  'protocolAutolink',
  'emailAutolink',
  'tasklistCheck',
  'gfmFootnoteCall',
  'gfmPotentialFootnoteCall',
];
