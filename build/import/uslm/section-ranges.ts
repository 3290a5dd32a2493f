const RANGE = /^(\/us\/usc\/[^/]+\/s(\d+)([a-z]*))[\u2010-\u2015-](\d+)([a-z]*)$/i;

/**
 * Returns the address of a range's first section, if a reference names the range as one section, such as `/us/usc/t45/s51–60`;
 * no unit has that address. The number after the dash distinguishes a range from a section with a suffix (`s276a–5`,
 * `s2151–1`): an end is greater than its beginning. An end may be cut off (`s3141–314` for 3141 to 3148); no suffix has three
 * digits.
 * @returns the address itself if it names no range
 */
export function firstOfRange(address: string): string {
  const [, beginning, first, letters, last, lastLetters] = RANGE.exec(address) ?? [];
  if (beginning === undefined || first === undefined || last === undefined) return address;
  const [from, to] = [Number(first), Number(last)];
  if (lastLetters !== '') return to >= from ? beginning : address;
  if (letters !== '') return address;
  return to > from || last.length >= 3 ? beginning : address;
}
