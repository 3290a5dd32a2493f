/** A difference between the XML and an imported file. */
export interface Finding {
  /** The unit or file, and the part of it. */
  place: string;
  field: string;
  expected: string;
  found: string;
}

/** Counts comparisons, and collects the differences. */
export class Findings {
  compared = 0;
  readonly all: Finding[] = [];

  /** Null, empty and missing values are equal. */
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
