/** Ranges whose end leaves out the digits that it shares with the start: `2241-55`, `1500.1-.7` (the Bluebook's form). */

/** The end keeps at least two digits. With one, numbers such as `46-1` are those of one section. */
const ELIDED = /^(\d{3,6})-(\d{2,5})$/;

/** Splits `2241-55` into `2241` and `2255`; null where the completed end is not larger: `2241-41`. */
export function elidedEnds(number: string): [string, string] | null {
  const [, from = '', written = ''] = ELIDED.exec(number) ?? [];
  if (written.length >= from.length) return null;
  const to = from.slice(0, from.length - written.length) + written;
  return to > from ? [from, to] : null;
}
