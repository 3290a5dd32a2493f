/** Destinations that readers never see as words: nothing, an address, a path, an anchor, a file. */
const ADDRESS = new RegExp(
  '^$|^(?:[a-z]{2,6}://|mailto:|tel:|[.]{0,2}/|[?]|#[a-z]|www[.])|' +
    '[.](?:com|edu|gif|gov|html?|jpe?g|json|md|mil|net|org|pdf|png|svg|txt|us|webp|xml)(?:[#?/].*)?$',
  'i',
);

/**
 * Tells whether a destination is an address. Prose that is not escaped contains "links", by the letter of CommonMark, whose
 * destinations are words: `the Act[^158](HMDA)`, `section [103(bb)](1)(B)`.
 */
export function isAddress(destination: string): boolean {
  return ADDRESS.test(destination);
}

/** Link text. In `[^12](…)` the caret of the footnote mark is markup, too. */
export function labelText(label: string): string {
  return label.replace(/^\^(?=\S)/, '');
}

/** The text of a link; everything but the caret if the destination is no address. */
export function linkText(label: string, destination: string): string {
  return isAddress(destination) ? labelText(label) : `[${labelText(label)}](${destination})`;
}
