/** What differs between the XML and what was made of it. */
export interface Finding {
  /** Which unit or file, and what of it. */
  place: string;
  field: string;
  expected: string;
  found: string;
}

/** How many were compared, and what was not as it should be. */
export class Findings {
  compared = 0;
  readonly all: Finding[] = [];

  /** Values that are null, empty or not there are all the same. */
  expect(place: string, field: string, found: unknown, expected: unknown): void {
    this.compared += 1;
    const [is, should] = [shown(found), shown(expected)];
    if (is !== should) this.all.push({ place, field, expected: should, found: is });
  }

  add(other: Findings): void {
    this.compared += other.compared;
    this.all.push(...other.all);
  }
}

const shown = (value: unknown): string =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0)
    ? ''
    : typeof value === 'string'
      ? value.replace(/[ \t\r\n]+/g, ' ').trim()
      : JSON.stringify(value);
